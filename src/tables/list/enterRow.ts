/** Puts the keyboard into the first cell of a new row that can be filled. */
import { handlerOf } from '../../commands/registry.ts'

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
const run = (id: string) => handlerOf(id)?.run({}, {} as never)

const activeCell = (grid: string) =>
  document.querySelector<HTMLElement>(`[data-grid="${grid}"] [data-active] [data-active] input:not([type=date])`) ??
  document.querySelector<HTMLElement>(`[data-grid="${grid}"] [data-active] [data-active]`)

/** New rows stand on top of their list. */
export async function enterRow(grid: string): Promise<void> {
  if (typeof document === 'undefined') return
  await drawn()
  await run('grid.gridStart')
  await drawn()
  const cell = activeCell(grid)
  cell?.focus()
  if (!(cell instanceof HTMLInputElement)) await run('grid.next')
}
