import type { Values } from '../schema/field.ts'

/** Is the lower critical limit not above the upper one? One of them may be left out: a limit has one side or two. */
export function limitsInOrder(row: Values): boolean {
  const [min, max] = [row.limitMin, row.limitMax]
  return min === null || min === undefined || max === null || max === undefined || Number(min) <= Number(max)
}
