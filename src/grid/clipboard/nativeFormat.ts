/** Native clipboard format: typed values, so our own grids need no guessing. */
import { type Kind, kinds } from '#contract/schema/field.ts'
import type { ClipBlock, ClipCell, ClipColumn } from './block.ts'

export const nativeFormatType = 'application/x-lotline-cells+json'

interface NativeFormat {
  readonly version: 1
  /** Installation id: record ids are valid only on their origin. */
  readonly home: string
  readonly columns: readonly ClipColumn[]
  readonly rows: readonly (readonly (readonly [value: unknown, text: string])[])[]
}

export function toNativeFormat({ rows, columns = [] }: ClipBlock, home: string): string {
  const nativeFormat: NativeFormat = {
    version: 1,
    home,
    columns,
    rows: rows.map(row => row.map(({ typed, text }) => [typed?.value ?? null, text] as const)),
  }
  return JSON.stringify(nativeFormat)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKind = (value: unknown): value is Kind => kinds.some(kind => kind === value)

function columnFrom(value: unknown): ClipColumn | null {
  if (!isObject(value) || typeof value.id !== 'string' || !isKind(value.kind)) return null
  return { id: value.id, kind: value.kind, ...(typeof value.of === 'string' ? { of: value.of } : {}) }
}

function cellFrom(value: unknown, isAtHome: boolean): ClipCell | null {
  if (!Array.isArray(value) || typeof value[1] !== 'string') return null
  return isAtHome ? { text: value[1], typed: { value: value[0] } } : { text: value[1] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Parses a block; null if invalid. Any page can write the clipboard. */
export function fromNativeFormat(text: string, home: string): ClipBlock | null {
  const nativeFormat = parsed(text)
  if (
    !isObject(nativeFormat) ||
    nativeFormat.version !== 1 ||
    !Array.isArray(nativeFormat.columns) ||
    !Array.isArray(nativeFormat.rows)
  )
    return null
  const isAtHome = nativeFormat.home === home
  const columns = nativeFormat.columns.map(columnFrom).filter(column => column !== null)
  const rows = nativeFormat.rows.map(row =>
    Array.isArray(row) ? row.map(cell => cellFrom(cell, isAtHome)).filter(cell => cell !== null) : [],
  )
  if (columns.length < nativeFormat.columns.length || rows.length === 0) return null
  return rows.every(row => row.length === columns.length) ? { rows, columns } : null
}
