/** Plan stages of the workbench strip. */
import type { Blocking, PlanState } from '#contract/production/planState.ts'
import type { Values } from '#contract/schema/field.ts'

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

const listedIn = (values: object, name: string): readonly string[] =>
  String(Reflect.get(values, name) ?? '').split(', ')

const rowsNamed = (rows: readonly Values[], by: string, names: readonly string[]) =>
  names.flatMap(label => {
    const row = rows.find(each => each[by] === label)
    return row ? [{ label, row }] : []
  })

/** Records that a blocker names, each where it is mended. */
export function blockerLinks(state: PlanState, { code, values }: Blocking): readonly BlockerLink[] {
  if (code === 'workInProgressLeft')
    return state.lots.map(({ lotId, lotNo }) => ({ label: lotNo, href: `/stocklot/${lotId}` }))
  if (code === 'controlRecordsMissing')
    return state.controls
      .filter(({ records }) => records === 0)
      .map(control => ({ label: `${control.step}#${control.batchSeq}`, href: controlAddress(state, control) }))
  if (code === 'additivesUnchecked')
    return rowsNamed(state.uses, 'docNo', listedIn(values, 'uses')).map(({ label, row }) => ({
      label,
      href: `/usematerialrecord/${row.id}`,
    }))
  if (code === 'inspectionMissing')
    return rowsNamed(state.receipts, 'lotNo', listedIn(values, 'lots')).map(({ label, row }) => ({
      label,
      href: `/qualityinspection/new?lotId=${row.lotId}`,
    }))
  return []
}

export const controlAddress = ({ plan }: PlanState, control: PlanState['controls'][number]): string =>
  `/importcontrol/new?producePlanId=${plan.id}&productTechFlowId=${control.productTechFlowId}&batchSeq=${control.batchSeq}`

export function isLossOutside({ lossRate, lossRateMin, lossRateMax }: PlanState['outcome']): boolean {
  if (lossRate === null) return false
  const loss = Number(lossRate)
  return (lossRateMin !== null && loss < Number(lossRateMin)) || (lossRateMax !== null && loss > Number(lossRateMax))
}
