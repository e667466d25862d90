/** Shortcuts of the store: signers, bins, whereabouts, postings. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'

export function stockroomOf(at: PlantServer) {
  return {
    /** Makes the administrator this employee, who then signs approvals. */
    signAs: (jobNo: string | null) =>
      sql`update "user" set "employeeId" = ${jobNo === null ? null : at.day.id('employee', jobNo)}`.execute(
        at.server.db,
      ),
    /** A bin of a warehouse. */
    async bin(code: string, warehouse: string, more: Values = {}): Promise<number> {
      const warehouseId = at.day.id('warehouse', warehouse)
      return (await at.day.run('stocklocation.save', { code, name: code, warehouseId, ...more })).id
    },
    async defaultBin(warehouse: string): Promise<number> {
      const [row] = await at.rows(sql<Values>`
        select id from stocklocation where "warehouseId" = ${at.day.id('warehouse', warehouse)} and "isDefault"`)
      return row?.id as number
    },
    /** Whereabouts of a lot by kind of place, quarantine apart. */
    async lies(lotId: number): Promise<Readonly<Record<string, string>>> {
      const rows = await at.rows(sql<Values>`
        select case when p."isQuarantine" then 'QUARANTINE' else p."locationType" end as place, sum(b.quantity)::text as q
        from stockbalance b join stocklocation p on p.id = b."locationId"
        where b."lotId" = ${lotId} group by 1 having sum(b.quantity) <> 0`)
      return Object.fromEntries(rows.map(row => [row.place as string, String(row.q)]))
    },
    /** Ledger rows of a document, from place to place. */
    posted: (docNo: unknown) =>
      at.rows(sql<Values>`
        select g."moveType", f."locationType" as "from", t."locationType" as "to", g.quantity, g.reason
        from stockledger g join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
        where g."docNo" = ${String(docNo)} order by g.id`),
  }
}
