/** Correcting what was posted: mirrored rows that undo a document, or a refusal that names who has used it since. */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/context.ts'
import { type Movement, post } from './ledger.ts'
import { lockLots } from './lots.ts'

interface Posted extends Movement {
  readonly seq: number
}

/** Ledger rows of a document that still stand: not reversed and no reversals themselves. */
async function standingRows(context: Context, docType: string, docNo: string): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select g.id as seq, g.* from stockledger g
    where g."customerId" = ${context.customerId} and g."docType" = ${docType} and g."docNo" = ${docNo}
      and g."reversalOfSeq" is null
      and not exists (select 1 from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id)
    order by g.id`.execute(context.tx)
  return rows
}

/** Documents that moved these lots after a document did, by number. */
async function usersOf(context: Context, rows: readonly Posted[]): Promise<string[]> {
  const first = rows[0]
  if (!first) return []
  const found = await sql<{ docNo: string }>`
    select distinct g."docNo" from stockledger g
    where g."lotId" = any(${[...new Set(rows.map(row => row.lotId))]}) and g.id > ${first.seq}
      and g."docNo" <> ${first.docNo} and g."reversalOfSeq" is null
      and not exists (select 1 from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id)
    order by g."docNo" limit 10`.execute(context.tx)
  return found.rows.map(row => row.docNo)
}

/**
 * Reverses a posted document. `untouched` asks that nobody has moved its lots since (receipts, where a partly used lot
 * must not lose its beginning); otherwise it is enough that the goods are still where the document put them.
 * @throws AppError blockedByUse naming the documents
 */
export async function reverseDocument(
  context: Context,
  docType: string,
  docNo: string,
  reason: string,
  untouched = false,
): Promise<void> {
  const rows = await standingRows(context, docType, docNo)
  await lockLots(
    context,
    rows.map(row => row.lotId),
  )
  const blockers = untouched ? await usersOf(context, rows) : []
  if (blockers.length > 0) throw new AppError('blockedByUse', { blockers: blockers.join(', ') })
  const mirrored = rows.map(row => ({
    moveType: 'REV',
    lotId: row.lotId,
    fromLocationId: row.toLocationId,
    toLocationId: row.fromLocationId,
    quantity: row.quantity,
    bizTime: context.now,
    docType: row.docType,
    docNo: row.docNo,
    docLineNo: row.docLineNo ?? 0,
    producePlanId: row.producePlanId ?? null,
    batchSeq: row.batchSeq ?? null,
    supplyId: row.supplyId ?? null,
    dealerId: row.dealerId ?? null,
    reversalOfSeq: row.seq,
    reason,
  }))
  try {
    await post(context, mirrored)
  } catch (error) {
    if (!(error instanceof AppError) || error.refusal !== 'shortOfStock') throw error
    throw new AppError('blockedByUse', { blockers: (await usersOf(context, rows)).join(', ') })
  }
}
