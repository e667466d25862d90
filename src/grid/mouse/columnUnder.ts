import type { GridState } from '../state/gridState.ts'

/** Column by title position, -1 if none: unloaded rows have no cells. */
export function columnUnder({ root, columns }: GridState, x: number): number {
  const titles = root?.querySelectorAll<HTMLElement>('[role=columnheader][data-column-id]') ?? []
  const under = [...titles].filter(title => {
    const { left, right } = title.getBoundingClientRect()
    return left <= x && x < right
  })
  // Pinned titles overlay the scrolled ones.
  const title = under.find(each => each.dataset.pinned !== undefined) ?? under[0]
  return columns.findIndex(({ id }) => id === title?.dataset.columnId)
}
