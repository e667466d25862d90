/** Which columns stand where: what the person hid, pinned and moved, over the order of the definition. */
import type { GridColumn } from './column.ts'
import { toggled } from './selection.ts'

/** Hide a column, keep it in sight or let it go, move it, show the hidden ones, or have all as they were at first. */
export type Arrangement = 'hide' | 'pin' | 'left' | 'right' | 'show' | 'reset'

export interface Layout {
  readonly hidden: ReadonlySet<string>
  /** Those that stay in sight or not against their definition. */
  readonly turned: ReadonlySet<string>
  /** Ids in the order of the person; empty for that of the definition. */
  readonly order: readonly string[]
}

export const asDefined: Layout = { hidden: new Set(), turned: new Set(), order: [] }

function turnedOver(column: GridColumn): GridColumn {
  const { pinned, ...rest } = column
  return pinned ? rest : { ...rest, pinned: 'start' }
}

/** All columns in their order, the hidden ones among them; a column the order does not know comes last. */
function ordered(all: readonly GridColumn[], { order, turned }: Layout): readonly GridColumn[] {
  const placeOf = ({ id }: GridColumn) => (order.includes(id) ? order.indexOf(id) : order.length)
  const placed = all.toSorted((a, b) => placeOf(a) - placeOf(b))
  return placed.map(column => (turned.has(column.id) ? turnedOver(column) : column))
}

/** The columns on screen: the pinned ones first. */
export function laidOut(all: readonly GridColumn[], layout: Layout): readonly GridColumn[] {
  const shown = ordered(all, layout).filter(({ id }) => !layout.hidden.has(id))
  return [...shown.filter(column => column.pinned), ...shown.filter(column => !column.pinned)]
}

/** The column beside one on screen that it can change places with: pinned columns and the others keep to themselves. */
export function besideOf(shown: readonly GridColumn[], id: string, step: 1 | -1): GridColumn | undefined {
  const at = shown.findIndex(column => column.id === id)
  const beside = shown[at + step]
  return at >= 0 && beside?.pinned === shown[at]?.pinned ? beside : undefined
}

function movedBy(all: readonly GridColumn[], layout: Layout, id: string, step: 1 | -1): Layout {
  const beside = besideOf(laidOut(all, layout), id, step)
  if (!beside) return layout
  const others = ordered(all, layout)
    .map(column => column.id)
    .filter(other => other !== id)
  const at = others.indexOf(beside.id) + (step > 0 ? 1 : 0)
  return { ...layout, order: others.toSpliced(at, 0, id) }
}

/** The layout after one change. */
export function arranged(all: readonly GridColumn[], layout: Layout, how: Arrangement, id: string): Layout {
  switch (how) {
    case 'hide':
      return { ...layout, hidden: new Set([...layout.hidden, id]) }
    case 'pin':
      return { ...layout, turned: toggled(layout.turned, [id]) }
    case 'left':
      return movedBy(all, layout, id, -1)
    case 'right':
      return movedBy(all, layout, id, 1)
    case 'show':
      return { ...layout, hidden: new Set() }
    case 'reset':
      return asDefined
  }
}
