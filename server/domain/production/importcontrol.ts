/** CCP monitoring: limits as of the day, verified by another person. */
import { sql } from 'kysely'
import type { importcontrol } from '#contract/production/importcontrol.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooksWithActions } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'
import { guardEquipment, guardInstruments } from '../guards/devices.ts'
import { guardPersons } from '../guards/persons.ts'
import { hasLimits, isWithinLimits } from '../quality/inspectionVerdict.ts'
import { freezeBatch } from './deviation.ts'

type Monitoring = RowOf<typeof importcontrol>

interface Step {
  readonly productId: number
  readonly ccpNo: string | null
  readonly controlItem: string | null
  readonly limitMin: string | null
  readonly limitMax: string | null
  readonly limitUnit: string | null
  readonly equipmentId: number | null
}

async function stepOf(context: Context, row: Draft): Promise<Step | undefined> {
  const { rows } = await sql<Step & { readonly batchCount: number; readonly planProductId: number }>`
    select s."productId", t."ccpNo", t."controlItem", coalesce(s."limitMin", t."limitMin") as "limitMin",
      coalesce(s."limitMax", t."limitMax") as "limitMax", coalesce(s."limitUnit", t."limitUnit") as "limitUnit",
      s."equipmentId", p."productId" as "planProductId", p."batchCount"
    from producttechflow s join techflow t on t.id = s."techFlowId"
    left join produceplan p on p.id = ${Number(row.producePlanId) || 0} and p."customerId" = s."customerId"
    where s.id = ${Number(row.productTechFlowId) || 0} and s."customerId" = ${context.customerId}`.execute(context.tx)
  const step = rows[0]
  if (!step || step.planProductId === null) return undefined
  if (step.planProductId !== step.productId) throw invalid({ productTechFlowId: 'reference' })
  if (Number(row.batchSeq) > step.batchCount) throw invalid({ batchSeq: 'option' })
  return step
}

/** Copies limits once: later changes must not alter verdicts. */
async function snapshot(context: Context, row: Draft, before: Monitoring | null): Promise<void> {
  const asked = ['producePlanId', 'productTechFlowId', 'batchSeq'].some(
    field => row[field] !== before?.[field as keyof Monitoring],
  )
  if (before && !asked) return
  const step = await stepOf(context, row)
  if (!step) return
  const { equipmentId, ...limits } = step
  const { productId, ccpNo, controlItem, limitMin, limitMax, limitUnit } = limits
  Object.assign(row, { productId, ccpNo, controlItem, limitMin, limitMax, limitUnit })
  row.equipmentId ??= equipmentId
}

/** Verdict by limits; observations deviate by their corrective action. */
function judge(row: Draft): void {
  if (!hasLimits(row)) {
    if (isEmpty(row.measuredText) && isEmpty(row.measuredValue)) throw invalid({ measuredText: 'required' })
    row.result = isEmpty(row.correctiveAction) ? 'PASS' : 'DEVIATION'
  } else {
    if (isEmpty(row.measuredValue)) throw invalid({ measuredValue: 'required' })
    if (isEmpty(row.detecEquipmentId)) throw invalid({ detecEquipmentId: 'required' })
    row.result = isWithinLimits(row, row.measuredValue) ? 'PASS' : 'DEVIATION'
  }
  if (row.result !== 'DEVIATION') return
  const required = ['correctiveAction', 'affectedQty', 'disposition'] as const
  const missing = required.filter(field => isEmpty(row[field]))
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map(field => [field, 'deviation'])))
  if (decimal(row.affectedQty as string).lte(0)) throw invalid({ affectedQty: 'positive' })
}

function refuseVerified(before: Monitoring | null): void {
  if (before?.verifierId) throw new AppError('wrongState', before)
}

export const importcontrolRules: EntityHooksWithActions<typeof importcontrol> = {
  async beforeSave(context, row, before) {
    refuseVerified(before)
    await snapshot(context, row, before)
    // Entry errors first, all at once.
    if (isEmpty(row.producePlanId) || isEmpty(row.productTechFlowId) || !row.productId || isEmpty(row.monitorTime))
      return
    if (!isEmpty(row.measuredValue) && !Number.isFinite(Number(row.measuredValue))) return
    judge(row)
    const at = String(row.monitorTime)
    await guardPersons(context, [row.monitorId as number | null], at)
    await guardEquipment(context, [row.equipmentId as number | null])
    await guardInstruments(context, [row.detecEquipmentId as number | null], plantDay(context, at))
  },
  async afterSave(context, row) {
    if (row.result === 'DEVIATION') await freezeBatch(context, row.producePlanId, row.batchSeq, row.docNo ?? '')
  },
  async beforeRemove(_context, row) {
    // Deviations and signed records are undeletable.
    if (row.verifierId !== null || row.result === 'DEVIATION') throw new AppError('wrongState', row)
  },
  actions: {
    async verify(context, row) {
      refuseVerified(row)
      return { verifierId: await signerOf(context, 'verification', row.monitorId), verifyTime: context.now }
    },
  },
}
