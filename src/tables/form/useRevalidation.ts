import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { localeAtom } from '../../data/api/messages.ts'

/** Milliseconds after a switch of language; the specification's figure. */
const pause = 100

/** Looks again at what was entered once another language is spoken (specification §4). */
export function useRevalidation(revalidate: () => unknown): void {
  const locale = useAtomValue(localeAtom)
  const before = useRef(locale)
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    if (before.current === locale) return
    before.current = locale
    const timer = setTimeout(() => latest.current(), pause)
    return () => clearTimeout(timer)
  }, [locale])
}
