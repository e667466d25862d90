/** What the home page counts, restricted to what the caller may see. */
import { sql } from 'kysely'
import { entities } from '../../../src/contract/index.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Context } from '../../db/context.ts'

const version = '0.1.0'
const warningDays = 30

async function count(context: Context, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await query.execute(context.tx)
  return rows[0]?.count ?? 0
}

const draftsOf = (context: Context, entity: Entity) =>
  sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(entity.name)}
    where "customerId" = ${context.customerId} and "status" = 'DRAFT'`

const lotsWhere = (context: Context, condition: ReturnType<typeof sql>) =>
  sql<{ count: number }>`
    select count(*)::int as count from "stocklot"
    where "customerId" = ${context.customerId} and "onHandQty" > 0 and ${condition}`

/** Version and time for anybody; for a signed-in caller also drafts waiting, lots to inspect and lots running out. */
export async function systemInformation(context: Context): Promise<unknown> {
  const known = { version, serverTime: context.now }
  if (context.userId === null) return known
  const counters: Record<string, number> = {}
  for (const entity of Object.values<Entity>(entities)) {
    if (entity.document && context.grants.has(entity.name))
      counters[`${entity.name}.DRAFT`] = await count(context, draftsOf(context, entity))
  }
  if (context.grants.has('stocklot')) {
    const { today } = context
    counters['stocklot.PENDING'] = await count(context, lotsWhere(context, sql`"qualityStatus" = 'PENDING'`))
    counters['stocklot.HOLD'] = await count(context, lotsWhere(context, sql`"qualityStatus" = 'HOLD'`))
    counters['stocklot.expired'] = await count(context, lotsWhere(context, sql`"expiryDate" < ${today}::date`))
    counters['stocklot.expiring'] = await count(
      context,
      lotsWhere(context, sql`"expiryDate" between ${today}::date and ${today}::date + ${warningDays}::int`),
    )
  }
  return { ...known, counters }
}
