/** Column layout: user changes over the definition. */
import type { GridColumn, Side } from './column.ts'

export const densities = ['compact', 'normal', 'wide'] as const
export type Density = (typeof densities)[number]

/** Differences to the definition only, so equal layouts compare equal. */
export interface Layout {
  readonly hidden: Readonly<Record<string, boolean>>
  /** Pinned side; false unpins against the definition. */
  readonly pinned: Readonly<Record<string, Side | false>>
  /** User order of ids; empty for the definition's. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const asDefined: Layout = { hidden: {}, pinned: {}, order: [], widths: {}, density: 'compact' }

export type Arrangement = 'hide' | 'show' | 'pin' | 'pinEnd' | 'left' | 'right' | 'showAll' | 'reset'

export type LayoutChange = (all: readonly GridColumn[], layout: Layout) => Layout

const sideOf = (column: GridColumn, { pinned }: Layout): Side | undefined => {
  const own = pinned[column.id] ?? column.pinned
  return own === false ? undefined : own
}

export function isHidden(column: GridColumn, { hidden }: Layout): boolean {
  return hidden[column.id] ?? column.hidden ?? false
}

export function hiddenByPerson(all: readonly GridColumn[], layout: Layout): readonly GridColumn[] {
  return all.filter(column => !column.hidden && isHidden(column, layout))
}

function pinnedAs(column: GridColumn, side: Side | undefined): GridColumn {
  if (column.pinned === side) return column
  const { pinned: _pinned, ...rest } = column
  return side ? { ...rest, pinned: side } : rest
}

function ordered(all: readonly GridColumn[], layout: Layout): readonly GridColumn[] {
  const places = new Map(layout.order.map((id, at) => [id, at]))
  const placeOf = ({ id }: GridColumn) => places.get(id) ?? places.size
  return all.toSorted((a, b) => placeOf(a) - placeOf(b)).map(column => pinnedAs(column, sideOf(column, layout)))
}

function bySide(columns: readonly GridColumn[]): readonly GridColumn[] {
  const at = (side: Side | undefined) => columns.filter(column => column.pinned === side)
  return [...at('start'), ...at(undefined), ...at('end')]
}

export function everyColumn(all: readonly GridColumn[], layout: Layout): readonly GridColumn[] {
  return bySide(ordered(all, layout))
}

export function laidOut(all: readonly GridColumn[], layout: Layout): readonly GridColumn[] {
  return bySide(ordered(all, layout).filter(column => !isHidden(column, layout)))
}

export function besideOf(shown: readonly GridColumn[], id: string, step: 1 | -1): GridColumn | undefined {
  const at = shown.findIndex(column => column.id === id)
  const beside = shown[at + step]
  return at >= 0 && beside?.pinned === shown[at]?.pinned ? beside : undefined
}

/** Override for an id, removed when equal to the definition. */
function withOwn<V>(own: Readonly<Record<string, V>>, id: string, value: V, defined: V): Readonly<Record<string, V>> {
  const { [id]: _gone, ...others } = own
  return value === defined ? others : { ...others, [id]: value }
}

const find = (all: readonly GridColumn[], id: string) => all.find(column => column.id === id)

function withHidden(all: readonly GridColumn[], layout: Layout, id: string, hidden: boolean): Layout {
  return { ...layout, hidden: withOwn(layout.hidden, id, hidden, find(all, id)?.hidden ?? false) }
}

function withSide(all: readonly GridColumn[], layout: Layout, id: string, side: Side | undefined): Layout {
  return { ...layout, pinned: withOwn(layout.pinned, id, side ?? false, find(all, id)?.pinned ?? false) }
}

function toggledSide(all: readonly GridColumn[], layout: Layout, id: string, side: Side): Layout {
  const column = find(all, id)
  return column ? withSide(all, layout, id, sideOf(column, layout) === side ? undefined : side) : layout
}

function withOrder(all: readonly GridColumn[], layout: Layout, order: readonly string[]): Layout {
  const isDefined = all.every(({ id }, at) => order[at] === id)
  return { ...layout, order: isDefined ? [] : order }
}

function movedTo(all: readonly GridColumn[], layout: Layout, id: string, beside: string, after: boolean): Layout {
  const others = ordered(all, layout)
    .map(column => column.id)
    .filter(other => other !== id)
  return withOrder(all, layout, others.toSpliced(others.indexOf(beside) + (after ? 1 : 0), 0, id))
}

function movedBy(all: readonly GridColumn[], layout: Layout, id: string, step: 1 | -1): Layout {
  const beside = besideOf(laidOut(all, layout), id, step)
  return beside ? movedTo(all, layout, id, beside.id, step > 0) : layout
}

/** Moves a dropped column, which takes its neighbours' pinning. */
export function droppedAt(all: readonly GridColumn[], layout: Layout, id: string, place: number): Layout {
  const shown = laidOut(all, layout)
  const at = shown.findIndex(column => column.id === id)
  if (at < 0 || place === at || place === at + 1) return layout
  const before = shown[place - 1]
  const behind = shown[place]
  const own = shown[at]?.pinned
  const isOwn = [before, behind].some(beside => beside && beside.pinned === own)
  const side = isOwn ? own : (behind ?? before)?.pinned
  const beside = behind && behind.pinned === side ? behind : before
  if (!beside) return layout
  return movedTo(all, withSide(all, layout, id, side), id, beside.id, beside === before)
}

export function arranged(all: readonly GridColumn[], layout: Layout, how: Arrangement, id: string): Layout {
  switch (how) {
    case 'hide':
      return withHidden(all, layout, id, true)
    case 'show':
      return withHidden(all, layout, id, false)
    case 'pin':
      return toggledSide(all, layout, id, 'start')
    case 'pinEnd':
      return toggledSide(all, layout, id, 'end')
    case 'left':
      return movedBy(all, layout, id, -1)
    case 'right':
      return movedBy(all, layout, id, 1)
    case 'showAll':
      return {
        ...layout,
        hidden: Object.fromEntries(Object.entries(layout.hidden).filter(([, isGone]) => !isGone)),
      }
    case 'reset':
      return { ...asDefined, density: layout.density }
  }
}

export function isSameLayout(a: Layout, b: Layout): boolean {
  const same = (one: object, other: object) =>
    JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
  return (
    a.density === b.density &&
    a.order.join() === b.order.join() &&
    same(a.hidden, b.hidden) &&
    same(a.pinned, b.pinned) &&
    same(a.widths, b.widths)
  )
}
