/** Props of dialog editors. */
import type { Field, Values } from '#contract/schema/field.ts'

export interface DialogEditorProps {
  readonly name: string
  readonly title: string
  readonly field: Field
  readonly row: Values
  readonly place: string
  /** Current row, for work finishing after the dialog closed. */
  rowNow(): Values | undefined
  readonly isReadOnly: boolean
  onChange(value: unknown): void
  onClose(): void
}
