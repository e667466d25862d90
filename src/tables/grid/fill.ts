/** Filling down and to the right: which cell gets the value of which. */
import type { Cell } from './cursor.ts'
import type { Range } from './selection.ts'

export interface Fill {
  readonly from: Cell
  readonly to: Cell
}

/** The first row of the marked block into the rows below it; a single row takes from the row above. */
export function fillDown({ top, left, bottom, right }: Range): Fill[] {
  const source = top === bottom ? top - 1 : top
  if (source < 0) return []
  const fills: Fill[] = []
  for (let row = source + 1; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      fills.push({ from: { row: source, column }, to: { row, column } })
  return fills
}

/** The first column of the marked block into the columns right of it; a single column takes from the one before. */
export function fillRight({ top, left, bottom, right }: Range): Fill[] {
  const source = left === right ? left - 1 : left
  if (source < 0) return []
  const fills: Fill[] = []
  for (let row = Math.max(top, 0); row <= bottom; row++)
    for (let column = source + 1; column <= right; column++)
      fills.push({ from: { row, column: source }, to: { row, column } })
  return fills
}
