/** Cell kinds: the only interface for grid and forms. */
import type { ReactNode } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import type { Field } from '#contract/schema/field.ts'
import type { QuantityRules } from '#contract/schema/quantity.ts'
import type { RowValues } from '../data/records/row.ts'

/** Parse result: value (references with label), or error key under `fault.`. */
export type Parsed = { readonly value: unknown; readonly label?: string } | { readonly fieldError: string }

/** Editor kind: `window` in a dialog, `none` never in a cell. */
export type Editor = 'text' | 'date' | 'instant' | 'reference' | 'enumeration' | 'flag' | 'window' | 'none'

/** Keyboard of a touch screen. */
export type InputMode = 'text' | 'decimal' | 'numeric' | 'tel' | 'email'

export interface CellKind {
  readonly align: 'start' | 'end' | 'center'
  /** Default column width in pixels. */
  readonly width: number
  readonly editor: Editor
  readonly inputMode?: InputMode
  /** Display of the value; `name` locates a reference's `$label`. */
  show(value: unknown, row: RowValues, field: Field, locale: Locale, name?: string): ReactNode
  /** Parses typed or pasted text; empty text is `clear` instead. */
  parse(text: string, field: Field, rules?: QuantityRules): Parsed
  readonly readsText?: false
  /** Text for copying and editing; inverse of `parse`. */
  toText(value: unknown, row: RowValues, field: Field, locale: Locale, name?: string): string
  hint?(value: unknown): string | undefined
  readonly clear: unknown
}

/** Normalizes full-width forms and signs of Chinese IMEs. */
export function plainCell(text: string): string {
  return text.normalize('NFKC').replaceAll('\u2212', '-').trim()
}

/** Invalid input displayed as typed, beside its error. */
export function raw(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
