/** Sale lines for the sheets of a trace. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'

/** Sale lines of lots in one hash join; `docNo`, `lineNo` match movements. */
export const saleLinesTable = (lots: readonly number[], { customerId }: Context): Sql => sql`
  select x."lotId", o."docNo", x."lineNo", x."packageQty", x."productSpecId", x."certificateNo", o."shipToAddress",
    o."contactName", o.phone, o.carrier, o."vehicleNo", o."handlerId"
  from productsaleoutline x join productsaleout o on o.id = x."parentId"
  where x."lotId" = any(${lots}::bigint[]) and o."customerId" = ${customerId}`
