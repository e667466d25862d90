/** A column of a grid. */
import { type Field, text } from '../../contract/schema/field.ts'
import type { CellKind } from '../cells/cell.ts'

export interface GridColumn {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly align?: 'start' | 'end' | 'center'
  readonly kind: CellKind
  readonly field?: Field
  readonly readOnly?: boolean
  readonly pinned?: 'start'
  readonly sortable?: boolean
  /** Marked in the header. */
  readonly required?: boolean
}

const anything = text('')

/** The field of a column; a column without one holds plain text. */
export function fieldOf(column: GridColumn): Field {
  return column.field ?? anything
}
