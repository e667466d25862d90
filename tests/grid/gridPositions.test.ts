import { describe, expect, it } from 'vitest'
import { cells } from '../../src/fields/index.ts'
import { dropPlace } from '../../src/grid/mouse/titleDrag.ts'
import type { GridColumn, Side } from '../../src/grid/state/column.ts'
import { columnStyles, drawnOf, endsOf, placesDrawn, scrolledTo } from '../../src/grid/state/places.ts'

const column = (id: string, pinned?: Side): GridColumn => ({
  id,
  title: id,
  width: 100,
  kind: cells.text,
  ...(pinned ? { pinned } : {}),
})

/** Columns of 100 px, with one pinned at each end. */
const columnsOf = (count: number) => [
  column('first', 'start'),
  ...Array.from({ length: count }, (_, at) => column(`c${at}`)),
  column('last', 'end'),
]
const widthsOf = (columns: readonly GridColumn[]) => columns.map(() => 100)

describe('the places of columns', () => {
  it('keep pinned ones at their end, however wide the others are', () => {
    const places = columnStyles([column('a', 'start'), column('b', 'start'), column('c'), column('d', 'end')])
    expect(places[0]).toMatchObject({ inlineSize: 'var(--w0)', '--edge': 'calc(44px)' })
    expect(places[1]).toMatchObject({ '--edge': 'calc(44px + var(--w0))' })
    expect(places[2]).toEqual({ inlineSize: 'var(--w2)' })
    expect(places[3]).toMatchObject({ '--edge': '0px' })
  })

  it('are scrolled to as far as needed, and not under the pinned ones', () => {
    const columns = columnsOf(20)
    const widths = widthsOf(columns)
    expect(endsOf(columns, widths)).toEqual({ start: 144, end: 100 })
    const view = { left: 500, width: 800 }
    expect(scrolledTo(columns, widths, 0, view)).toBe(500)
    expect(scrolledTo(columns, widths, 21, view)).toBe(500)
    // Its left edge comes to stand beside the pinned column.
    expect(scrolledTo(columns, widths, 2, view)).toBe(100)
    expect(scrolledTo(columns, widths, 8, view)).toBe(500)
    // Its right edge meets the end-pinned column.
    expect(scrolledTo(columns, widths, 15, view)).toBe(44 + 1600 + 100 - 800)
  })
})

describe('very many columns', () => {
  const columns = columnsOf(60)
  const widths = widthsOf(columns)
  const places = columnStyles(columns)

  it('are drawn where they are looked at, few at once', () => {
    expect(drawnOf(columnsOf(20), widthsOf(columnsOf(20)), { left: 0, width: 800 })).toBeNull()
    const drawn = drawnOf(columns, widths, { left: 2000, width: 800 })
    expect(drawn).toEqual({ from: 19, to: 28 })
  })

  it('leave room for those that are not drawn, so that nothing moves', () => {
    const drawn = { from: 20, to: 30 }
    const shown = placesDrawn(columns, places, drawn, 5)
    const at = shown.flatMap((place, index) => (place ? [index] : []))
    expect(at).toEqual([0, 5, ...Array.from({ length: 11 }, (_, step) => 20 + step), 61])
    expect(shown[5]?.marginInlineStart).toBe('calc(var(--w1) + var(--w2) + var(--w3) + var(--w4))')
    expect(String(shown[20]?.marginInlineStart).split('+')).toHaveLength(14)
    // Margin up to the pinned column, on its neighbour: itself would not stick.
    expect(String(shown[30]?.marginInlineEnd).split('+')).toHaveLength(30)
    expect(shown[61]).toBe(places[61])
  })
})

describe('a title that is let go', () => {
  const titles = [
    { at: 0, left: 0, right: 100, isPinned: true },
    { at: 1, left: 60, right: 160, isPinned: false },
    { at: 2, left: 160, right: 260, isPinned: false },
  ]
  it('goes before or behind the title under the mouse, a pinned one before those it covers', () => {
    expect(dropPlace(titles, 10)).toEqual({ place: 0, line: 0 })
    expect(dropPlace(titles, 80)).toEqual({ place: 1, line: 100 })
    expect(dropPlace(titles, 170)).toEqual({ place: 2, line: 160 })
    expect(dropPlace(titles, 900)).toEqual({ place: 3, line: 260 })
  })
})
