/** Verdicts of an inspection: limits decide numbers, people decide words, one failure fails the whole (domain.md §2.3). */
import { invalid } from '../../../src/contract/schema/answer.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'

export interface Limits {
  readonly limitMin?: unknown
  readonly limitMax?: unknown
}

/** Is there a number to keep to? */
export const hasLimits = ({ limitMin, limitMax }: Limits): boolean => !isEmpty(limitMin) || !isEmpty(limitMax)

/** Does a measured value keep its limits, both inclusive? */
export function isWithinLimits({ limitMin, limitMax }: Limits, value: unknown): boolean {
  const measured = decimal(value as string)
  return (
    (isEmpty(limitMin) || measured.gte(limitMin as string)) && (isEmpty(limitMax) || measured.lte(limitMax as string))
  )
}

/** The items with the verdict of every measured one by its limits, whatever was typed; words keep the typed verdict. */
export function checkedResults<T extends Values>(items: readonly T[]): T[] {
  return items.map(item => {
    if (typeof item !== 'object' || item === null) return item
    if (!hasLimits(item)) return item
    // A value that is no number is refused at its field afterwards.
    if (isEmpty(item.resultValue) || Number.isNaN(Number(item.resultValue))) return { ...item, verdict: null }
    return { ...item, verdict: isWithinLimits(item, item.resultValue) ? 'PASS' : 'FAIL' }
  })
}

/**
 * The verdict over all items.
 * @throws AppError invalid at the items that have no result yet
 */
export function verdictOf(items: readonly (Limits & { readonly verdict?: unknown })[]): 'PASS' | 'FAIL' {
  if (items.length === 0) throw invalid({ items: 'required' })
  const open = items.flatMap((item, index) => {
    if (!isEmpty(item.verdict)) return []
    return [[`items.${index}.${hasLimits(item) ? 'resultValue' : 'verdict'}`, 'required'] as const]
  })
  if (open.length > 0) throw invalid(Object.fromEntries(open))
  return items.some(item => item.verdict === 'FAIL') ? 'FAIL' : 'PASS'
}
