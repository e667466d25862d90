/** Supplier eligibility: approved, licence valid on receipt (domain.md §2.4, guard 10). */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

async function standingOf(context: Context, supplyId: number, day: string) {
  const { rows } = await sql<{ name: string; approved: boolean }>`
    select name, "approvalStatus" = 'APPROVED'
      and ("licenseExpireDate" is null or "licenseExpireDate" >= ${day}::date) as approved
    from supply where id = ${supplyId} and "customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0] ?? null
}

/**
 * Unapproved suppliers may deliver into quarantine only.
 * @param bins all target bins
 * @returns whether to hold the goods
 * @throws AppError supplierNotApproved for a regular bin
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
