import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Values } from '../../contract/schema/field.ts'
import { localeAtom } from '../../data/messages.ts'
import { type Choice, searchCodes, searchRecords } from '../cells/options.ts'

const pause = 180

export interface Choices {
  readonly choices: readonly Choice[]
  /** The text these choices are for; another one than was asked means the answer is on its way. */
  readonly of: string | null
}

const none: Choices = { choices: [], of: null }

/** What a field offers for a typed text: codes at once, records after a short pause, older questions called off. */
export function useChoices(field: Field, row: Values, q: string, isOpen: boolean): Choices {
  const locale = useAtomValue(localeAtom)
  const [found, setFound] = useState(none)
  // What narrows the choice counts by content: the row is another object after every key.
  const narrowed = JSON.stringify(field.where?.(row) ?? null)
  const latest = useRef(row)
  latest.current = row
  const isRecord = field.to !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: `narrowed` stands for the row
  useEffect(() => {
    if (!isOpen || !isRecord) return
    const controller = new AbortController()
    const timer = setTimeout(
      () => {
        searchRecords(field, latest.current, q, controller.signal).then(
          choices => setFound({ choices, of: q }),
          () => undefined,
        )
      },
      q === '' ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [field, q, isOpen, isRecord, narrowed])

  const codes = useMemo(
    () => (isRecord ? none : { choices: searchCodes(field.enumeration, q, locale), of: q }),
    [field, q, locale, isRecord],
  )
  return isRecord ? found : codes
}
