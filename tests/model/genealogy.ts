/** Which lot went into which, by the charges and receipts of a plan that stand (domain.md §0.2.3, §2.9 I6). */
import type { Batch, Plan } from './state.ts'

export interface Link {
  readonly input: number
  readonly output: number
  readonly plan: number
  readonly batch: number
  readonly used: bigint
  readonly precision: 'BATCH' | 'PLAN'
}

/** What is known of a plan by its charges and receipts. */
export type Charged = Pick<Plan, 'id' | 'charges' | 'outputs'>

/** Is it known of everything that was charged and made which batch it belongs to, and what that batch was charged with? */
function isExact(plan: Charged): boolean {
  const charges = [...plan.charges.values()]
  const chargedTo = (batch: number) =>
    charges.filter(charge => charge.batch === batch).reduce((sum, charge) => sum + charge.quantity, 0n)
  return (
    charges.every(({ batch }) => batch > 0) &&
    [...plan.outputs.values()].every(({ batch }) => batch > 0 && chargedTo(batch) > 0n)
  )
}

/** What of a plan belongs together: its batches where they are exact, else all of it. */
function batchesOf(plan: Charged, coarsely: boolean) {
  const exact = !coarsely && isExact(plan)
  return { exact, batchOf: (each: Batch) => (exact ? each.batch : 0) }
}

/** What was charged less what was corrected away, lot by lot and batch by batch. */
function usedBy(plan: Charged, batchOf: (each: Batch) => number) {
  const used = new Map<string, { readonly lot: number; readonly batch: number; quantity: bigint }>()
  for (const charge of plan.charges.values()) {
    const key = `${charge.lot}:${batchOf(charge)}`
    const sum = used.get(key) ?? { lot: charge.lot, batch: batchOf(charge), quantity: 0n }
    sum.quantity += charge.quantity
    used.set(key, sum)
  }
  return [...used.values()].filter(({ quantity }) => quantity > 0n)
}

/** What a plan has used and nothing has come of yet. */
export function unmadeOf(plan: Charged, coarsely = false): Batch[] {
  const { batchOf } = batchesOf(plan, coarsely)
  const made = new Set([...plan.outputs.values()].map(batchOf))
  return usedBy(plan, batchOf).filter(({ batch }) => !made.has(batch))
}

/**
 * Links of a plan: batch by batch when every charge names its batch and every receipt one that was charged, else (or where
 * it is asked for so coarsely) all of what was charged with all of what was made: never narrowed by guessing, and never so
 * that a lot is left without what it was made of (I6).
 */
export function linksOf(plan: Charged, coarsely = false): Link[] {
  const outputs = [...plan.outputs.values()]
  const { exact, batchOf } = batchesOf(plan, coarsely)
  const made = new Map(outputs.map(each => [`${each.lot}:${batchOf(each)}`, { lot: each.lot, batch: batchOf(each) }]))
  const precision = exact ? ('BATCH' as const) : ('PLAN' as const)
  return usedBy(plan, batchOf).flatMap(input =>
    [...made.values()]
      .filter(output => output.batch === input.batch && output.lot !== input.lot)
      .map(output => ({
        ...{ input: input.lot, output: output.lot, plan: plan.id, batch: input.batch },
        ...{ used: input.quantity, precision },
      })),
  )
}

/** Is there a lot made by the plan of which nobody knows what it was made of? */
export function hasOrphans(plan: Plan): boolean {
  const linked = new Set(linksOf(plan).map(link => link.output))
  return [...plan.outputs.values()].some(output => !linked.has(output.lot))
}

/** Net quantity charged to a plan. */
export const chargedTo = (plan: Plan): bigint =>
  [...plan.charges.values()].reduce((sum, charge) => sum + charge.quantity, 0n)

/** What came out of a plan, all of it or only what the plan is for. */
export const outputOf = (plan: Plan): bigint =>
  [...plan.outputs.values()].reduce((sum, output) => sum + output.quantity, 0n)
