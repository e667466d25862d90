import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { localeAtom } from '../../data/language.ts'

/** Delay in ms after a language switch; specification §4. */
const pause = 100

/** Revalidates input after a language switch (specification §4). */
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
