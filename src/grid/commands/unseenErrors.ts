/** Errors of fields without a visible column: announce, then open the field. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowId } from '../../data/records/row.ts'
import { store, storeLocal } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import type { GridColumn } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import { arranged } from '../state/layout.ts'
import { goTo } from '../state/moving.ts'
import type { GridSource } from '../state/source.ts'

export interface UnseenError {
  readonly path: string
  readonly title: string
  readonly fieldError: string
}

export function unseenIn(
  { props, columns: drawn }: GridState,
  row: number,
  source: GridSource = props.source,
  columns: readonly GridColumn[] = drawn,
): readonly UnseenError[] {
  const fieldErrors: FieldErrors = source.fieldErrors?.(row) ?? {}
  return Object.entries(fieldErrors)
    .filter(([path]) => !columns.some(({ id }) => id === path))
    .map(([path, fieldError]) => {
      const hidden = props.columns.find(({ id }) => id === path)
      return { path, title: hidden?.title ?? props.unseen?.titleOf(path) ?? path, fieldError }
    })
}

export const unseenText = ({ title, fieldError }: UnseenError): string => `${title}: ${errorText(text, fieldError)}`

interface Named {
  readonly id: RowId | undefined
  readonly isEntered: boolean
}

/** Last announced row per grid: the next press opens its field. */
const named = storeLocal(() => new WeakMap<GridState, Named>())

export function searchedFrom(grid: GridState): Cell {
  const cursor = cursorOf(grid)
  const last = named().get(grid)
  const isPast = last?.isEntered && last.id === grid.props.source.rowId(cursor.row)
  return isPast ? { row: cursor.row, column: grid.columns.length } : cursor
}

export function nameUnseen(grid: GridState, row: number, fieldErrors: readonly UnseenError[]): void {
  goTo(grid, { row, column: cursorOf(grid).column })
  named().set(grid, { id: grid.props.source.rowId(row), isEntered: false })
  const announcement = [...fieldErrors.map(unseenText), text('grid.faultUnseen')].join('\n')
  store.set(grid.announcementAtom, announcement)
  notify({
    kind: 'warning',
    text: () => fieldErrors.map(unseenText).join('；'),
    details: () => text('grid.faultUnseen'),
  })
}

/** Opens the announced row's field: hidden column or record. False without one. */
export function enterUnseen(grid: GridState): boolean {
  const { source, unseen, columns } = grid.props
  const { row } = cursorOf(grid)
  const id = source.rowId(row)
  const last = named().get(grid)
  const isNamed = id !== undefined && last?.id === id && !last.isEntered
  if (isNamed) named().set(grid, { id, isEntered: true })
  const [first] = isNamed ? unseenIn(grid, row) : []
  if (!first) return false
  if (columns.some(column => column.id === first.path)) {
    grid.arrange((all, layout) => arranged(all, layout, 'show', first.path))
    goTo(grid, {
      row,
      column: Math.max(
        grid.columns.findIndex(column => column.id === first.path),
        0,
      ),
    })
    return true
  }
  if (!unseen) return false
  unseen.open(row)
  return true
}
