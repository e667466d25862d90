/**
 * The shipped texts as the browser gets them: zh-CN comes with the definitions, but for what is said only after signing
 * in; the others come when they are asked for.
 */
import { chinese } from './chinese.ts'
import type { Locale, Texts } from './locales.ts'

/** The shipped texts of a language. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'zh-CN') return { ...chinese(), ...(await import('./chineseLater.built.ts')).default }
  const { default: texts } =
    locale === 'zh-TW' ? await import('./traditional.built.ts') : await import('./english.built.ts')
  return texts
}
