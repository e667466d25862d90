/** Genealogy by effective charges and receipts of a plan (domain.md §0.2.3, §2.9 I6). */
import type { Batch, Plan } from './state.ts'

export interface Link {
  readonly input: number
  readonly output: number
  /** Plan, or number of the document that links by itself. */
  readonly plan: number | string
  readonly batch: number
  readonly used: bigint
  readonly precision: 'BATCH' | 'PLAN'
}

/** What is known of a plan by its charges and receipts. */
export type Charged = Pick<Plan, 'id' | 'charges' | 'outputs'>

/** Are the batches of all charges and receipts known and charged? */
function isExact(plan: Charged): boolean {
  const charges = [...plan.charges.values()]
  const chargedTo = (batch: number) =>
    charges.filter(charge => charge.batch === batch).reduce((sum, charge) => sum + charge.quantity, 0n)
  return (
    charges.every(({ batch }) => batch > 0) &&
    [...plan.outputs.values()].every(({ batch }) => batch > 0 && chargedTo(batch) > 0n)
  )
}

/** Batches of a plan where exact, else the plan as one. */
function batchesOf(plan: Charged, coarsely: boolean) {
  const exact = !coarsely && isExact(plan)
  return { exact, batchOf: (each: Batch) => (exact ? each.batch : 0) }
}

/** Charges less corrections, by lot and batch. */
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
 * Links of a plan: by batch when all are exact, else all with all. Never narrowed by guessing, never leaving a lot
 * without inputs (I6).
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

/** Link of a document that takes and returns goods in one line. */
export const linkOfDocument = (docNo: string, input: number, output: number, used: bigint): Link => ({
  ...{ input, output, plan: docNo, batch: 0, used },
  precision: 'BATCH',
})

/** Has the plan made a lot of unknown inputs? */
export function hasOrphans(plan: Plan): boolean {
  const linked = new Set(linksOf(plan).map(link => link.output))
  return [...plan.outputs.values()].some(output => !linked.has(output.lot))
}

/** Net quantity charged to a plan. */
export const chargedTo = (plan: Plan): bigint =>
  [...plan.charges.values()].reduce((sum, charge) => sum + charge.quantity, 0n)

/** Output of a plan, all or its main product. */
export const outputOf = (plan: Plan): bigint =>
  [...plan.outputs.values()].reduce((sum, output) => sum + output.quantity, 0n)
