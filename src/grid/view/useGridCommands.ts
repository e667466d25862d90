import { useLayoutEffect } from 'react'
import { type CommandHandler, registerHandlers } from '../../commands/core/registry.ts'
import { isTargetGrid, presentGrid } from '../commands/focus.ts'
import { gridCommands, possible } from '../commands/gridCommands.ts'
import type { GridState } from '../state/gridState.ts'

/** Registers `grid.*` handlers while this grid is mounted and targeted. */
export function useGridCommands(grid: GridState): void {
  useLayoutEffect(() => {
    const gone = presentGrid(grid)
    const performed = Object.entries(gridCommands).map(([id, run]): [string, CommandHandler] => [
      id,
      {
        run: args => run(grid, args),
        enabled: () => isTargetGrid(grid) && !grid.composing && (possible[id]?.(grid) ?? true),
      },
    ])
    const remove = registerHandlers(Object.fromEntries(performed))
    return () => {
      remove()
      gone()
    }
  }, [grid])
}
