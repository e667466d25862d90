import { sql } from 'kysely'
import { stocklocation } from '#contract/stock/stocklocation.ts'
import type { warehouse } from '#contract/stock/warehouse.ts'
import { remove } from '../../db/records/store.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { refuseStockInWarehouse } from './bins.ts'

/** Default bin of the same name: small plants never see bins. */
export const warehouseRules: EntityHooks<typeof warehouse> = {
  async beforeSave(context, row, before) {
    if (before?.status === 'ENABLED' && row.status !== 'ENABLED') await refuseStockInWarehouse(context, before)
  },
  async afterSave(context, row, before) {
    if (before) return
    await sql`
      insert into stocklocation ("customerId", "createdBy", "updatedBy", code, name, "warehouseId", "locationType",
        "isQuarantine", "isDefault", status)
      values (${context.customerId}, ${context.userId}, ${context.userId}, ${row.code}, ${row.name}, ${row.id},
        'STORAGE', false, true, 'ENABLED')`.execute(context.tx)
  },
  async beforeRemove(context, row) {
    await refuseStockInWarehouse(context, row)
    const { rows } = await sql<{ id: number }>`
      select id from stocklocation where "warehouseId" = ${row.id} and "isDefault" and not "isDeleted"`.execute(
      context.tx,
    )
    for (const bin of rows) await remove(context, stocklocation, bin.id)
  },
}
