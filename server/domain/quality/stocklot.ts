/** Manual lot verdicts: plants without a laboratory, immediate stops (domain.md §2.2). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { stocklot } from '#contract/stock/stocklot.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { ArgumentsOf, EntityHooksWithActions } from '../basis/hooks.ts'
import { nextNumber } from '../basis/numbering.ts'
import { ownEmployee, signature, signerOf } from '../basis/people.ts'
import { guardNoOpenCase } from '../guards/openCases.ts'
import { restoreLot } from '../recall/recallRestore.ts'
import type { Recall } from '../recall/recallStart.ts'
import { changeStatus, type Lot } from '../stock/lots.ts'
import { endByHand, openInspectionOf } from './openInspection.ts'

/** Materials that may be used before their result, by their definition. */
async function allowsUrgentRelease(context: Context, lot: Lot): Promise<boolean> {
  if (lot.qualityStatus !== 'PENDING' || lot.materialId === null) return false
  const material = rowsOf(context, 'material').select('allowUrgentRelease').where('id', '=', lot.materialId)
  return (await material.executeTakeFirst())?.allowUrgentRelease === true
}

/** Bare reminders close on release; true when an inspection goes on. */
async function endInspection(context: Context, lot: Lot, certificateNo: string | null): Promise<boolean> {
  const open = await openInspectionOf(context, lot.id)
  if (!open) return false
  if (open.hasItems || open.status !== 'PENDING') {
    const isUrgent = open.status !== 'JUDGED' && (await allowsUrgentRelease(context, lot))
    if (!isUrgent) throw new AppError('releaseByInspection', { lotNo: lot.lotNo, docNo: open.docNo })
    return true
  }
  const releaserId = (await ownEmployee(context))?.id ?? null
  await endByHand(context, lot.id, { status: 'RELEASED', verdict: 'PASS', releaserId, certificateNo })
  return false
}

/**
 * Reason of a release before the result, by a named person.
 * @throws AppError invalid, noEmployee
 */
async function urgentReason(context: Context, reason: string | null | undefined): Promise<string> {
  if (!reason) throw invalid({ reason: 'required' })
  await signature(context)
  return format(context.locale, 'release.urgent', { reason }).slice(0, 200)
}

async function release(context: Context, lot: Lot, given: ArgumentsOf<typeof stocklot, 'release'>): Promise<undefined> {
  if (lot.qualityStatus === 'HOLD' && !given.reason) throw invalid({ reason: 'required' })
  await guardNoOpenCase(context, lot)
  // Products need a release certificate (Food Safety Law art. 52).
  const isNew = !given.certificateNo && !lot.certificateNo && lot.itemType === 'PRODUCT'
  const numbered = isNew ? await nextNumber(context, 'HG') : null
  const certificate = given.certificateNo || lot.certificateNo || numbered
  const isUrgent = await endInspection(context, lot, numbered)
  const usual = given.reason || format(context.locale, 'stocklot.release')
  const reason = isUrgent ? await urgentReason(context, given.reason) : usual
  await changeStatus(context, lot, 'RELEASED', reason, certificate)
}

type Reasoned = ArgumentsOf<typeof stocklot, 'reject'>

async function reject(context: Context, lot: Lot, { reason }: Reasoned): Promise<undefined> {
  await endByHand(context, lot.id, { status: 'CLOSED', verdict: 'FAIL', releaserId: null, certificateNo: null })
  await changeStatus(context, lot, 'REJECTED', reason)
}

/** Recalled lots return only relabelled, signed by a second person. */
async function restore(context: Context, lot: Lot, { reason }: Reasoned): Promise<undefined> {
  const { rows } = await sql<Pick<Recall, 'id' | 'docNo' | 'disposalMethod' | 'responsibleId'>>`
    select c.id, c."docNo", c."disposalMethod", c."responsibleId" from callback c join callbacklot x on x."parentId" = c.id
    where x."lotId" = ${lot.id} and c."customerId" = ${context.customerId} and c."callbackType" <> 'DRILL'
      and c.status not in ('DRAFT', 'CANCELLED') order by c.id desc limit 1`.execute(context.tx)
  const [recall] = rows
  await signerOf(context, 'restore', recall?.responsibleId)
  if (recall?.disposalMethod !== 'RELABEL') throw new AppError('notRelabelled', { lotNo: lot.lotNo })
  await restoreLot(context, recall, lot, reason)
}

export const stocklotRules: EntityHooksWithActions<typeof stocklot> = {
  actions: {
    release,
    hold: async (context, lot, { reason }) => void (await changeStatus(context, lot, 'HOLD', reason)),
    reject,
    restore,
  },
}
