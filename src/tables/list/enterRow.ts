/** Puts the keyboard into the first cell of a new row that can be filled. */
import { handlerOf } from '../../commands/registry.ts'
import type { RowId } from '../../data/records.ts'

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
const run = (id: string) => handlerOf(id)?.run({}, {} as never)

const activeCell = (grid: string) =>
  document.querySelector<HTMLElement>(`[data-grid="${grid}"] [data-active] [data-active] input:not([type=date])`) ??
  document.querySelector<HTMLElement>(`[data-grid="${grid}"] [data-active] [data-active]`)

/** A new row stands on top of its list: the cursor goes there as soon as it is drawn. */
export async function enterRow(grid: string, id: RowId): Promise<void> {
  if (typeof document === 'undefined') return
  const isThere = () => document.querySelector(`[data-grid="${grid}"] [data-row-id="${id}"][data-active]`) !== null
  for (let frame = 0; frame < 40 && !isThere(); frame++) {
    await run('grid.gridStart')
    await drawn()
  }
  await drawn()
  const cell = activeCell(grid)
  cell?.focus()
  if (cell && !(cell instanceof HTMLInputElement)) await run('grid.next')
}
