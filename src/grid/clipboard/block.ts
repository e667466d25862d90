/** Cells on their way to or from the clipboard. */
import type { Kind } from '../../contract/schema/field.ts'

export interface ClipCell {
  /** As a person reads it. */
  readonly text: string
  /** The exact number behind the text, which a spreadsheet may show as a day or cut short. */
  readonly number?: string
  /** How the spreadsheet shows the number: `yyyy/m/d`, `0.00%`, `@`. */
  readonly format?: string
  /** The value itself, where the cell comes from a grid of ours. */
  readonly typed?: { readonly value: unknown }
}

/** What the values of a column mean that was copied from a grid of ours. */
export interface ClipColumn {
  readonly id: string
  readonly kind: Kind
  /** The entity of a reference, or the set of codes. */
  readonly of?: string
}

export interface ClipBlock {
  readonly rows: readonly (readonly ClipCell[])[]
  /** Only of cells from a grid of ours. */
  readonly columns?: readonly ClipColumn[]
}

/** A block of bare texts. */
export function blockOf(texts: readonly (readonly string[])[]): ClipBlock {
  return { rows: texts.map(row => row.map(text => ({ text }))) }
}

/** How far a block reaches. */
export function sizeOf({ rows }: ClipBlock): { readonly height: number; readonly width: number } {
  return { height: rows.length, width: rows.reduce((most, row) => Math.max(most, row.length), 0) }
}
