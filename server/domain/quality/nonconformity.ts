/** Containment: hold a whole lot, quarantine a part (domain.md §0.5.5). */
import { sql } from 'kysely'
import type { qualityinspection } from '#contract/quality/qualityinspection.ts'
import { unqualifiedproduct } from '#contract/quality/unqualifiedproduct.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { write } from '../../db/records/store.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import { nextNumber } from '../basis/numbering.ts'
import { type Movement, type PostingLine, postLines } from '../stock/ledger.ts'
import { changeStatus, type Lot, lockLots } from '../stock/lots.ts'
import { placesOfLot } from '../stock/onHand.ts'

export type Nonconformity = RowOf<typeof unqualifiedproduct>

export async function lotOf(context: Context, { lotId }: { readonly lotId: number }): Promise<Lot> {
  const lot = (await lockLots(context, [lotId])).get(lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  return lot
}

/** Partial nonconformity: names a quarantine bin, whole lots never do. */
export const isPartial = ({ isolateLocationId }: Pick<Nonconformity, 'isolateLocationId'>): boolean =>
  isolateLocationId !== null

export async function isolatedBy(context: Context, docNo: string): Promise<readonly Movement[]> {
  const { rows } = await sql<Movement>`
    select * from stockledger where "customerId" = ${context.customerId} and "docType" = 'unqualifiedproduct'
      and "docNo" = ${docNo} and "reversalOfSeq" is null order by id`.execute(context.tx)
  return rows
}

/** Moves the nonconforming part into quarantine, largest bins first. */
async function isolate(context: Context, row: Nonconformity): Promise<void> {
  const target = row.isolateLocationId
  if (target === null) throw invalid({ isolateLocationId: 'required' })
  const quarantine = rowsOf(context, 'stocklocation')
    .where('isQuarantine', '=', true)
    .where('locationType', '=', 'STORAGE')
  if (!(await quarantine.where('id', '=', target).select('id').executeTakeFirst()))
    throw invalid({ isolateLocationId: 'notQuarantine' })
  let open = decimal(row.qty)
  const lines: PostingLine[] = []
  for (const place of await placesOfLot(context, row.lotId)) {
    if (open.lte(0)) break
    if (place.isQuarantine) continue
    const taken = decimal(place.quantity).lt(open) ? decimal(place.quantity) : open
    open = open.minus(taken)
    const [fromLocationId, toLocationId] = [place.locationId, target]
    lines.push({ lotId: row.lotId, fromLocationId, toLocationId, quantity: taken.toFixed(4) })
  }
  // The remainder is in quarantine already, e.g. held for its supplier.
  const { docNo, unqualifiedItems: reason } = row
  const head = { moveType: 'TRF', docType: 'unqualifiedproduct', docNo, bizTime: context.now, reason } as const
  await postLines(context, head, lines)
}

/**
 * Blocks the goods of a new nonconformity.
 * @throws AppError shortOfStock beyond the stock
 */
export async function contain(context: Context, row: Nonconformity): Promise<void> {
  const lot = await lotOf(context, row)
  const onHand = decimal(lot.onHandQty)
  if (decimal(row.qty).gt(onHand)) {
    const figures = { needed: decimal(row.qty).toFixed(4), available: onHand.toFixed(4) }
    throw new AppError('shortOfStock', { lotNo: lot.lotNo, ...figures, unit: row.unitId$label ?? '' })
  }
  if (decimal(row.qty).lt(onHand)) return isolate(context, row)
  await context.tx.updateTable('unqualifiedproduct').set('isolateLocationId', null).where('id', '=', row.id).execute()
  if (lot.qualityStatus === 'PENDING' || lot.qualityStatus === 'RELEASED')
    await changeStatus(context, lot, 'HOLD', `${row.docNo} ${row.unqualifiedItems}`.slice(0, 200))
}

const sources = { IQC: 'INCOMING', IPQC: 'PROCESS', FQC: 'FINISHED', RETEST: 'STOCK' } as const

/** Rejects a lot for a failed safety item, else holds it. */
export async function openAfterFailure(
  context: Context,
  inspection: RowOf<typeof qualityinspection>,
  lot: Lot,
  reason: string,
): Promise<void> {
  const failed = inspection.items.filter(item => item.verdict === 'FAIL')
  const unqualifiedItems = failed
    .map(item => item.itemName)
    .join('、')
    .slice(0, 200)
  const said = `${reason} ${unqualifiedItems}`.slice(0, 200)
  const unsafe = failed.some(item => item.isSafetyItem)
  if (lot.qualityStatus === 'RELEASED') await changeStatus(context, lot, 'HOLD', said)
  else if (unsafe && ['PENDING', 'HOLD'].includes(lot.qualityStatus ?? ''))
    await changeStatus(context, lot, 'REJECTED', said)
  else if (lot.qualityStatus === 'PENDING') await changeStatus(context, lot, 'HOLD', said)
  const ofLot = context.tx.selectFrom('unqualifiedproduct').where('lotId', '=', lot.id)
  const isOpen = await ofLot.select('id').where('status', '<>', 'CLOSED').limit(1).executeTakeFirst()
  if (isOpen || decimal(lot.onHandQty).lte(0) || inspection.inspectorId === null) return
  const opened = await write(context, unqualifiedproduct, {
    docNo: await nextNumber(context, 'NC'),
    foundTime: context.now,
    source: sources[inspection.inspectType],
    itemType: lot.itemType,
    lotId: lot.id,
    itemName: await nameOf(context, lot),
    qty: lot.onHandQty,
    unitId: lot.unitId,
    unqualifiedItems,
    foundById: inspection.inspectorId,
    status: 'OPEN',
  })
  await writeAudit(
    context,
    'unqualifiedproduct',
    String(opened.id),
    'CREATE',
    changesOf(unqualifiedproduct, null, opened),
  )
}

export async function nameOf(context: Context, lot: Pick<Lot, 'materialId' | 'productId'>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from material where id = ${lot.materialId}::bigint
    union all select name from product where id = ${lot.productId}::bigint`.execute(context.tx)
  return rows[0]?.name ?? ''
}

export async function failedSafety(context: Context, lotId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from qualityinspection i join qualityitem q on q."parentId" = i.id
    where i."lotId" = ${lotId} and i."customerId" = ${context.customerId} and i.verdict = 'FAIL'
      and q.verdict = 'FAIL' and q."isSafetyItem" limit 1`.execute(context.tx)
  return rows.length > 0
}
