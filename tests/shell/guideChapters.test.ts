import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { pages } from '#contract/pages.ts'
import { chapterOf, chapters } from '../../src/shell/help/chapters.ts'
import { pictureAddress, readChapter } from '../../src/shell/help/guideFiles.ts'

test.each(locales)('the chapters are the files of the guide in %s, under the titles of these', async locale => {
  const files = readdirSync(new URL(`../../docs/guide/${locale}/`, import.meta.url))
  expect(files.map(name => name.replace('.md', '')).sort()).toEqual([...chapters].sort())
  for (const chapter of chapters) {
    const source = await readChapter(locale, chapter)
    expect(source).toMatch(new RegExp(`^# ${shipped[locale][`help.chapter.${chapter}`]}\n`))
    const pictures = [...source.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to = '']) => to)
    expect(pictures.filter(to => !pictureAddress(to))).toEqual([])
  }
})

test('each page of the menu leads to a chapter', () => {
  expect(new Set(pages.map(({ name }) => chapterOf(name)))).toEqual(new Set(chapters.slice(0, -1)))
  expect(chapterOf('unsafefoodcallbackplan')).toBe('recall')
  expect(chapterOf('materialstorein')).toBe('receiving')
})
