import { atom, useAtomValue } from 'jotai'
import { type RefObject, useContext, useEffect, useRef } from 'react'
import { locationAtom } from '../../data/location.ts'
import { FrontContext } from '../front.ts'

/** Frames until a leading overlay, like the palette, has closed. */
const maxFrames = 30

/** Field named by the address, e.g. by a deadline's link. */
export const namedFieldAtom = atom(get => new URLSearchParams(get(locationAtom).split('?')[1] ?? '').get('field') ?? '')

interface FirstFocus {
  /** Prefers the first field left to fill. */
  readonly isPrepared?: boolean
  readonly isNamedOnly?: boolean
  /** Selector of what takes the focus instead of a field. */
  readonly entry?: string
}

/** Focus on the addressed or first editable field, once. */
export function useFirstFocus(
  screen: RefObject<HTMLElement | null>,
  isReady: boolean,
  { isPrepared = false, isNamedOnly = false, entry }: FirstFocus = {},
): void {
  const done = useRef<string | null>(null)
  const isFront = useContext(FrontContext)
  const named = useAtomValue(namedFieldAtom)
  useEffect(() => {
    if (!isReady || !isFront || (done.current !== null && (named === '' || done.current === named))) return
    let frames = 0
    let next = 0
    const give = () => {
      frames += 1
      const isCovered = document.querySelector('[role="dialog"]') !== null
      if (isCovered && frames < maxFrames) {
        next = requestAnimationFrame(give)
        return
      }
      done.current = named
      const { activeElement } = document
      const first = (within: string) =>
        screen.current?.querySelector<HTMLElement>(`${within} input, ${within} textarea`) ?? null
      const asked = named === '' || isCovered ? null : first(`[data-field="${CSS.escape(named)}"]`)
      if (asked) return asked.focus()
      if (isNamedOnly) return
      // Screen root holds focus only until a field exists.
      if (isCovered || (activeElement !== screen.current && screen.current?.contains(activeElement))) return
      if (entry !== undefined) return screen.current?.querySelector<HTMLElement>(entry)?.focus()
      // Fields with errors take precedence.
      const missing = isPrepared ? first('[data-field][data-missing]') : null
      ;(first('[data-field][data-fault]') ?? missing ?? first('[data-field]'))?.focus()
    }
    give()
    return () => cancelAnimationFrame(next)
  }, [screen, isReady, isFront, isPrepared, isNamedOnly, entry, named])
}
