/** Which rows of the ledger count: those that no later row has undone. */
import { sql } from 'kysely'

/**
 * Condition on a row `g` of the ledger: it is no reversal, and none points at it (domain.md §3.3, Q0). A reversal has the
 * number of the document it undoes, by which an index finds it.
 */
export const isEffective = sql`(g."reversalOfSeq" is null and not exists (
  select from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id))`
