/** Where stock lies: bins, and the virtual places that stand for suppliers, process, dealers and the like. */
import { sql } from 'kysely'
import { invalid } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/context.ts'

/** The virtual places of an organisation, by type; made with it (`makeVirtualPlaces`). */
export const virtualTypes = ['SUPPLIER', 'WIP', 'PROCESS', 'DEALER', 'SAMPLE', 'LAB', 'SCRAP', 'ADJUST'] as const
export type VirtualType = (typeof virtualTypes)[number]

const titles: Readonly<Record<VirtualType, string>> = {
  SUPPLIER: '供应商',
  WIP: '在制',
  PROCESS: '生产转化',
  DEALER: '经销商',
  SAMPLE: '留样室',
  LAB: '检验消耗',
  SCRAP: '报废销毁',
  ADJUST: '盘点差异',
}

/** Makes the virtual places that are missing; harmless to repeat. */
export async function makeVirtualPlaces(context: Context): Promise<void> {
  for (const type of virtualTypes) {
    await sql`
      insert into stocklocation ("customerId", code, name, "locationType", "isQuarantine", "isDefault", status)
      select ${context.customerId}, ${type}, ${titles[type]}, ${type}, false, false, 'ENABLED'
      where not exists (select 1 from stocklocation
        where "customerId" = ${context.customerId} and "locationType" = ${type} and "warehouseId" is null)
    `.execute(context.tx)
  }
}

/** Ids of the virtual places, by type. */
export async function virtualPlaces(context: Context): Promise<Readonly<Record<VirtualType, number>>> {
  const { rows } = await sql<{ id: number; type: VirtualType }>`
    select id, "locationType" as type from stocklocation
    where "customerId" = ${context.customerId} and "warehouseId" is null`.execute(context.tx)
  return Object.fromEntries(rows.map(row => [row.type, row.id])) as Record<VirtualType, number>
}

/** The default bin of a warehouse, so that small plants never see bins. */
export async function defaultBin(context: Context, warehouseId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from stocklocation
    where "customerId" = ${context.customerId} and "warehouseId" = ${warehouseId} and "locationType" = 'STORAGE'
      and not "isDeleted"
    order by "isDefault" desc, id limit 1`.execute(context.tx)
  const id = rows[0]?.id
  if (id === undefined) throw invalid({ warehouseId: 'missing' })
  return id
}

/** The storage bin a line names, or the default one of the warehouse. Virtual places cannot be named; `at` is said then. */
export async function binOf(
  context: Context,
  warehouseId: number,
  locationId: number | null,
  at = 'locationId',
): Promise<number> {
  if (locationId === null || locationId === undefined) return defaultBin(context, warehouseId)
  const { rows } = await sql<{ id: number }>`
    select id from stocklocation where id = ${locationId} and "customerId" = ${context.customerId}
      and "locationType" = 'STORAGE' and not "isDeleted"`.execute(context.tx)
  if (!rows[0]) throw invalid({ [at]: 'reference' })
  return locationId
}
