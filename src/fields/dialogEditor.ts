import type { Field } from '#contract/schema/field.ts'
import type { RowValues } from '../data/records/row.ts'

export interface DialogEditorProps {
  readonly name: string
  readonly title: string
  readonly field: Field
  readonly row: RowValues
  readonly place: string
  /** Current row, for work finishing after the dialog closed. */
  rowNow(): RowValues | undefined
  readonly isReadOnly: boolean
  onChange(value: unknown): void
  onClose(): void
}
