/** Memo of recent results by text, per object, weakly held. */
export interface RecentMemo<Of extends object, Value> {
  get(of: Of, text: string): Value | undefined
  set(of: Of, text: string, value: Value): Value
}

/** Caches the `most` latest values per object: one typing burst. */
export function memoizeRecent<Of extends object, Value>(most: number): RecentMemo<Of, Value> {
  const cache = new WeakMap<Of, Map<string, Value>>()
  return {
    get: (of, text) => cache.get(of)?.get(text),
    set(of, text, value) {
      const values = cache.get(of) ?? new Map<string, Value>()
      cache.set(of, values)
      values.delete(text)
      values.set(text, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
      return value
    },
  }
}
