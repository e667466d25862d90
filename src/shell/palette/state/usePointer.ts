import { type PointerEvent, useRef } from 'react'

/** Selects on actual pointer moves only; rows moving beneath select nothing. */
export function usePointer(select: (at: number) => void): (event: PointerEvent) => void {
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return ({ clientX: x, clientY: y, target }) => {
    const before = last.current
    last.current = { x, y }
    if (before === null || (before.x === x && before.y === y) || !(target instanceof Element)) return
    const slot = target.closest<HTMLElement>('[data-slot]')?.dataset.slot
    if (slot !== undefined) select(Number(slot))
  }
}
