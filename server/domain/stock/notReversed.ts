/** Effective ledger rows: neither reversed nor reversals. */
import { sql } from 'kysely'

/**
 * Condition on ledger row `g`: no reversal, and not reversed (domain.md §3.3, Q0).
 * Reversals repeat the document number, which makes the index usable.
 */
export const isEffective = sql`(g."reversalOfSeq" is null and not exists (
  select from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id))`
