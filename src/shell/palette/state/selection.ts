/** Selection by identity; new queries start at the first row. Pure. */

export interface Selected {
  readonly id: string | null
  readonly at: number
}

export const first: Selected = { id: null, at: 0 }

export function selectedIndex(selected: Selected, rows: readonly { readonly id: string }[]): number {
  if (rows.length === 0) return -1
  const at = selected.id === null ? selected.at : rows.findIndex(row => row.id === selected.id)
  return at >= 0 && at < rows.length ? at : Math.min(selected.at, rows.length - 1)
}

export function selectionAt(at: number, rows: readonly { readonly id: string }[]): Selected {
  const place = Math.max(0, Math.min(at, rows.length - 1))
  return { id: rows[place]?.id ?? null, at: place }
}

const pageOfRows = 8

export function movedBy(key: string, from: number, count: number, isEmpty: boolean): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return from >= last ? 0 : from + 1
    case 'ArrowUp':
      return from <= 0 ? last : from - 1
    case 'PageDown':
      return Math.min(last, from + pageOfRows)
    case 'PageUp':
      return Math.max(0, from - pageOfRows)
    // Non-empty input: the caret owns Home and End.
    case 'Home':
      return isEmpty ? 0 : null
    case 'End':
      return isEmpty ? last : null
    default:
      return null
  }
}
