/** Which row is selected: the same one while others come and go, the first one once the text is another. Pure. */

export interface Selected {
  readonly id: string | null
  /** Where it stood, for when it is gone. */
  readonly at: number
}

/** Nothing chosen yet: the first row counts. */
export const first: Selected = { id: null, at: 0 }

/** The place of what is selected among these rows; -1 in an empty list. */
export function placeOf(selected: Selected, rows: readonly { readonly id: string }[]): number {
  if (rows.length === 0) return -1
  const at = selected.id === null ? selected.at : rows.findIndex(row => row.id === selected.id)
  return at >= 0 && at < rows.length ? at : Math.min(selected.at, rows.length - 1)
}

/** The selection of a row, kept inside the list. */
export function selectionAt(at: number, rows: readonly { readonly id: string }[]): Selected {
  const place = Math.max(0, Math.min(at, rows.length - 1))
  return { id: rows[place]?.id ?? null, at: place }
}

const pageOfRows = 8

/** Where a key leads from here; null for a key that does not move. */
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
    // With a text they are the caret's.
    case 'Home':
      return isEmpty ? 0 : null
    case 'End':
      return isEmpty ? last : null
    default:
      return null
  }
}
