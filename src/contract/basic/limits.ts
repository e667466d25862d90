import type { Values } from '../schema/field.ts'

/** Order of critical limits; one-sided limits are valid. */
export function limitsInOrder(row: Values): boolean {
  const [min, max] = [row.limitMin, row.limitMax]
  return min === null || min === undefined || max === null || max === undefined || Number(min) <= Number(max)
}
