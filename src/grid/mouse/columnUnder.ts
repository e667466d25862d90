import type { GridState } from '../state/gridState.ts'

/** The column whose title spans a place across the screen, -1 where none does: a row that is not read yet has no cells to ask. */
export function columnUnder({ root, columns }: GridState, x: number): number {
  const titles = root?.querySelectorAll<HTMLElement>('[role=columnheader][data-column-id]') ?? []
  const under = [...titles].filter(title => {
    const { left, right } = title.getBoundingClientRect()
    return left <= x && x < right
  })
  // What is pinned lies over what is scrolled beneath it.
  const title = under.find(each => each.dataset.pinned !== undefined) ?? under[0]
  return columns.findIndex(({ id }) => id === title?.dataset.columnId)
}
