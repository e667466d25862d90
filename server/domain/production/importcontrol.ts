/** CCP monitoring: limits as of the day, verified by another person. */
import { sql } from 'kysely'
import type { importcontrol } from '#contract/production/importcontrol.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'
import { guardEquipment, guardInstruments } from '../guards/devices.ts'
import { guardPersons } from '../guards/persons.ts'
import { hasLimits, isWithinLimits } from '../quality/inspectionVerdict.ts'
import { freezeBatch } from './deviation.ts'

type Monitoring = RowOf<typeof importcontrol>

type MonitoringDraft = DraftOf<typeof importcontrol>

interface Step
  extends Pick<
    Monitoring,
    'productId' | 'ccpNo' | 'controlItem' | 'limitMin' | 'limitMax' | 'limitUnit' | 'equipmentId'
  > {
  readonly planProductId: number | null
  readonly batchCount: number
}

async function stepOf(context: Context, row: MonitoringDraft) {
  const { rows } = await sql<Step>`
    select s."productId", t."ccpNo", t."controlItem", coalesce(s."limitMin", t."limitMin") as "limitMin",
      coalesce(s."limitMax", t."limitMax") as "limitMax", coalesce(s."limitUnit", t."limitUnit") as "limitUnit",
      s."equipmentId", p."productId" as "planProductId", p."batchCount"
    from producttechflow s join techflow t on t.id = s."techFlowId"
    left join produceplan p on p.id = ${row.producePlanId ?? 0} and p."customerId" = s."customerId"
    where s.id = ${row.productTechFlowId ?? 0} and s."customerId" = ${context.customerId}`.execute(context.tx)
  if (!rows[0] || rows[0].planProductId === null) return undefined
  const { planProductId, batchCount, ...step } = rows[0]
  if (planProductId !== step.productId) throw invalid({ productTechFlowId: 'reference' })
  if ((row.batchSeq ?? 0) > batchCount) throw invalid({ batchSeq: 'option' })
  return step
}

/** Copies limits once: later changes must not alter verdicts. */
async function snapshot(context: Context, row: MonitoringDraft, before: Monitoring | null): Promise<void> {
  const asked = (['producePlanId', 'productTechFlowId', 'batchSeq'] as const).some(
    field => row[field] !== before?.[field],
  )
  if (before && !asked) return
  const step = await stepOf(context, row)
  if (!step) return
  const { equipmentId, ...limits } = step
  Object.assign(row, limits)
  row.equipmentId ??= equipmentId
}

/** Verdict by limits; observations deviate by their corrective action. */
function judge(row: MonitoringDraft): void {
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
  if (decimal(row.affectedQty).lte(0)) throw invalid({ affectedQty: 'positive' })
}

function refuseVerified(before: Monitoring | null): void {
  if (before?.verifierId) throw new AppError('wrongState', before)
}

export const importcontrolRules: EntityHooksWithActions<typeof importcontrol> = {
  async beforeSave(context, row, before) {
    refuseVerified(before)
    await snapshot(context, row, before)
    // Entry errors first, all at once.
    const { producePlanId, productTechFlowId, productId, monitorTime } = row
    if (!producePlanId || !productTechFlowId || !productId || !monitorTime) return
    judge(row)
    await guardPersons(context, [row.monitorId], monitorTime)
    await guardEquipment(context, [row.equipmentId])
    await guardInstruments(context, [row.detecEquipmentId], plantDay(context, monitorTime))
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
