/** Withdrawals other than sale or issue: lot facts and posting. */

import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { MovementCode } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { type Bin, binsOf, chosenBin } from './bins.ts'
import { type PostingLine, postLines } from './ledger.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from './lots.ts'

export interface LineFacts extends Pick<Lot, 'materialId' | 'productId' | 'expiryDate' | 'unitId'> {
  /** Available in the line's bin, else in the warehouse default. */
  readonly available: string
  /** Units per package of a product line; null for a foreign packing. */
  readonly factor: string | null
}

type LineReference = 'lotId' | 'locationId' | 'productSpecId'

interface WithdrawalDraft {
  readonly warehouseId?: number | null | undefined
  readonly lines?: readonly { readonly [N in LineReference]?: number | null | undefined }[]
}

/** Facts of all lines by index; missing lots have none. */
export async function factsOfLines(
  context: Context,
  { warehouseId, lines = [] }: WithdrawalDraft,
): Promise<(LineFacts | undefined)[]> {
  const ids = (name: LineReference) => lines.map(line => line[name] ?? null)
  const { rows } = await sql<LineFacts & { readonly place: number }>`
    select u.place::int as place, l."materialId", l."productId", l."expiryDate", l."unitId",
      coalesce(b.quantity, 0)::numeric(18,4)::text as available, s."baseQtyPerPackage" as factor
    from unnest(${ids('lotId')}::bigint[], ${ids('locationId')}::bigint[], ${ids('productSpecId')}::bigint[])
      with ordinality as u("lotId", "locationId", "specId", place)
    join stocklot l on l.id = u."lotId" and l."customerId" = ${context.customerId}
    left join productspec s on s.id = u."specId" and s."productId" = l."productId"
    left join stockbalance b on b."lotId" = l.id and b."locationId" = coalesce(u."locationId", (
      select id from stocklocation where "warehouseId" = ${warehouseId ?? 0} and "isDefault"
        and not "isDeleted" order by id limit 1))`.execute(context.tx)
  const found: (LineFacts | undefined)[] = lines.map(() => undefined)
  for (const { place, ...facts } of rows) found[place - 1] = facts
  return found
}

export interface Withdrawal {
  readonly docNo: string | null
  readonly warehouseId: number
  readonly targetWarehouseId: number | null
  readonly reason: string
  readonly lines: readonly {
    readonly lineNo: number | null
    readonly lotId: number
    readonly locationId: number | null
    readonly toLocationId: number | null
    readonly qty: string | null
  }[]
}

/** Posting of a withdrawal; transfers go `to` bins. */
export interface Posting {
  readonly moveType: MovementCode
  readonly docType: string
  readonly bizTime: string
  readonly to: number | null
  readonly supplyId?: number | null
  readonly producePlanId?: number | null
}

/** Transfers: unusable lots go to quarantine only (domain.md §2.2, row Transfer). */
function guardTransfer(context: Context, lot: Lot, from: Bin, to: Bin, at: string): void {
  if (from.id === to.id) throw invalid({ [at]: 'sameBin' })
  assertUsable(context, lot, { ...lotRequirements.transfer, toQuarantine: to.isQuarantine })
}

/**
 * Locks the lots of a document, by line.
 * @throws AppError invalid at a line without a lot
 */
export async function lotsOfLines(context: Context, { lines }: Pick<Withdrawal, 'lines'>): Promise<Lot[]> {
  const lots = await lockLots(
    context,
    lines.map(line => line.lotId),
  )
  return onEachLine(lines, (line, index) => {
    const lot = lots.get(line.lotId)
    if (!lot) throw invalid({ [`lines.${index}.lotId`]: 'missing' })
    return lot
  })
}

/**
 * Posts a withdrawal, all lines or none, after `lotsOfLines`.
 * @throws AppError shortOfStock with the lot, quarantineOnly, invalid for a bin of another warehouse
 */
export async function takeOut(
  context: Context,
  document: Withdrawal,
  lots: readonly Lot[],
  { to, ...posting }: Posting,
): Promise<void> {
  const { lines, reason, docNo } = document
  const from = await binsOf(
    context,
    document.warehouseId,
    lines.map(line => line.locationId),
  )
  const targets = lines.map(line => line.toLocationId)
  const into = to === null ? await binsOf(context, document.targetWarehouseId, targets) : []
  const posted = onEachLine(lines, (line, index): PostingLine => {
    const bin = chosenBin(from, line.locationId, `lines.${index}.locationId`)
    const { lotId, qty: quantity, lineNo } = line
    const base = { lotId, quantity, docLineNo: lineNo ?? 0, fromLocationId: bin.id }
    if (to !== null) return { ...base, toLocationId: to }
    const at = `lines.${index}.toLocationId`
    const target = chosenBin(into, line.toLocationId, at)
    guardTransfer(context, lots[index] as Lot, bin, target, at)
    return { ...base, toLocationId: target.id }
  })
  await postLines(context, { ...posting, docNo, reason }, posted)
}
