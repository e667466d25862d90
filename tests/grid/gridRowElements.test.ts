import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOf, placedRows, withCursor, withFurther } from '../../src/grid/view/rowElements.ts'
import { inView } from '../../src/grid/view/useScrollScaling.ts'

const pool = 51
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const drawn = (first: number, count: number, cursorRow: number) => {
  const indexes = withCursor(from(first, count), cursorRow)
  return { indexes, keys: keysOf({ indexes, cursorRow, pool }) }
}
const views = fc.record({
  first: fc.integer({ min: 0, max: 2000 }),
  count: fc.integer({ min: 0, max: 2 * pool }),
  cursorRow: fc.integer({ min: -1, max: 2100 }),
})

test('no two rows have the same element, wherever the cursor is and however many are drawn', () => {
  fc.assert(
    fc.property(views, ({ first, count, cursorRow }) => {
      const { keys } = drawn(first, count, cursorRow)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('scrolled rows hand on all their elements: none is made and none is thrown away', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.integer({ min: 1, max: 200 }), (first, step) => {
      const before = drawn(first, pool, -1).keys
      const after = drawn(first + step, pool, -1).keys
      expect(after.toSorted()).toEqual(before.toSorted())
    }),
  )
})

test('every row is placed once, and what stood in the document stays where it stood', () => {
  fc.assert(
    fc.property(views, views, (one, other) => {
      const before = drawn(one.first, one.count, one.cursorRow)
      const now = drawn(other.first, other.count, other.cursorRow)
      const order = placedRows(now.keys, before.keys)
      expect(order.toSorted((a, b) => a - b)).toEqual([...now.keys.keys()])
      const placed = order.map(at => now.keys[at])
      const stayed = before.keys.filter(key => now.keys.includes(key))
      expect(placed.slice(0, stayed.length)).toEqual(stayed)
    }),
  )
  expect(placedRows(['3', '4', '5'], [])).toEqual([0, 1, 2])
})

test('the row with the cursor keeps its element while others come and go', () => {
  const keyOf = ({ indexes, keys }: ReturnType<typeof drawn>, row: number) => keys[indexes.indexOf(row)]
  for (const first of [0, 10, 300]) expect(keyOf(drawn(first, pool, 12), 12)).toBe('12')
})

test('rows that are missing follow as far as there are any', () => {
  expect(withFurther([4, 5], 2, 100)).toEqual([4, 5, 6, 7])
  expect(withFurther([4, 5], 2, 7)).toEqual([4, 5, 6])
  expect(withFurther([4, 5], -1, 100)).toEqual([4, 5])
  expect(withFurther([], 2, 1)).toEqual([0])
})

test('a row of the stretch is scrolled to no further than it takes', () => {
  const room = { count: 1_000_000, height: 28, view: 280 }
  const at = 28_000
  expect(inView(1000, { base: 0, at }, room)).toBe(at)
  expect(inView(1005, { base: 0, at }, room)).toBe(at)
  expect(inView(1010, { base: 0, at }, room)).toBe(at + 28)
  expect(inView(990, { base: 0, at }, room)).toBe(at - 280)
})
