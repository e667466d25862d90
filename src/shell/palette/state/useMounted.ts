import { useState } from 'react'

/** As many rows as the list shows without scrolling: every mounted row costs time on every keystroke. */
const atFirst = 13
const ahead = 8

interface Mounted {
  /** The list it was grown for. */
  readonly of: string
  readonly isWhole: boolean
}

/** How many rows of a list are mounted: those in view at first, all of them once it is scrolled or gone through. */
export function useMounted(list: string, total: number, active: number): { readonly count: number; grow(): void } {
  const [mounted, setMounted] = useState<Mounted>({ of: list, isWhole: false })
  const isWhole = mounted.of === list && mounted.isWhole
  const count = isWhole ? total : Math.min(total, Math.max(atFirst, active + ahead))
  return { count, grow: () => (isWhole ? undefined : setMounted({ of: list, isWhole: true })) }
}
