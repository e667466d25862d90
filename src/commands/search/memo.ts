/** What was worked out lately for a text, of each of some things as long as the thing lives. */
export interface RecentMemo<Of extends object, Value> {
  get(of: Of, text: string): Value | undefined
  /** Keeps a value and gives it back. */
  keep(of: Of, text: string, value: Value): Value
}

/** Keeps the `most` values of each thing that were worked out last: as much as is typed and taken back in one go. */
export function memoizeRecent<Of extends object, Value>(most: number): RecentMemo<Of, Value> {
  const kept = new WeakMap<Of, Map<string, Value>>()
  return {
    get: (of, text) => kept.get(of)?.get(text),
    keep(of, text, value) {
      const values = kept.get(of) ?? new Map<string, Value>()
      kept.set(of, values)
      values.delete(text)
      values.set(text, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
      return value
    },
  }
}
