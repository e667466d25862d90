/** Material shortages: total requirement of open plans against issuable stock. */
import { sql } from 'kysely'
import { produceplan } from '#contract/production/produceplan.ts'
import type { Context } from '../../db/connection/context.ts'
import type { ListCondition } from '../../db/query/where.ts'
import { scope } from '../../db/schema/columns.ts'

export async function plansShort(context: Context): Promise<readonly ListCondition[]> {
  const { rows } = await sql<{ id: number }>`
    with needed as (
      select p.id, m."materialId", m."semiProductId",
        greatest(m."requiredQty" - coalesce(m."issuedQty", 0) - coalesce(m."makeUpQty", 0)
          + coalesce(m."returnedQty", 0), 0) as quantity
      from produceplan p join produceplanmaterial m on m."parentId" = p.id
        left join material i on i.id = m."materialId"
      where p."customerId" = ${context.customerId} and p.status in ('RELEASED', 'ISSUING', 'PRODUCING')
        and (m."materialId" is null or i."isLotTracked")
    ), wanted as (
      select "materialId", "semiProductId", sum(quantity) as quantity from needed
      group by "materialId", "semiProductId" having sum(quantity) > 0
    ), short as (
      select w.* from wanted w where w.quantity > coalesce((
        select sum(l."onHandQty") from stocklot l
        where l."customerId" = ${context.customerId} and l."qualityStatus" = 'RELEASED' and l."onHandQty" > 0
          and (l."expiryDate" is null or l."expiryDate" >= ${context.today}::date)
          and (l."materialId" = w."materialId" or l."productId" = w."semiProductId")), 0)
    )
    select distinct n.id from needed n join produceplan p on p.id = n.id and ${scope(context, produceplan, 'p')} join short s
      on n."materialId" is not distinct from s."materialId" and n."semiProductId" is not distinct from s."semiProductId"
    where n.quantity > 0 order by n.id desc limit 200`.execute(context.tx)
  return [{ field: 'id', op: 'in', value: rows.map(row => row.id) }]
}
