import { sql } from 'kysely'
import type { warehouse } from '../../../src/contract/stock/warehouse.ts'
import type { Rules } from '../rule.ts'

/** A warehouse comes with its default bin, named like it, so that small plants never see bins. */
export const warehouseRules: Rules<typeof warehouse> = {
  async afterSave(context, row, before) {
    if (before) return
    await sql`
      insert into stocklocation ("customerId", "createdBy", "updatedBy", code, name, "warehouseId", "locationType",
        "isQuarantine", "isDefault", status)
      values (${context.customerId}, ${context.userId}, ${context.userId}, ${row.code}, ${row.name}, ${row.id},
        'STORAGE', false, true, 'ENABLED')`.execute(context.tx)
  },
}
