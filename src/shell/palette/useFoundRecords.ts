import { useEffect, useState } from 'react'
import { type FoundRecord, findRecords, mayNameRecord } from '../../commands/recordSearch.ts'
import { searchDueAtom } from '../../commands/search/searchDue.ts'
import { store } from '../../data/store.ts'

const pause = 150
const none: readonly FoundRecord[] = []

export interface FoundRecords {
  readonly records: readonly FoundRecord[]
  readonly isSearching: boolean
  /** Request sent; a spinner before that would cost typing time. */
  readonly isAsked: boolean
}

const nothing: FoundRecords = { records: none, isSearching: false, isAsked: false }

/** Debounced record search; further typing aborts. */
export function useFoundRecords(query: string): FoundRecords {
  const [found, setFound] = useState({ query: '', records: none })
  const [asked, setAsked] = useState<string | null>(null)
  const isNamed = mayNameRecord(query)
  useEffect(() => {
    if (!isNamed) return undefined
    const controller = new AbortController()
    store.set(searchDueAtom, true)
    const timer = setTimeout(async () => {
      setAsked(query)
      const records = await findRecords(query, controller.signal).finally(() => {
        if (!controller.signal.aborted) store.set(searchDueAtom, false)
      })
      if (controller.signal.aborted) return
      setAsked(null)
      setFound({ query, records })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
      store.set(searchDueAtom, false)
      setAsked(null)
    }
  }, [query, isNamed])
  if (!isNamed) return nothing
  // Stale results of another query are hidden.
  if (found.query === query) return { records: found.records, isSearching: false, isAsked: false }
  return { records: none, isSearching: true, isAsked: asked === query }
}
