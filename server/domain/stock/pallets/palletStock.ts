/** Stock on closed pallets: it leaves with them, or after unpacking. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { RefusedLine } from '../../basis/lineErrors.ts'

interface Taken {
  readonly lotId: number
  readonly locationId: number
}

interface Held extends Taken {
  readonly lotNo: string
  readonly place: string
  readonly sscc: string
  readonly quantity: string
  readonly unit: string
}

/** Places where closed pallets hold more of a lot than is left there. */
export async function heldByPallets(
  context: Context,
  taken: readonly Taken[],
  lineOf: (taken: Taken) => number,
): Promise<RefusedLine[]> {
  if (taken.length === 0) return []
  const { rows } = await sql<Held>`
    select x."lotId", p."locationId", l."lotNo", s.name as place, string_agg(distinct p.sscc, ', ') as sscc,
      trim_scale(sum(x."baseQty"))::text as quantity, coalesce(u.name, '') as unit
    from unnest(${taken.map(each => each.lotId)}::bigint[], ${taken.map(each => each.locationId)}::bigint[]) as c("lotId", place)
    join palletline x on x."lotId" = c."lotId"
    join pallet p on p.id = x."parentId" and p.status = 'CLOSED' and p."locationId" = c.place
    join stocklot l on l.id = x."lotId" join stocklocation s on s.id = p."locationId" left join unit u on u.id = l."unitId"
    left join stockbalance b on b."lotId" = x."lotId" and b."locationId" = p."locationId" and b."producePlanId" is null
      and b."dealerId" is null
    group by x."lotId", p."locationId", l."lotNo", s.name, u.name, b.quantity
    having sum(x."baseQty") > coalesce(b.quantity, 0)`.execute(context.tx)
  return rows.map(({ lotId, locationId, ...data }) => ({
    line: lineOf({ lotId, locationId }),
    refusal: 'onPallet',
    data,
  }))
}
