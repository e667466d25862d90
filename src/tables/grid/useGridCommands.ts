import { useLayoutEffect } from 'react'
import { registerHandler } from '../../commands/registry.ts'
import { isMeant, present } from './focus.ts'
import { gridCommands, possible } from './gridCommands.ts'
import type { GridState } from './gridState.ts'

/** Performs the `grid.*` commands while the grid is on screen and is the one that is meant. */
export function useGridCommands(grid: GridState): void {
  useLayoutEffect(() => {
    const gone = present(grid)
    const removals = Object.entries(gridCommands).map(([id, run]) =>
      registerHandler(id, {
        run: args => run(grid, args),
        enabled: () => isMeant(grid) && !grid.composing && (possible[id]?.(grid) ?? true),
      }),
    )
    return () => {
      for (const remove of removals) remove()
      gone()
    }
  }, [grid])
}
