/** Normalised query: an input method's separators between syllables are ignored. */
import { beforeAll, expect, test } from 'vitest'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { isCommandLike, rank } from '../../src/commands/search/search.ts'
import { wordOf, wordOfPinyin } from '../../src/commands/search/searchText.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { allCommands } from './allCommands.ts'
import { serverPinyin } from './fullMenu.ts'

let entries: readonly PaletteEntry[] = []

beforeAll(async () => {
  await loadOtherLanguages()
  entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
})

const found = (query: string) => rank(query, entries).map(({ entry, score }) => [entry.id, score])

test.each([
  ["sheng'chan", 'shengchan'],
  ['sheng’chan', 'shengchan'],
  ['ｓｈｅｎｇ＇ｃｈａｎ', 'shengchan'],
  ["yuan'liao'ru'ku", 'yuanliaoruku'],
  ["sheng'", 'sheng'],
  ["sheng'ch", 'shengch'],
  ["b'r'an'd", 'brand'],
  ["生产ji'hua", '生产jihua'],
  ["yuan'liao ru'ku", 'yuanliao ruku'],
  ["/chan'pin", '/chanpin'],
])('%s finds what %s finds, in the same order', (typed, meant) => {
  expect(found(meant).length).toBeGreaterThan(0)
  expect(found(typed)).toEqual(found(meant))
})

test('what finds a command while pinyin is composed is not looked for among the records as well', () => {
  expect(["sheng'chan", "yuan'liao", "chan'pin ru'ku"].filter(query => !isCommandLike(query, entries))).toEqual([])
})

test('an apostrophe with no letter before it is a sign like any other', () => {
  expect(["'", "'a", "5'6"].map(text => wordOf(text).text)).toEqual(["'", "'a", "5'6"])
})

test('the server is asked for composed pinyin as one word, and for names as they are written', () => {
  expect(["hu'po", "hu'", "h'p", 'lü’dou', "xi'an", "zhong'guo"].map(wordOfPinyin)).toEqual(
    ['hupo', 'hu', 'hp', 'lüdou', 'xian', 'zhongguo'], //
  )
  const names = ["wendy's", "men's", "o'brien", "d'angelo", 'hupo', '琥珀', "cb'2026", "'", "'a"]
  expect(names.map(wordOfPinyin)).toEqual(names)
})
