import { type Field, text } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { CellKind } from '../../fields/cell.ts'
import type { QuantitySources, UnitOf } from '../../fields/units.ts'

export type Side = 'start' | 'end'

export interface GridColumn {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly align?: 'start' | 'end' | 'center'
  readonly kind: CellKind
  readonly field?: Field
  /** Entity or line of the field. */
  readonly entity?: string
  readonly readOnly?: boolean
  readonly pinned?: Side
  readonly hidden?: boolean
  readonly sortable?: boolean
  readonly filterable?: boolean
  readonly unit?: UnitOf
  readonly quantity?: QuantitySources
  /** Unit shown beside the number, or another, unless a column has it. */
  unitIn?(row: RowValues, quantity?: unknown): string
  readonly required?: boolean
  /** Text shown on the title, where the term needs one. */
  readonly explanation?: string
  /** Names the row's record, which it links. */
  readonly isKey?: boolean
}

const anything = text('')

export function fieldOf(column: GridColumn): Field {
  return column.field ?? anything
}

export function textOf(column: GridColumn, row: RowValues): string {
  const { kind, id } = column
  return kind.toText(row[id], row, fieldOf(column), store.get(localeAtom), id)
}
