/** Effective ledger rows: neither reversed nor reversals. */
import { sql } from 'kysely'

/** Ledger row `g` is neither reversal nor reversed (domain.md §3.3, Q0). */
export const isEffective = sql`(g."reversalOfSeq" is null and not exists (
  select from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id))`
