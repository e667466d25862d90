/** Values written as text with each object once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseShared, stringifyShared } from '../../src/data/drafts/dedupJson.ts'

test('an object that stands in several places is written once and is one again', () => {
  const row = { id: 1, name: '甲' }
  const lines = [row, { id: 2, of: row }]
  const text = stringifyShared({ before: { row, lines }, after: { row, lines }, none: null })
  expect(text.split('甲')).toHaveLength(2)
  const read = parseShared(text) as {
    before: { row: unknown; lines: { of?: unknown }[] }
    after: typeof read.before
  }
  expect(read).toEqual({ before: { row, lines }, after: { row, lines }, none: null })
  expect(read.before.lines).toBe(read.after.lines)
  expect(read.before.lines[0]).toBe(read.before.row)
  expect(read.before.lines[1]?.of).toBe(read.after.row)
})

test('whatever JSON can hold comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const value = { first: one, second: [one, other], third: other }
      expect(parseShared(stringifyShared(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a name that looks like a reference is none', () => {
  const value = { '^': 0, '^^': 1, rows: [{ '^x': { '^': 2 } }] }
  expect(parseShared(stringifyShared([value, value]))).toEqual([value, value])
})

test('what is no such text is refused', () => {
  expect(() => parseShared('{')).toThrow(SyntaxError)
})
