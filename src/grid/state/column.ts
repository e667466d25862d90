/** A column of a grid. */
import { type Field, text } from '../../contract/schema/field.ts'
import type { CellKind } from '../../fields/cell.ts'
import type { UnitOf } from '../../fields/units.ts'

/** An end of the grid at which columns stay in sight. */
export type Side = 'start' | 'end'

export interface GridColumn {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly align?: 'start' | 'end' | 'center'
  readonly kind: CellKind
  readonly field?: Field
  readonly readOnly?: boolean
  /** At which end it stays in sight. */
  readonly pinned?: Side
  /** Only there once a person asks for it. */
  readonly hidden?: boolean
  readonly sortable?: boolean
  /** Can the rows be narrowed by it? */
  readonly filterable?: boolean
  /** By what its quantities are counted. */
  readonly unit?: UnitOf
  /** Marked in the header. */
  readonly required?: boolean
}

const anything = text('')

/** The field of a column; a column without one holds plain text. */
export function fieldOf(column: GridColumn): Field {
  return column.field ?? anything
}
