interface Limits {
  readonly limitMin?: string | number | null
  readonly limitMax?: string | number | null
}

/** Order of critical limits; one-sided limits are valid. */
export function limitsInOrder({ limitMin: min, limitMax: max }: Limits): boolean {
  return min === null || min === undefined || max === null || max === undefined || Number(min) <= Number(max)
}
