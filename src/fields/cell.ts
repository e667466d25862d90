/** What one kind of field can do on screen: be shown, typed, copied and cleared. The grid and the forms know no more. */
import type { ReactNode } from 'react'
import type { Locale } from '../contract/messages/locales.ts'
import type { Field, Values } from '../contract/schema/field.ts'

/** What an entered text means: a value (with the label a reference is shown by), or a fault under `fault.`. */
export type Parsed = { readonly value: unknown; readonly label?: string } | { readonly fault: string }

/** How a value is entered: `window` in a window of its own (`windows.ts`), `none` not in a cell at all. */
export type Editor = 'text' | 'date' | 'instant' | 'reference' | 'enumeration' | 'flag' | 'window' | 'none'

export interface CellKind {
  readonly align: 'start' | 'end' | 'center'
  /** Column width in pixels where the field says none. */
  readonly width: number
  readonly editor: Editor
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  /** The value as a person reads it. `name` is the field's name, by which a reference finds its `$label`. */
  show(value: unknown, row: Values, field: Field, locale: Locale, name?: string): ReactNode
  /** The value of an entered or pasted text. Empty text is asked for apart: it means `clear`. */
  parse(text: string, field: Field): Parsed
  /** Said where no text means a value of it: what is pasted passes it over. */
  readonly readsText?: false
  /** The value as text to copy and to edit; what `parse` takes back. */
  toText(value: unknown, row: Values, field: Field, locale: Locale, name?: string): string
  /** The value of an emptied cell. */
  readonly clear: unknown
}

/** Text without full-width forms, odd minus signs and outer blanks, as Chinese input methods leave them. */
export function plain(text: string): string {
  return text.normalize('NFKC').replaceAll('\u2212', '-').trim()
}

/** What was entered where it could not be understood is shown as it stands, beside its fault. */
export function raw(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
