/** Reversal of posted documents by mirrored rows, unless used since. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import { reversal } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { type Movement, post } from './ledger.ts'
import { lockLots } from './lots.ts'
import { isEffective } from './movementSql.ts'

/** Errors of `post` for goods no longer in place. */
const short: ReadonlySet<string> = new Set(['shortOfStock', 'linesRefused'])

interface Posted extends Movement {
  readonly seq: number
}

async function standingRows(context: Context, docType: string, docNos: readonly string[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select g.id as seq, g.* from stockledger g
    where g."customerId" = ${context.customerId} and g."docType" = ${docType} and g."docNo" = any(${docNos})
      and ${isEffective}
    order by g.id`.execute(context.tx)
  return rows
}

/** Later documents that moved these lots. Other plans' shares never block. */
async function usersOf(context: Context, rows: readonly Posted[], anywhere: boolean): Promise<string[]> {
  const first = rows[0]
  if (!first) return []
  const of = <K extends keyof Posted>(name: K) => rows.map(row => row[name] ?? null)
  const found = await sql<{ docNo: string }>`
    with put as (
      select u.*, s."locationType" as type
      from unnest(${of('lotId')}::bigint[], ${of('toLocationId')}::bigint[], ${of('producePlanId')}::bigint[],
        ${of('dealerId')}::bigint[]) as u("lotId", place, "planId", "dealerId")
      join stocklocation s on s.id = u.place
    )
    select distinct g."docNo" from put join stockledger g on g."lotId" = put."lotId"
    where g.id > ${first.seq} and g."docNo" <> all(${of('docNo')})
      and (${anywhere} or g."fromLocationId" = put.place
        and (put.type <> 'WIP' or g."producePlanId" = put."planId")
        and (put.type <> 'DEALER' or g."dealerId" = put."dealerId"))
      and ${isEffective}
    order by g."docNo" limit 10`.execute(context.tx)
  return found.rows.map(row => row.docNo)
}

/**
 * Reverses posted documents of one kind together, in the order of `docNos`: a charge gives back before its corrections
 * take. `untouched` requires unmoved lots (receipts), otherwise goods still in place suffice.
 * @throws AppError blockedByUse with the documents
 */
export async function reverseDocuments(
  context: Context,
  docType: string,
  docNos: readonly string[],
  reason: string,
  untouched = false,
): Promise<void> {
  const rows = await standingRows(context, docType, docNos)
  await lockLots(
    context,
    rows.map(row => row.lotId),
  )
  const blockers = untouched ? await usersOf(context, rows, true) : []
  if (blockers.length > 0) throw new AppError('blockedByUse', { blockers: blockers.join(', ') })
  // Reversal never before its posting, which may be dated minutes ahead.
  const bizTime = [context.now, ...rows.map(row => row.bizTime)].sort().at(-1) ?? context.now
  const undone = docNos.flatMap(docNo => rows.filter(row => row.docNo === docNo).toReversed())
  const mirrored = undone.map(
    (row): Movement => ({
      moveType: reversal,
      lotId: row.lotId,
      fromLocationId: row.toLocationId,
      toLocationId: row.fromLocationId,
      quantity: row.quantity,
      bizTime,
      docType: row.docType,
      docNo: row.docNo,
      docLineNo: row.docLineNo ?? 0,
      producePlanId: row.producePlanId ?? null,
      batchSeq: row.batchSeq ?? null,
      supplyId: row.supplyId ?? null,
      dealerId: row.dealerId ?? null,
      reversalOfSeq: row.seq,
      reversedType: row.moveType,
      reason,
    }),
  )
  try {
    await post(context, mirrored)
  } catch (error) {
    if (!(error instanceof AppError) || !short.has(error.refusal)) throw error
    throw new AppError('blockedByUse', { blockers: (await usersOf(context, rows, false)).join(', ') })
  }
}

/**
 * Variant of `reverseDocuments` for one document.
 * @throws AppError blockedByUse with the documents
 */
export function reverseDocument(
  context: Context,
  docType: string,
  docNo: string,
  reason: string,
  untouched = false,
): Promise<void> {
  return reverseDocuments(context, docType, [docNo], reason, untouched)
}
