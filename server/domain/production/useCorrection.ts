/** Check, correction and reversal of posted charges. */
import { sql } from 'kysely'
import { usematerialrecord } from '#contract/production/usematerialrecord.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { write } from '../../db/records/store.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { ArgumentsOf } from '../basis/hooks.ts'
import { nextNumber } from '../basis/numbering.ts'
import { ownEmployee, signerOf } from '../basis/people.ts'
import { post } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { lockLots } from '../stock/lots.ts'
import { isEffective, moves } from '../stock/movementSql.ts'
import { reverseDocument, reverseDocuments } from '../stock/reversal.ts'
import { refreshOutcome } from './outcome.ts'
import { advance, lockPlan, type Plan } from './plan.ts'
import { percentOf } from './rates.ts'

type Use = RowOf<typeof usematerialrecord>
type Given<A extends keyof typeof usematerialrecord.actions> = ArgumentsOf<typeof usematerialrecord, A>

const docType = usematerialrecord.name
const correctable = ['PRODUCING', 'FINISHED'] as const

/** Second-person check of a charge, signed from the session (domain.md §0.5.9). */
export async function check(context: Context, use: Use) {
  if (use.reviewerId !== null) throw new AppError('wrongState', use)
  await lockPlan(context, use.producePlanId, ['ISSUING', ...correctable])
  return { reviewerId: await signerOf(context, 'additive', use.operatorId) }
}

const correctionsOf = (context: Context, useId: number) =>
  rowsOf(context, 'usematerialrecord')
    .select(['id', 'docNo', 'factAmount'])
    .where('correctionOfId', '=', useId)
    .where('status', '=', 'SUBMITTED')
    .orderBy('id')
    .execute()

/** Corrections must not leave an output without inputs (domain.md §2.9, I6). */
async function refuseOrphans(context: Context, planId: number): Promise<void> {
  const { rows } = await sql<{ lotId: number }>`
    select distinct s."lotId" from planlotsum s where s."producePlanId" = ${planId} and s.receipts > 0
      and not exists (select from lotlink k where k."producePlanId" = ${planId} and k."outLotId" = s."lotId")`.execute(
    context.tx,
  )
  if (rows.length === 0) return
  const orphans = rows.map(row => row.lotId)
  throw new AppError('blockedByUse', { blockers: (await outputsOf(context, planId, orphans)).slice(0, 10).join(', ') })
}

async function record(context: Context, use: Use, delta: string, corrected: string, reason: string): Promise<string> {
  const docNo = await nextNumber(context, String(usematerialrecord.fields.docNo.numbered))
  const own = await ownEmployee(context)
  const planned = decimal(use.planAmount)
  const { producePlanId, batchSeq, techStepNo, equipmentId, materialId, itemType, semiProductId, lotId } = use
  const stored = await write(context, usematerialrecord, {
    ...{ producePlanId, batchSeq, techStepNo, equipmentId, materialId, itemType, semiProductId, lotId },
    producePlanMaterialId: use.producePlanMaterialId,
    unitId: use.unitId,
    docNo,
    useTime: context.now,
    planAmount: use.planAmount,
    factAmount: delta,
    deviationRate: percentOf(decimal(corrected).minus(planned), planned),
    operatorId: own?.id ?? use.operatorId,
    correctionOfId: use.id,
    correctionReason: reason,
    status: 'SUBMITTED',
  })
  const changes = changesOf(usematerialrecord, null, stored)
  await writeAudit(context, docType, String(stored.id), 'CREATE', changes, reason)
  return docNo
}

/**
 * Corrects a charge to `factAmount`: appends a record and posts the difference (USA); posted rows stay (domain.md
 * §6.1). Lot status is ignored: no goods are taken.
 * @throws AppError correctionOfCorrection, planNotOpen; shortOfStock for insufficient WIP; blockedByUse for an output
 * without inputs; wrongState without a difference
 */
export async function correct(context: Context, use: Use, given: Given<'correct'>): Promise<undefined> {
  if (use.correctionOfId !== null) throw new AppError('correctionOfCorrection', { docNo: use.correctionOfId$label })
  const plan = await lockPlan(context, use.producePlanId, correctable)
  const corrections = await correctionsOf(context, use.id)
  const current = corrections.reduce((sum, each) => sum.plus(each.factAmount), decimal(use.factAmount))
  const corrected = decimal(given.factAmount)
  const delta = corrected.minus(current)
  if (delta.eq(0)) throw new AppError('wrongState', use)
  await lockLots(context, [use.lotId])
  const { reason } = given
  const docNo = await record(context, use, delta.toFixed(4), corrected.toFixed(4), reason)
  const { WIP, PROCESS } = await virtualLocations(context)
  const [fromLocationId, toLocationId] = delta.gt(0) ? [WIP, PROCESS] : [PROCESS, WIP]
  const where = { producePlanId: plan.id, batchSeq: use.batchSeq, docType, docNo, reason }
  const quantity = delta.abs().toFixed(4)
  const bizTime = context.now
  await post(context, [
    { ...where, moveType: 'USA', lotId: use.lotId, fromLocationId, toLocationId, quantity, bizTime },
  ])
  await refreshOutcome(context, plan.id)
  await refuseOrphans(context, plan.id)
}

async function outputLots(context: Context, planId: number): Promise<number[]> {
  const { rows } = await sql<{ lotId: number }>`
    select distinct "lotId" from planlotsum where "producePlanId" = ${planId} and receipts > 0`.execute(context.tx)
  return rows.map(row => row.lotId)
}

/** Effective receipts of these lots, for the error message only. */
async function outputsOf(context: Context, planId: number, lotIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ docNo: string }>`
    select distinct g."docNo" from stockledger g
    where g."producePlanId" = ${planId} and g."lotId" = any(${lotIds}::bigint[]) and g."moveType" in (${moves.output})
      and ${isEffective}
    order by 1`.execute(context.tx)
  return rows.map(row => row.docNo)
}

/** Resets a plan without charges: nothing else could end it. */
async function stepBack(context: Context, plan: Plan): Promise<void> {
  const { rows } = await sql`
    select 1 from planlotsum where "producePlanId" = ${plan.id} and charges > 0 limit 1`.execute(context.tx)
  if (rows.length === 0) await advance(context, plan, 'ISSUING')
}

/**
 * Reverses a charge with its corrections, or one correction. Output depends on its charges: while it stands, correct
 * them.
 * @throws AppError blockedByUse, planNotOpen
 */
export async function reverse(context: Context, use: Use, { reason }: Given<'reverse'>): Promise<undefined> {
  const plan = await lockPlan(context, use.producePlanId, correctable)
  if (use.correctionOfId !== null) {
    await reverseDocument(context, docType, use.docNo ?? '', reason)
    await refreshOutcome(context, plan.id)
    await refuseOrphans(context, plan.id)
    return
  }
  const outputs = await outputLots(context, plan.id)
  if (outputs.length > 0)
    throw new AppError('blockedByUse', { blockers: (await outputsOf(context, plan.id, outputs)).join(', ') })
  const corrections = await correctionsOf(context, use.id)
  const docNos = [use.docNo ?? '', ...corrections.map(correction => correction.docNo ?? '')]
  await reverseDocuments(context, docType, docNos, reason)
  for (const { id } of corrections) {
    await write(context, usematerialrecord, { id, status: 'REVERSED' })
    await writeAudit(context, docType, String(id), 'REVERSE', `status: SUBMITTED → REVERSED (${use.docNo})`, reason)
  }
  await refreshOutcome(context, plan.id)
  await stepBack(context, plan)
}
