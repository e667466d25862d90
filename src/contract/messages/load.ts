/** Browser messages: zh-CN comes with the definitions; others load on demand. */
import { chinese } from './chinese.ts'
import type { Locale, Texts } from './locales.ts'

export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'zh-CN') return { ...chinese(), ...(await import('./chineseLater.built.ts')).default }
  const { default: texts } =
    locale === 'zh-TW' ? await import('./traditional.built.ts') : await import('./english.built.ts')
  return texts
}
