/** The way of a plan through its day, as the strip of the workbench draws it. */
import type { PlanState } from '../../contract/production/planState.ts'

/** The stages in their order. */
export const stages = ['DRAFT', 'RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED', 'CLOSED'] as const

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
