/** Column virtualization by visible width. */
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, useLayoutEffect, useMemo, useState } from 'react'
import { store } from '../../data/store.ts'
import type { GridColumn } from '../state/column.ts'
import type { GridState } from '../state/gridState.ts'
import { type Drawn, drawnOf, maxDrawn, placesDrawn } from '../state/places.ts'

const atFirst: Drawn = { from: 0, to: maxDrawn / 2 }

interface Shown {
  readonly columns: readonly GridColumn[]
  readonly places: readonly CSSProperties[]
  readonly scroller: HTMLElement | null
  widths(): readonly number[]
}

export function useDrawnColumns(grid: GridState, { columns, places, scroller, widths }: Shown) {
  const isMany = columns.length > maxDrawn
  const [seen, setSeen] = useState<Drawn>(atFirst)
  useLayoutEffect(() => {
    if (!scroller || !isMany) return undefined
    const look = () => {
      const view = { left: scroller.scrollLeft, width: scroller.clientWidth }
      const next = drawnOf(columns, widths(), view)
      if (next) setSeen(now => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, isMany, columns, widths])
  const cursorAtom = useMemo(
    () =>
      atom(get => {
        const { column } = get(grid.cursorAtom)
        return isMany && (column < seen.from || column > seen.to) ? column : -1
      }),
    [grid, isMany, seen],
  )
  const cursor = useAtomValueRawSync(cursorAtom, { store })
  return useMemo(
    () => placesDrawn(columns, places, isMany ? seen : null, cursor),
    [columns, places, isMany, seen, cursor],
  )
}
