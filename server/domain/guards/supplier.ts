/** From whom may be received: approved, with a licence that holds on the day of receipt (domain.md §2.4, guard 10). */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

/** Is the supplier approved, with a licence that holds on this day? Null for one that does not exist. */
async function standingOf(context: Context, supplyId: number, day: string) {
  const { rows } = await sql<{ name: string; approved: boolean }>`
    select name, "approvalStatus" = 'APPROVED'
      and ("licenseExpireDate" is null or "licenseExpireDate" >= ${day}::date) as approved
    from supply where id = ${supplyId} and "customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0] ?? null
}

/**
 * Receiving from a supplier who is not approved, or not any more, is possible into quarantine bins only.
 * @param bins the bins that everything goes to
 * @returns whether the goods are to be held
 * @throws AppError supplierNotApproved when a bin is no quarantine
 */
export async function heldForSupplier(
  context: Context,
  supplyId: number | null,
  day: string,
  bins: readonly number[],
): Promise<boolean> {
  if (supplyId === null) return false
  const supplier = await standingOf(context, supplyId, day)
  if (supplier?.approved) return false
  const { rows } = await sql`
    select 1 from stocklocation where id = any(${bins}) and not coalesce("isQuarantine", false) limit 1`.execute(
    context.tx,
  )
  if (rows.length > 0) throw new AppError('supplierNotApproved', { supplier: supplier?.name ?? '' })
  return true
}
