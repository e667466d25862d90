/** Lots of a receipt: a new one per line, or an existing one of the same delivery (domain.md §2.5). */
import { sql } from 'kysely'
import type { materialstorein } from '#contract/material/materialstorein.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { nextNumber } from '../basis/numbering.ts'
import { createLot, type Lot, lockLots } from '../stock/lots.ts'

export type Receipt = RowOf<typeof materialstorein>
export type ReceiptLine = Receipt['lines'][number]

/** Identity of goods: supplier lot numbers repeat across suppliers and years. */
const keyOf = (line: Pick<ReceiptLine, 'materialId' | 'supplierLotNo' | 'produceDate'>) =>
  `${line.materialId}:${line.produceDate}:${line.supplierLotNo}`

/** Existing lots of the named supplier lots, without reversed receipts. */
async function knownLots(context: Context, receipt: Receipt): Promise<ReadonlyMap<string, string>> {
  const of = <K extends keyof ReceiptLine>(name: K) => receipt.lines.map(line => line[name])
  const { rows } = await sql<{ materialId: number; supplierLotNo: string; produceDate: string; lotNo: string }>`
    select l."materialId", l."supplierLotNo", l."produceDate", max(l."lotNo") as "lotNo" from stocklot l
    join (select distinct * from unnest(${of('materialId')}::bigint[], ${of('supplierLotNo')}::text[],
      ${of('produceDate')}::date[])) as u("materialId", "supplierLotNo", "produceDate")
      on u."materialId" = l."materialId" and u."supplierLotNo" = l."supplierLotNo" and u."produceDate" = l."produceDate"
    where l."customerId" = ${context.customerId} and l."supplyId" = ${receipt.supplyId}::bigint
      and not exists (select 1 from materialstorein r where r."docNo" = l."sourceDocNo"
        and r."customerId" = l."customerId" and r.status = 'REVERSED')
    group by 1, 2, 3`.execute(context.tx)
  return new Map(rows.map(row => [keyOf(row), row.lotNo]))
}

/** Chosen lots must match the line's goods. */
function guardChosen(receipt: Receipt, line: ReceiptLine, lot: Lot | undefined, at: string): Lot {
  if (!lot || lot.materialId !== line.materialId || lot.supplyId !== receipt.supplyId)
    throw invalid({ [`${at}.lotId`]: 'reference' })
  const differing = (['supplierLotNo', 'produceDate', 'expiryDate'] as const).find(field => lot[field] !== line[field])
  if (differing) throw invalid({ [`${at}.${differing}`]: 'lotDiffers' })
  return lot
}

export interface LotOfLine {
  readonly id: number
  readonly lotNo: string
  readonly isNew: boolean
}

/**
 * Lot per line, in order: chosen, new, or that of an earlier line with the same goods.
 * Previously received goods require a choice instead of a guess.
 * @throws AppError supplierLotKnown with the lot; invalid for a mismatching choice
 */
export async function lotsFor(
  context: Context,
  receipt: Receipt,
  isInspected: (materialId: number) => boolean,
): Promise<LotOfLine[]> {
  const chosen = await lockLots(
    context,
    receipt.lines.flatMap(line => line.lotId ?? []),
  )
  const known = receipt.supplyId === null ? new Map<string, string>() : await knownLots(context, receipt)
  const made = new Map<string, { readonly id: number; readonly lotNo: string; readonly line: ReceiptLine }>()
  const lots: LotOfLine[] = []
  for (const [index, line] of receipt.lines.entries()) {
    const at = `lines.${index}`
    if (line.lotId !== null) {
      const { id, lotNo } = guardChosen(receipt, line, chosen.get(line.lotId), at)
      lots.push({ id, lotNo, isNew: false })
      continue
    }
    const before = line.isNewLot ? undefined : made.get(keyOf(line))
    if (before && before.line.expiryDate !== line.expiryDate) throw invalid({ [`${at}.expiryDate`]: 'lotDiffers' })
    if (before) {
      lots.push({ id: before.id, lotNo: before.lotNo, isNew: true })
      continue
    }
    const received = known.get(keyOf(line))
    if (received !== undefined && !line.isNewLot)
      throw new AppError('supplierLotKnown', { supplierLotNo: line.supplierLotNo, lotNo: received })
    const lotNo = await nextNumber(context, 'L')
    const id = await createLot(context, {
      lotNo,
      materialId: line.materialId,
      supplierLotNo: line.supplierLotNo,
      supplyId: receipt.supplyId,
      produceDate: line.produceDate,
      expiryDate: line.expiryDate,
      sourceDocNo: receipt.docNo ?? '',
      qualityStatus: isInspected(line.materialId) ? 'PENDING' : 'RELEASED',
      certificateNo: line.certificateNo,
    })
    made.set(keyOf(line), { id, lotNo, line })
    lots.push({ id, lotNo, isNew: true })
  }
  return lots
}
