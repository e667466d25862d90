/** Plan stages of the workbench strip. */
import type { Blocking, PlanState } from '#contract/production/planState.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { recordAddress } from '../../commands/core/recordLinks.ts'
import { grouped, sumInWords } from '../../data/numerals.ts'

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

interface BlockerLink {
  readonly label: string
  readonly href: string
}

/** Records of a blocker that these grants open, where it is mended. */
export function blockerLinks(grants: Grants, state: PlanState, { code, records }: Blocking): readonly BlockerLink[] {
  if (code === 'controlRecordsMissing')
    return state.controls
      .filter(control => control.records === 0)
      .map(control => ({ label: `${control.step}#${control.batchSeq}`, href: controlAddress(state, control) }))
  const mayInspect = permits(grants, { menu: 'qualityinspection', button: 'add' })
  return records.flatMap(({ entity, id, label }) => {
    const isInspected = code === 'inspectionMissing' && mayInspect
    const href = isInspected ? `/qualityinspection/new?lotId=${id}` : recordAddress(grants, entity, id)
    return href === undefined ? [] : [{ label, href }]
  })
}

/** Message in pieces, labels of links replaced in their order. */
export function linkedMessage(message: string, links: readonly BlockerLink[]): readonly (string | BlockerLink)[] {
  const pieces: (string | BlockerLink)[] = []
  let rest = message
  for (const link of links) {
    const at = rest.indexOf(link.label)
    if (at < 0) continue
    pieces.push(rest.slice(0, at), link)
    rest = rest.slice(at + link.label.length)
  }
  return [...pieces, rest].filter(piece => piece !== '')
}

export const controlAddress = ({ plan }: PlanState, control: PlanState['controls'][number]): string =>
  `/importcontrol/new?producePlanId=${plan.id}&productTechFlowId=${control.productTechFlowId}&batchSeq=${control.batchSeq}`

export function isLossOutside({ lossRate, lossRateMin, lossRateMax }: PlanState['outcome']): boolean {
  if (lossRate === null) return false
  const loss = Number(lossRate)
  return (lossRateMin !== null && loss < Number(lossRateMin)) || (lossRateMax !== null && loss > Number(lossRateMax))
}

type Balance = Pick<PlanState['outcome'], 'output' | 'byProduct' | 'loss'>

/** Kilograms made of what was used; `–` for goods without a mass. */
export function balanceInWords({ output, byProduct, loss }: Balance): string {
  // Nothing received yet, or nothing weighable: no loss, no balance.
  if (loss !== null) return sumInWords([output, byProduct, loss])
  return Number(byProduct) === 0 ? '–' : `– + ${grouped(byProduct)}`
}
