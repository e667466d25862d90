import { useEffect, useRef } from 'react'
import { store } from '../../data/store.ts'
import { type SelectionTotals, selectionTotals } from '../commands/selectionTotals.ts'
import type { GridState } from '../state/gridState.ts'
import { hasMark } from '../state/marked.ts'
import { holdMark } from '../state/rows.ts'

export function useMarks(grid: GridState, version: number): void {
  const sums = useRef<SelectionTotals | null>(null)
  useEffect(() => {
    const own = selectionTotals(grid)
    sums.current = own
    const remove = store.sub(grid.marksAtom, () => {
      if (hasMark(grid)) holdMark(grid)
      own.again()
    })
    return () => {
      remove()
      own.end()
      sums.current = null
    }
  }, [grid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what says that the cells hold something else
  useEffect(() => sums.current?.again(), [version])
}
