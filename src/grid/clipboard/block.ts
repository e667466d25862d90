/** Cell blocks on their way to or from the clipboard. */
import type { Kind } from '#contract/schema/field.ts'

export interface ClipCell {
  readonly text: string
  /** Exact number behind the text, which may be rounded. */
  readonly number?: string
  /** Number format of the spreadsheet: `yyyy/m/d`, `0.00%`, `@`. */
  readonly format?: string
  /** Native value, set only by cells from our own grids. */
  readonly typed?: { readonly value: unknown }
}

export interface ClipColumn {
  readonly id: string
  readonly kind: Kind
  readonly of?: string
}

export interface ClipBlock {
  readonly rows: readonly (readonly ClipCell[])[]
  readonly columns?: readonly ClipColumn[]
}

export function blockOf(texts: readonly (readonly string[])[]): ClipBlock {
  return { rows: texts.map(row => row.map(text => ({ text }))) }
}

export function blockSize({ rows }: ClipBlock): { readonly height: number; readonly width: number } {
  return { height: rows.length, width: rows.reduce((most, row) => Math.max(most, row.length), 0) }
}
