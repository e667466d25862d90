/** The way of a plan through its day, as the strip of the workbench draws it. */
import type { PlanState } from '../../contract/production/planState.ts'

/** The stages in their order, each with what leads into it: an action or a document begun from the plan. */
export const stages = [
  { state: 'DRAFT', into: null },
  { state: 'RELEASED', into: 'release' },
  { state: 'ISSUING', into: 'issue' },
  { state: 'PRODUCING', into: 'use' },
  { state: 'FINISHED', into: 'finish' },
  { state: 'CLOSED', into: 'close' },
] as const

export type StageMark = 'done' | 'now' | 'ahead'

/** Where a stage stands for a plan of this status; a cancelled plan has passed none. */
export function markOf(state: string, status: unknown): StageMark {
  const order: readonly string[] = stages.map(stage => stage.state)
  const [at, now] = [order.indexOf(state), order.indexOf(String(status))]
  if (at === now) return 'now'
  return at < now ? 'done' : 'ahead'
}

/** What is done most often next, of what may be done: the order a plan goes through. */
const usual = ['release', 'issue', 'use', 'receive', 'finish', 'close', 'makeUp', 'scrapRest', 'reopen', 'cancel']

export function nextSteps(next: readonly string[]): readonly string[] {
  return usual.filter(name => next.includes(name))
}

/** Percent of a requirement, at most 100, for the length of a bar; nothing where nothing is required. */
export function share(part: string, whole: string): number {
  const required = Number(whole)
  return required > 0 ? Math.min(100, (Number(part) / required) * 100) : 0
}

/** Lots FEFO proposes for a material, in the order they are to be taken. */
export function proposedFor(state: PlanState, material: PlanState['materials'][number]): PlanState['proposal'] {
  return state.proposal.filter(line =>
    material.itemType === 'PRODUCT'
      ? line.semiProductId === material.semiProductId
      : line.materialId === material.materialId,
  )
}

/** The lots of a material in the work in progress. */
export function lotsOf(state: PlanState, material: PlanState['materials'][number]): PlanState['lots'] {
  return state.lots.filter(lot =>
    material.itemType === 'PRODUCT'
      ? lot.productId === material.semiProductId
      : lot.materialId !== null && lot.materialId === material.materialId,
  )
}

/** Is the loss outside what the formula allows? */
export function isLossOutside({ lossRate, lossRateMin, lossRateMax }: PlanState['outcome']): boolean {
  if (lossRate === null) return false
  const loss = Number(lossRate)
  return (lossRateMin !== null && loss < Number(lossRateMin)) || (lossRateMax !== null && loss > Number(lossRateMax))
}
