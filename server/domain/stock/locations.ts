/** Stock locations: bins, and virtual locations of suppliers, process, dealers. */

import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import { type LocationType, locationType } from '#contract/stock/movementTypes.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { onEachLine } from '../basis/lineErrors.ts'

export type VirtualType = Exclude<LocationType, 'STORAGE'>

/** Virtual locations of each organisation, by type (`createVirtualLocations`). */
export const virtualTypes = Object.keys(locationType.options).filter((type): type is VirtualType => type !== 'STORAGE')

export async function createVirtualLocations(context: Context): Promise<void> {
  for (const type of virtualTypes) {
    await sql`
      insert into stocklocation ("customerId", code, name, "locationType", "isQuarantine", "isDefault", status)
      select ${context.customerId}, ${type}, ${locationType.options[type]}, ${type}, false, false, 'ENABLED'
      where not exists (select 1 from stocklocation
        where "customerId" = ${context.customerId} and "locationType" = ${type} and "warehouseId" is null)
    `.execute(context.tx)
  }
}

export interface Location {
  readonly id: number
  readonly type: string
  readonly isQuarantine: boolean
}

/** Per-transaction cache by id: postings need the same few locations repeatedly. */
const locationCache = new WeakMap<Database, Map<number, Location>>()

async function read<T extends Location>(context: Context, where: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<T>`
    select id, "locationType" as type, coalesce("isQuarantine", false) as "isQuarantine", "warehouseId", "isDefault"
    from stocklocation where "customerId" = ${context.customerId} and ${where}
    order by "isDefault" desc nulls last, id`.execute(context.tx)
  if (!context.tx.isTransaction) return rows
  const known = locationCache.get(context.tx) ?? new Map<number, Location>()
  locationCache.set(context.tx, known)
  for (const row of rows) known.set(row.id, row)
  return rows
}

/** Locations by id, restricted to the caller's organisation. */
export async function locationsOf(context: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Location>> {
  const known = locationCache.get(context.tx) ?? new Map<number, Location>()
  const missing = [...new Set(ids)].filter(id => !known.has(id))
  const rows = missing.length > 0 ? await read(context, sql`id = any(${missing}::bigint[])`) : []
  return new Map([...known, ...rows.map(row => [row.id, row] as const)])
}

export async function virtualLocations(context: Context): Promise<Readonly<Record<VirtualType, number>>> {
  const known = [...(locationCache.get(context.tx)?.values() ?? [])].filter(({ type }) => type !== 'STORAGE')
  const rows = known.length < virtualTypes.length ? await read(context, sql`"warehouseId" is null`) : known
  return Object.fromEntries(rows.map(row => [row.type, row.id])) as Record<VirtualType, number>
}

interface Bin extends Location {
  readonly warehouseId: number | null
}

/** Line with an optional bin; `at` is its field path for errors. */
export interface BinAsked {
  readonly locationId: number | null | undefined
  readonly at: string
}

/**
 * Storage bin of each line, else the warehouse default: small plants never see bins.
 * @throws AppError invalid for a virtual, disabled or unknown bin, or a warehouse without bins
 */
export async function binsOfLines(
  context: Context,
  warehouseId: number,
  asked: readonly BinAsked[],
): Promise<number[]> {
  const named = asked.flatMap(({ locationId }) => locationId ?? [])
  const inWarehouse = named.length < asked.length ? sql` or "warehouseId" = ${warehouseId}` : sql``
  // Prefetch virtual locations: a posting between them follows.
  const places = await read<Bin>(
    context,
    sql`("warehouseId" is null or "locationType" = 'STORAGE' and status = 'ENABLED' and not "isDeleted"
      and (id = any(${named}::bigint[])${inWarehouse}))`,
  )
  const bins = places.filter(({ type }) => type === 'STORAGE')
  const ids = new Set(bins.map(bin => bin.id))
  const standard = bins.find(bin => bin.warehouseId === warehouseId)?.id
  return onEachLine(asked, ({ locationId, at }) => {
    const found = locationId ?? standard
    if (found === undefined) throw invalid({ warehouseId: 'missing' })
    if (!ids.has(found)) throw invalid({ [at]: 'reference' })
    return found
  })
}

export async function defaultBin(context: Context, warehouseId: number): Promise<number> {
  const [id] = await binsOfLines(context, warehouseId, [{ locationId: null, at: 'warehouseId' }])
  return id as number
}

export async function binOf(
  context: Context,
  warehouseId: number,
  locationId: number | null,
  at = 'locationId',
): Promise<number> {
  const [id] = await binsOfLines(context, warehouseId, [{ locationId, at }])
  return id as number
}
