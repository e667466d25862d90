/** Cell geometry as CSS variables, so resizing renders nothing. Pure. */
import type { CSSProperties } from 'react'
import type { GridColumn, Side } from './column.ts'

export const rowHeadWidth = 44

const widthOf = (at: number) => `var(--w${at})`
const sum = (parts: readonly string[]) => (parts.length === 0 ? '0px' : `calc(${parts.join(' + ')})`)
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

function edgeOf(columns: readonly GridColumn[], at: number, side: Side): string {
  if (side === 'start') return sum([`${rowHeadWidth}px`, ...range(0, at).map(widthOf)])
  return sum(range(at + 1, columns.length).map(widthOf))
}

export type ColumnStyle = CSSProperties & { readonly '--edge'?: string }

export function columnStyles(columns: readonly GridColumn[]): readonly ColumnStyle[] {
  return columns.map((column, at) => ({
    inlineSize: widthOf(at),
    ...(column.pinned ? { '--edge': edgeOf(columns, at, column.pinned) } : {}),
  }))
}

/** Start offsets of the columns, plus the total as last entry. */
export function startsOf(widths: readonly number[]): readonly number[] {
  const starts = [0]
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width)
  return starts
}

export interface Ends {
  readonly start: number
  readonly end: number
}

/** Width of row header and pinned columns per end, in pixels. */
export function endsOf(columns: readonly GridColumn[], widths: readonly number[]): Ends {
  const at = (side: Side) =>
    columns.reduce((all, column, index) => (column.pinned === side ? all + (widths[index] ?? 0) : all), 0)
  return { start: rowHeadWidth + at('start'), end: at('end') }
}

export function scrolledTo(
  columns: readonly GridColumn[],
  widths: readonly number[],
  at: number,
  view: { readonly left: number; readonly width: number },
): number {
  if (columns[at]?.pinned) return view.left
  const ends = endsOf(columns, widths)
  const starts = startsOf(widths)
  const start = rowHeadWidth + (starts[at] ?? 0)
  const end = rowHeadWidth + (starts[at + 1] ?? 0)
  if (start - ends.start < view.left) return start - ends.start
  return end + ends.end > view.left + view.width ? end + ends.end - view.width : view.left
}

/** Column limit; beyond it columns are virtualized. */
export const maxDrawn = 30
/** Overscan in columns. */
const beside = 2

export interface Drawn {
  readonly from: number
  readonly to: number
}

export function drawnOf(
  columns: readonly GridColumn[],
  widths: readonly number[],
  view: { readonly left: number; readonly width: number },
): Drawn | null {
  if (columns.length <= maxDrawn) return null
  const ends = endsOf(columns, widths)
  const starts = startsOf(widths)
  const first = columns.findIndex(column => !column.pinned)
  const last = columns.findLastIndex(column => !column.pinned)
  if (first < 0) return null
  const isSeen = (at: number) => {
    const start = rowHeadWidth + (starts[at] ?? 0)
    const end = rowHeadWidth + (starts[at + 1] ?? 0)
    return end > view.left + ends.start && start < view.left + view.width - ends.end
  }
  const seen = range(first, last + 1).filter(isSeen)
  const from = Math.max(first, (seen[0] ?? first) - beside)
  const to = Math.min(last, (seen.at(-1) ?? first) + beside)
  return { from, to }
}

/** Places of rendered columns. The active one always renders: it has focus. */
export function placesDrawn(
  columns: readonly GridColumn[],
  places: readonly CSSProperties[],
  drawn: Drawn | null,
  cursor: number,
): readonly (CSSProperties | undefined)[] {
  if (!drawn) return places
  const isDrawn = (at: number) =>
    columns[at]?.pinned !== undefined || at === cursor || (at >= drawn.from && at <= drawn.to)
  const first = columns.findIndex(column => !column.pinned)
  const last = columns.findLastIndex(column => !column.pinned)
  const shown = range(first, last + 1).filter(isDrawn)
  return places.map((place, at) => {
    if (!isDrawn(at)) return undefined
    if (columns[at]?.pinned) return place
    const before = shown[shown.indexOf(at) - 1] ?? first - 1
    const gap = at - before > 1 ? { marginInlineStart: sum(range(before + 1, at).map(widthOf)) } : {}
    const isLast = at === shown.at(-1) && at < last
    return { ...place, ...gap, ...(isLast ? { marginInlineEnd: sum(range(at + 1, last + 1).map(widthOf)) } : {}) }
  })
}
