import { useState } from 'react'

/** Initial row limit without scrolling: mounted rows cost time per keystroke. */
const atFirst = 13
const ahead = 8

interface Mounted {
  readonly of: string
  readonly isWhole: boolean
}

/** Mounted row count: visible rows at first, all after scrolling. */
export function useMounted(list: string, total: number, active: number): { readonly count: number; grow(): void } {
  const [mounted, setMounted] = useState<Mounted>({ of: list, isWhole: false })
  const isWhole = mounted.of === list && mounted.isWhole
  const count = isWhole ? total : Math.min(total, Math.max(atFirst, active + ahead))
  return { count, grow: () => (isWhole ? undefined : setMounted({ of: list, isWhole: true })) }
}
