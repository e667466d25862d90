import { describe, expect, it } from 'vitest'
import { checkedBetween } from '../../src/grid/mouse/rowHeaders.ts'
import { cornersOf, movedBy, shifted } from '../../src/grid/state/rows.ts'
import {
  allRanges,
  columnsIn,
  edgesIn,
  isMarking,
  joined,
  positionsIn,
  type Range,
  rangesInRow,
  rowsOfRanges,
} from '../../src/grid/state/selection.ts'

const block = (top: number, left: number, bottom: number, right: number): Range => ({ top, left, bottom, right })

describe('several marked blocks', () => {
  const kept = [block(1, 1, 3, 2)]

  it('are those that were kept and the one that ends at the cursor, last', () => {
    expect(allRanges(kept, { row: 7, column: 0 }, { row: 5, column: 4 })).toEqual([...kept, block(5, 0, 7, 4)])
    expect(allRanges(kept, null, { row: 9, column: 0 })).toEqual([...kept, block(9, 0, 9, 0)])
  })

  it('do not count the cursor again where it only stands in one of them, nor on a title', () => {
    expect(allRanges(kept, null, { row: 2, column: 2 })).toEqual(kept)
    expect(allRanges(kept, null, { row: -1, column: 2 })).toEqual(kept)
    expect(allRanges([], null, { row: 2, column: 2 })).toEqual([block(2, 2, 2, 2)])
  })

  it('are a mark as soon as there is more than one cell', () => {
    expect(isMarking([block(2, 2, 2, 2)])).toBe(false)
    expect(isMarking([block(2, 2, 2, 3)])).toBe(true)
    expect(isMarking([block(2, 2, 2, 2), block(4, 4, 4, 4)])).toBe(true)
  })

  it('have every row once and every cell of it once, however they run over each other', () => {
    const ranges = [block(6, 0, 7, 0), block(1, 1, 3, 2), block(2, 2, 6, 3)]
    expect([...rowsOfRanges(ranges)]).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(columnsIn(ranges, 2)).toEqual([1, 2, 3])
    expect(columnsIn(ranges, 6)).toEqual([0, 2, 3])
    expect(columnsIn(ranges, 9)).toEqual([])
  })

  it('tell a row only what that row shows of them', () => {
    const ranges = [block(2, 1, 4, 3), block(4, 5, 4, 5)]
    expect(rangesInRow(ranges, 1)).toBe('')
    expect(rangesInRow(ranges, 2)).toBe('1:3:t')
    expect(rangesInRow(ranges, 3)).toBe('1:3:')
    expect(rangesInRow(ranges, 4)).toBe('1:3:b 5:5:tb')
  })

  it('draw their rim on the cells it runs along', () => {
    const shown = rangesInRow([block(2, 1, 4, 3), block(4, 5, 4, 5)], 4)
    expect([0, 1, 2, 3, 4, 5].map(column => edgesIn(shown, column))).toEqual(['', 'mbl', 'mb', 'mbr', '', 'mtblr'])
    expect(edgesIn('', 1)).toBe('')
  })
})

describe('several blocks as one to copy', () => {
  it('are one where they share their rows, their columns, or cross in both', () => {
    const columns = joined([block(1, 4, 3, 4), block(1, 0, 3, 1)])
    expect(columns).toEqual({
      rows: [[1, 3]],
      columns: [
        [0, 1],
        [4, 4],
      ],
    })
    expect(positionsIn(columns?.columns ?? [])).toEqual([0, 1, 4])
    expect(joined([block(1, 0, 1, 2), block(5, 0, 6, 2)])?.rows).toEqual([
      [1, 1],
      [5, 6],
    ])
    expect(joined([block(1, 0, 1, 0), block(1, 2, 1, 2), block(3, 0, 3, 0), block(3, 2, 3, 2)])).not.toBeNull()
  })

  it('are none where a row of it would lack columns, or they run over each other', () => {
    expect(joined([block(1, 0, 1, 0), block(3, 2, 3, 2)])).toBeNull()
    expect(joined([block(1, 0, 3, 0), block(1, 2, 2, 2)])).toBeNull()
    expect(joined([block(1, 0, 3, 2), block(1, 2, 3, 4)])).toBeNull()
  })

  it('do not count a block that lies in another', () => {
    expect(joined([block(1, 0, 3, 2), block(2, 1, 2, 1), block(1, 0, 3, 2)])).toEqual({
      rows: [[1, 3]],
      columns: [[0, 2]],
    })
  })
})

describe('marked blocks while rows move', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const held = cornersOf([block(1, 0, 3, 0)], row => ids[row])
  const moved = (now: readonly string[]) =>
    movedBy(
      held,
      row => now[row],
      id => now.indexOf(String(id)),
    )

  it('go along where a row came or went above them', () => {
    expect([...held]).toEqual([
      [1, 'b'],
      [3, 'd'],
    ])
    expect(moved(ids)).toBe(0)
    expect(moved(['new', ...ids])).toBe(1)
    expect(moved(['b', 'c', 'd', 'e'])).toBe(-1)
    expect(shifted(block(1, 0, 3, 2), 2)).toEqual(block(3, 0, 5, 2))
  })

  it('are given up where a row came between, is gone, or another order was asked for', () => {
    expect(moved(['a', 'b', 'new', 'c', 'd', 'e'])).toBeNull()
    expect(moved(['a', 'c', 'd', 'e'])).toBeNull()
    expect(moved([...ids].reverse())).toBeNull()
  })

  it('stay where their rows are not loaded just now', () => {
    expect(
      movedBy(
        held,
        () => undefined,
        () => -1,
      ),
    ).toBe(0)
  })
})

describe('checking by the heads of rows', () => {
  const rowId = (row: number) => (row < 4 ? row + 1 : undefined)

  it('does the same to all rows between, in either direction', () => {
    expect([...checkedBetween(new Set([1]), rowId, [3, 1], true).checked]).toEqual([1, 2, 3, 4])
    expect([...checkedBetween(new Set([1, 2, 3]), rowId, [1, 2], false).checked]).toEqual([1])
  })

  it('says how many rows it passed over because they are not loaded', () => {
    expect(checkedBetween(new Set(), rowId, [2, 6], true)).toEqual({ checked: new Set([3, 4]), missing: 3 })
  })
})
