/** Props of an editor that opens in a dialog of its own. */
import type { Field, Values } from '../contract/schema/field.ts'

export interface DialogEditorProps {
  readonly name: string
  /** What the column is called. */
  readonly title: string
  readonly field: Field
  /** The row it stands in, with what was changed in it. */
  readonly row: Values
  /** What tells the cell from all others while its grid is on screen. */
  readonly place: string
  /** The row as it is by then, for what ends after the window was closed. */
  rowNow(): Values | undefined
  readonly isReadOnly: boolean
  onChange(value: unknown): void
  onClose(): void
}
