/** Hands on our grid, in the console and alone: as whoever looks at the page finds it. */
import type { GridDriver } from './clock.ts'

export const gridOf = (name: string) => document.querySelector<HTMLElement>(`[data-grid="${name}"]`)

/** What is done with a grid once it is there; `list` names the one that is. */
export const gridDriver = (list: () => string): Omit<GridDriver, 'open' | 'close'> => ({
  goToRow: index => void window.lotline?.run('grid.goToRow', { row: index + 1 }),
  isShown: (index, own) =>
    gridOf(list())?.querySelector(`[data-index="${index}"]`)?.textContent?.includes(own) ?? false,
  scroller: () => gridOf(list())?.querySelector<HTMLElement>('[role=grid]') ?? null,
  cursor() {
    const cell = gridOf(list())?.querySelector<HTMLElement>('[role=gridcell][data-active]')
    const row = cell?.closest<HTMLElement>('[data-index]')?.dataset.index
    return cell && row ? `${row},${Number(cell.ariaColIndex) - 2}` : ''
  },
})
