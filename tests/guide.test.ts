/** Guide for users: what it calls a text, a key or a picture is one, and its languages say the same. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { type Locale, locales } from '#contract/messages/locales.ts'
import { keyName } from '../src/ui/keyboard/keyNames.ts'
import { allCommands } from './commands/allCommands.ts'

const root = fileURLToPath(new URL('../docs/guide/', import.meta.url))
const walks = fileURLToPath(new URL('./guide/walks/', import.meta.url))
const roles = ['administration', 'production', 'quality', 'recall', 'receiving', 'sales']
/** Pages for every role, without pictures. */
const topics = ['labels', 'recording', 'warehouse']
const pages = [...roles, ...topics]
const longest = 150
const mostPictureBytes = 4_000_000

/** Texts of a language; a value that is filled in reads `…`. */
const textsOf = (locale: Locale) =>
  new Set(Object.values(shipped[locale]).map(text => text.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…').trim()))
const texts = Object.fromEntries(locales.map(locale => [locale, textsOf(locale)]))

const keys = new Set(allCommands.flatMap(({ keys = [] }) => keys.map(({ seq }) => keyName(seq, false))))

/** Marks of a page: bold is a text on the screen, kbd a key. */
const marks = {
  texts: (page: string) => [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text),
  keys: (page: string) =>
    [...page.matchAll(/<kbd>[^<]+<\/kbd>(?:\+<kbd>[^<]+<\/kbd>)*/g)].map(([all]) => all.replace(/<\/?kbd>/g, '')),
  pictures: (page: string) =>
    [...page.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', to = '']) => ({ alt, to })),
  headings: (page: string) => [...page.matchAll(/^(#+) /gm)].map(([, level = '']) => level.length),
  steps: (page: string) => [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number = '']) => Number(number)),
}

const pictureName = (to: string) => to.replace(/^.*\/|\.webp$/g, '')

/** Faults of a page by itself. */
function errorsOf(locale: Locale, page: string): readonly string[] {
  const has = (to: string) => statSync(join(root, locale, to), { throwIfNoEntry: false })?.isFile() ?? false
  return [
    ...marks
      .texts(page)
      .filter(text => !texts[locale]?.has(text))
      .map(text => `no text: ${text}`),
    ...marks
      .keys(page)
      .filter(key => !keys.has(key))
      .map(key => `no key: ${key}`),
    ...marks
      .pictures(page)
      .filter(({ alt, to }) => !alt || !to.startsWith(`../pictures/${locale}/`) || !has(to))
      .map(({ to }) => `no picture: ${to}`),
    ...(page.split('\n').length - 1 > longest ? ['too long'] : []),
  ]
}

/** What must be the same in all languages. */
const shapeOf = (page: string) => ({
  headings: marks.headings(page),
  steps: marks.steps(page),
  keys: marks.keys(page),
  texts: marks.texts(page).length,
  pictures: marks.pictures(page).map(({ to }) => pictureName(to)),
})

const read = (locale: Locale, role: string) => readFileSync(join(root, locale, `${role}.md`), 'utf8')

test.each(locales)('the pages in %s name texts, keys and pictures that are there', locale => {
  expect(readdirSync(join(root, locale)).sort()).toEqual(pages.map(page => `${page}.md`).sort())
  const fieldErrors = pages.flatMap(page =>
    errorsOf(locale, read(locale, page)).map(fieldError => `${page}: ${fieldError}`),
  )
  expect(fieldErrors).toEqual([])
  expect(roles.flatMap(role => marks.texts(read(locale, role))).length).toBeGreaterThan(100)
})

test.each(roles)('the languages say the same of %s, with two to four pictures', role => {
  const [first, ...others] = locales.map(locale => shapeOf(read(locale, role)))
  for (const other of others) expect(other).toEqual(first)
  expect(first?.steps.length).toBeGreaterThan(4)
  expect(first?.pictures.length).toBeGreaterThanOrEqual(2)
  expect(first?.pictures.length).toBeLessThanOrEqual(4)
})

test.each(topics)('the languages say the same of %s', topic => {
  const [first, ...others] = locales.map(locale => shapeOf(read(locale, topic)))
  for (const other of others) expect(other).toEqual(first)
  expect(first?.steps.length).toBeGreaterThan(4)
})

test('every picture is on a page, is taken by the walk, and all are small together', () => {
  const taken = readdirSync(walks)
    .flatMap(file => [...readFileSync(join(walks, file), 'utf8').matchAll(/picture\('([^']+)'/g)])
    .map(([, name = '']) => name)
  const sizes = locales.map(locale => {
    const shown = roles.flatMap(role => shapeOf(read(locale, role)).pictures)
    const files = readdirSync(join(root, 'pictures', locale))
    expect(files.map(pictureName).sort()).toEqual(shown.sort())
    expect(taken.sort()).toEqual(shown)
    return files.map(file => statSync(join(root, 'pictures', locale, file)).size).reduce((sum, size) => sum + size, 0)
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostPictureBytes)
})

test('the index names every page', () => {
  const index = readFileSync(join(root, 'README.md'), 'utf8')
  const paths = locales.flatMap(locale => pages.map(page => `${locale}/${page}.md`))
  expect(paths.filter(path => !index.includes(`(${path})`))).toEqual([])
})

test('a text, a key and a picture that are not there would be noticed', () => {
  expect(errorsOf('zh-CN', '**原料入库** **批次 … 已于 … 到期** <kbd>Ctrl</kbd>+<kbd>K</kbd> <kbd>↵</kbd>')).toEqual([])
  expect(errorsOf('zh-CN', '**原物料進貨入庫**')).toEqual(['no text: 原物料進貨入庫'])
  expect(errorsOf('zh-CN', '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>K</kbd>')).toEqual(['no key: Ctrl+Alt+K'])
  const picture = '../pictures/en-US/sales-sale.webp'
  expect(errorsOf('zh-CN', `![销售](${picture})`)).toEqual([`no picture: ${picture}`])
  expect(errorsOf('zh-CN', '\n'.repeat(longest + 1))).toEqual(['too long'])
  expect(shapeOf('# a\n| 1 | b |')).not.toEqual(shapeOf('# a\n| 1 | b |\n| 2 | c |'))
})
