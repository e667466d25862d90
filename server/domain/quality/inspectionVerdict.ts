/** Inspection verdicts: numbers by limits, text by people (domain.md §2.3). */
import type { qualityitem } from '#contract/quality/qualityitem.ts'
import { invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'

export interface Limits {
  readonly limitMin?: unknown
  readonly limitMax?: unknown
}

export const hasLimits = ({ limitMin, limitMax }: Limits): boolean => !isEmpty(limitMin) || !isEmpty(limitMax)

/** Limit check, both bounds inclusive. */
export function isWithinLimits({ limitMin, limitMax }: Limits, value: unknown): boolean {
  const measured = decimal(value)
  return (
    (isEmpty(limitMin) || measured.gte(decimal(limitMin))) && (isEmpty(limitMax) || measured.lte(decimal(limitMax)))
  )
}

type ItemDraft = DraftOf<typeof qualityitem>

export const checkedResults = (items: readonly ItemDraft[]): ItemDraft[] =>
  items.map(item => {
    if (!hasLimits(item)) return item
    if (isEmpty(item.resultValue)) return { ...item, verdict: null }
    return { ...item, verdict: isWithinLimits(item, item.resultValue) ? 'PASS' : 'FAIL' }
  })

/**
 * Verdict over all items.
 * @throws AppError invalid at items without a result
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
