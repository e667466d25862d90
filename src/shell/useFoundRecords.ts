import { useEffect, useState } from 'react'
import { type FoundRecord, findRecords, mayNameRecord } from '../commands/recordSearch.ts'

const pause = 150
const none: readonly FoundRecord[] = []

export interface FoundRecords {
  readonly records: readonly FoundRecord[]
  readonly isSearching: boolean
}

const nothing: FoundRecords = { records: none, isSearching: false }
const searching: FoundRecords = { records: none, isSearching: true }

/** Records for what is typed, asked when the typing rests; what is typed on gives the question up. */
export function useFoundRecords(query: string): FoundRecords {
  const [found, setFound] = useState({ query: '', records: none })
  const isAsked = mayNameRecord(query)
  useEffect(() => {
    if (!isAsked) return undefined
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const records = await findRecords(query, controller.signal)
      if (!controller.signal.aborted) setFound({ query, records })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, isAsked])
  if (!isAsked) return nothing
  // Those of another question are not shown for this one.
  return found.query === query ? { records: found.records, isSearching: false } : searching
}
