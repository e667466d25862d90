import { beforeAll, expect, test } from 'vitest'
import { corrections, isOneEdit } from '../../src/commands/search/corrections.ts'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { rank } from '../../src/commands/search/search.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { allCommands } from './allCommands.ts'
import { clerkQueries } from './clerkQueries.ts'
import { serverPinyin } from './fullMenu.ts'

let entries: readonly PaletteEntry[] = []

beforeAll(async () => {
  await loadOtherLanguages()
  entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
})

const found = (query: string, count = 3) =>
  rank(query, entries)
    .slice(0, count)
    .map(hit => hit.entry.id)

test('the queries are at least 200, each once, of commands that exist', () => {
  const known = new Set(entries.map(({ id }) => id))
  expect(clerkQueries.length).toBeGreaterThanOrEqual(200)
  expect(new Set(clerkQueries.map(({ query }) => query)).size).toBe(clerkQueries.length)
  expect(clerkQueries.flatMap(({ ids }) => ids).filter(id => !known.has(id))).toEqual([])
})

test('of what clerks type 95 % finds the right command among the first three', () => {
  const missed = clerkQueries.filter(({ query, ids }) => !found(query).some(id => ids.includes(id)))
  const words = missed.map(({ query }) => `${query} → ${found(query).join(' ')}`)
  expect(1 - missed.length / clerkQueries.length, words.join('\n')).toBeGreaterThanOrEqual(0.95)
})

test('"receipt" finds the receipt of materials first', () => {
  expect(['navigate.materialstorein', 'materialstorein.new']).toContain(found('receipt', 1)[0])
})

test('one slip of a letter is forgiven in longer words, two are not', () => {
  for (const slip of ['reciept', 'receit', 'receiipt', 'recaipt']) expect(isOneEdit(slip, 'receipt')).toBe(true)
  for (const slip of ['receipt', 'recipte', 'recei', 'rcept']) expect(isOneEdit(slip, 'receipt')).toBe(false)
  const words = ['receipt', 'lot', 'inventory']
  expect(corrections('invntory', words)).toEqual(['inventory'])
  // Short words, and words still being typed.
  for (const typed of ['lto', 'recei', 'inventory']) expect(corrections(typed, words)).toEqual([])
})

test('what is found by a corrected word stands below what was typed', () => {
  const scores = rank('prodcut', entries).map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  expect(found('warehuose', 1)).toEqual(['navigate.warehouse'])
})
