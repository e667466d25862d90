/** The lines of sales as the sheets of a trace want them. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'

/**
 * The sale lines of lots, with what their documents say of them: `docNo` and `lineNo` are those of the movements. To be
 * read once and joined to tens of thousands of these: looked up one by one, each would search two indexes. A movement
 * always has its line: what is posted is not changed, and a reversal bears the number and the line of what it undoes.
 */
export const saleLinesTable = (lots: readonly number[], { customerId }: Context): Sql => sql`
  select x."lotId", o."docNo", x."lineNo", x."packageQty", x."productSpecId", x."certificateNo", o."shipToAddress",
    o."contactName", o.phone, o.carrier, o."vehicleNo", o."handlerId"
  from productsaleoutline x join productsaleout o on o.id = x."parentId"
  where x."lotId" = any(${lots}::bigint[]) and o."customerId" = ${customerId}`
