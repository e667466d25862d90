/** Plan stages of the workbench strip. */
import type { PlanState } from '#contract/production/planState.ts'

export const planStages = ['DRAFT', 'RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED', 'CLOSED'] as const

/** Percent of a requirement, clamped to 100; 0 without one. */
export function share(part: string, whole: string): number {
  const required = Number(whole)
  return required > 0 ? Math.min(100, (Number(part) / required) * 100) : 0
}

export function proposedFor(state: PlanState, material: PlanState['materials'][number]): PlanState['proposal'] {
  return state.proposal.filter(line =>
    material.itemType === 'PRODUCT'
      ? line.semiProductId === material.semiProductId
      : line.materialId === material.materialId,
  )
}

export function lotsOf(state: PlanState, material: PlanState['materials'][number]): PlanState['lots'] {
  return state.lots.filter(lot =>
    material.itemType === 'PRODUCT'
      ? lot.productId === material.semiProductId
      : lot.materialId !== null && lot.materialId === material.materialId,
  )
}

export function isLossOutside({ lossRate, lossRateMin, lossRateMax }: PlanState['outcome']): boolean {
  if (lossRate === null) return false
  const loss = Number(lossRate)
  return (lossRateMin !== null && loss < Number(lossRateMin)) || (lossRateMax !== null && loss > Number(lossRateMax))
}
