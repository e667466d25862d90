/** What every control of a form is given, whatever kind of value it enters. */
import type { Field, Values } from '../../contract/schema/field.ts'

export interface ControlProps {
  readonly id: string
  readonly name: string
  readonly field: Field
  /** The row it stands in, by which a reference is narrowed. */
  readonly row: Values
  readonly value: unknown
  /** The value as it is read. */
  readonly label: string
  /** What it is called where no label names it. */
  readonly title?: string | undefined
  /** What a number is counted in; nothing where it is a bare one. */
  readonly unit?: string
  /** Grows with what is entered: one line, so long that it would be cut. */
  readonly grows?: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** A reference is handed over with what it is shown by. */
  onChange(value: unknown, label?: unknown): void
}
