/** Materials without lot tracking (water): one standing lot (domain.md). */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { Candidate } from '../stock/fefo.ts'
import type { Movement } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { createLot } from '../stock/lots.ts'

async function missing(context: Context, materialIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select m.id, m.code from material m
    where m.id = any(${materialIds}::bigint[]) and m."customerId" = ${context.customerId} and not m."isLotTracked"
      and not exists (select 1 from stocklot l where l."materialId" = m.id and l."lotNo" = m.code)`.execute(context.tx)
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** Creates standing lots on plan release, because proposals are read-only. */
export async function makeStandingLots(context: Context, materialIds: readonly number[]): Promise<void> {
  if ((await missing(context, materialIds)).size === 0) return
  // Serialize concurrent plans; the second finds the lots created.
  await sql`select pg_advisory_xact_lock(hashtext('standing lots'))`.execute(context.tx)
  for (const [materialId, code] of await missing(context, materialIds)) {
    await createLot(context, {
      lotNo: code,
      materialId,
      produceDate: context.today,
      expiryDate: null,
      sourceDocNo: code,
      qualityStatus: 'RELEASED',
    })
  }
}

/** Standing lot of a material; null before a plan needed it. */
export async function standingLot(context: Context, materialId: number | null): Promise<Candidate | null> {
  const { rows } = await sql<{ code: string; lotId: number; unitId: number }>`
    select m.code, l.id as "lotId", m."baseUnitId" as "unitId" from material m
    join stocklot l on l."materialId" = m.id and l."lotNo" = m.code
    where m.id = ${materialId} and m."customerId" = ${context.customerId} and not m."isLotTracked"`.execute(context.tx)
  const found = rows[0]
  if (!found) return null
  const bin = await rowsOf(context, 'stocklocation')
    .select(['id', 'warehouseId'])
    .where('locationType', '=', 'STORAGE')
    .where('isDefault', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return {
    lotId: found.lotId,
    lotNo: found.code,
    locationId: bin?.id ?? 0,
    warehouseId: bin?.warehouseId ?? 0,
    expiryDate: null,
    produceDate: context.today,
    quantity: '0',
    unitId: found.unitId,
    supplierLotNo: null,
    supplyId: null,
  }
}

export async function supplyStandingLots(context: Context, movements: Movement[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stocklot l join material m on m.id = l."materialId" and not m."isLotTracked"
    where l.id = any(${movements.map(movement => movement.lotId)})`.execute(context.tx)
  const standing = new Set(rows.map(row => row.id))
  if (standing.size === 0) return
  const { SUPPLIER } = await virtualLocations(context)
  const receipts = movements
    .filter(movement => standing.has(movement.lotId))
    .map(
      (movement): Movement => ({
        ...movement,
        moveType: 'RCV',
        fromLocationId: SUPPLIER,
        toLocationId: movement.fromLocationId,
        producePlanId: null,
      }),
    )
  movements.unshift(...receipts)
}
