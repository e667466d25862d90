/** Pallets that hold or held lots of the answer. */
import { sql } from 'kysely'
import type { Sql } from '../../../db/schema/columns.ts'
import type { TraceScope } from '../walk/traceScope.ts'

/** Closed ones as known now, without those packed later. */
export const palletsOfLots = ({ targetLots, view }: TraceScope): Sql => sql`
  select p.sscc, p.status, l."lotNo", i.name as "productName", sum(x."baseQty") as qty, u.name as "unitName",
    sum(x."packageQty") as "packageQty", s.name as "locationName", d.name as "dealerName", o."docNo" as "saleOutNo",
    o."shipTime", l.id as "lotId", p.id as "palletId", p."dealerId"
  from palletline x join pallet p on p.id = x."parentId" and p.status <> 'OPEN'
  join stocklot l on l.id = x."lotId" join product i on i.id = x."productId" join stocklocation s on s.id = p."locationId"
  left join unit u on u.id = l."unitId" left join dealer d on d.id = p."dealerId"
  left join productsaleout o on o.id = p."saleOutId"
  where x."lotId" = any(${targetLots}::bigint[]) ${view.isHistorical ? sql`and p."closedAt" <= ${view.asOf}` : sql``}
  group by p.id, l.id, i.name, u.name, s.name, d.name, o.id`
