/** Files of docs/guide: texts by language and chapter, addresses of pictures. */
import type { Locale } from '#contract/messages/locales.ts'
import type { Chapter } from './chapters.ts'

const texts = import.meta.glob<string>('../../../docs/guide/*/*.md', { query: '?raw', import: 'default' })
const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

export async function readChapter(locale: Locale, chapter: Chapter): Promise<string> {
  return (await texts[`../../../docs/guide/${locale}/${chapter}.md`]?.()) ?? ''
}

/** Address of a picture as a chapter names it: `../pictures/zh-CN/x.webp`. */
export const pictureAddress = (named: string): string | undefined =>
  pictures[named.replace(/^\.\.\//, '../../../docs/guide/')]
