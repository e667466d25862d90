import { beforeAll, expect, test } from 'vitest'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { rank } from '../../src/commands/search/search.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { allCommands } from './allCommands.ts'
import { serverPinyin } from './fullMenu.ts'
import { golden } from './ranking.golden.ts'

let entries: readonly PaletteEntry[] = []

beforeAll(async () => {
  await loadOtherLanguages()
  entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
})

for (const [query, id, place = 1] of golden) {
  test(`"${query}" finds ${id} ${place === 1 ? 'first' : 'first or second'}`, () => {
    const found = rank(query, entries)
      .slice(0, 5)
      .map(hit => hit.entry.id)
    expect(found.slice(0, place), found.join(' ')).toContain(id)
  })
}

test('the golden queries are many and each stands there once', () => {
  expect(golden.length).toBeGreaterThanOrEqual(140)
  expect(new Set(golden.map(([query]) => query)).size).toBe(golden.length)
})
