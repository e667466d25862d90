import { useEffect, useState } from 'react'
import { type FoundRecord, findRecords, mayNameRecord } from '../commands/recordSearch.ts'

const pause = 150
const none: readonly FoundRecord[] = []

/** Records for what is typed, asked when the typing rests; what is typed on gives the question up. */
export function useFoundRecords(query: string): readonly FoundRecord[] {
  const [found, setFound] = useState({ query: '', records: none })
  useEffect(() => {
    if (!mayNameRecord(query)) return undefined
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const records = await findRecords(query, controller.signal)
      if (!controller.signal.aborted) setFound({ query, records })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  // Those of another question are not shown for this one.
  return found.query === query ? found.records : none
}
