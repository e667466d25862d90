import { describe, expect, it } from 'vitest'
import { columnAcross, move, nextEditable } from '../../src/grid/state/cursor.ts'
import { cellsOf, isSingle, rangeOf, toggled } from '../../src/grid/state/selection.ts'

const extent = { rows: 100, columns: 5, page: 20 }
const filled = () => false

describe('the cursor', () => {
  it('stops at the edges and enters the header upwards', () => {
    expect(move({ row: 99, column: 4 }, 'down', extent, filled)).toEqual({ row: 99, column: 4 })
    expect(move({ row: 5, column: 4 }, 'right', extent, filled)).toEqual({ row: 5, column: 4 })
    expect(move({ row: 0, column: 2 }, 'up', extent, filled)).toEqual({ row: -1, column: 2 })
    expect(move({ row: -1, column: 2 }, 'down', extent, filled)).toEqual({ row: 0, column: 2 })
  })

  it('pages without entering the header', () => {
    expect(move({ row: 3, column: 0 }, 'pageUp', extent, filled)).toEqual({ row: 0, column: 0 })
    expect(move({ row: 90, column: 0 }, 'pageDown', extent, filled)).toEqual({ row: 99, column: 0 })
  })

  it('runs to the end of filled cells, and over a gap to the next filled one', () => {
    const isEmpty = ({ row }: { row: number }) => row >= 10 && row < 20
    expect(move({ row: 2, column: 0 }, 'dataDown', extent, isEmpty).row).toBe(9)
    expect(move({ row: 9, column: 0 }, 'dataDown', extent, isEmpty).row).toBe(20)
    expect(move({ row: 20, column: 0 }, 'dataDown', extent, isEmpty).row).toBe(99)
    expect(move({ row: 20, column: 0 }, 'dataUp', extent, isEmpty).row).toBe(9)
  })

  it('stays where it is in a grid without rows', () => {
    const bare = { rows: 0, columns: 5, page: 20 }
    expect(move({ row: -1, column: 0 }, 'down', bare, filled).row).toBe(-1)
    expect(move({ row: -1, column: 0 }, 'end', bare, filled).row).toBe(-1)
  })

  it('goes by Tab to the next cell that can be edited, over the end of the row', () => {
    const editable = ({ column }: { column: number }) => column === 1 || column === 3
    expect(nextEditable({ row: 0, column: 3 }, 1, extent, editable)).toEqual({ row: 1, column: 1 })
    expect(nextEditable({ row: 1, column: 1 }, -1, extent, editable)).toEqual({ row: 0, column: 3 })
    expect(nextEditable({ row: 99, column: 3 }, 1, extent, editable)).toBeNull()
    expect(nextEditable({ row: 0, column: 0 }, 1, extent, () => false)).toBeNull()
  })
})

describe('a page sideways', () => {
  const widths = [100, 100, 300, 100, 100, 100]

  it('goes as far as the columns between fit on screen', () => {
    expect(columnAcross(0, 1, widths, 350)).toBe(2)
    expect(columnAcross(2, 1, widths, 350)).toBe(3)
    expect(columnAcross(3, 1, widths, 350)).toBe(5)
    expect(columnAcross(5, -1, widths, 350)).toBe(2)
  })

  it('always moves, and stops at the last column', () => {
    expect(columnAcross(2, 1, widths, 10)).toBe(3)
    expect(columnAcross(5, 1, widths, 350)).toBe(5)
    expect(columnAcross(0, -1, widths, 350)).toBe(0)
    expect(columnAcross(0, 1, widths, 5000)).toBe(5)
  })
})

describe('the marked block', () => {
  it('spans from where marking began to the cursor, in either direction', () => {
    const range = rangeOf({ row: 5, column: 3 }, { row: 2, column: 1 })
    expect(range).toEqual({ top: 2, left: 1, bottom: 5, right: 3 })
    expect(cellsOf(range)).toHaveLength(12)
    expect(isSingle(rangeOf(null, { row: 1, column: 1 }))).toBe(true)
  })
})

describe('checked rows', () => {
  it('are checked together, and unchecked when all of them were', () => {
    const some = toggled(new Set([1]), [1, 2])
    expect([...some]).toEqual([1, 2])
    expect([...toggled(some, [1, 2])]).toEqual([])
  })
})
