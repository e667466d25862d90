/** Supplier eligibility: approved, licence valid on receipt (domain.md §2.4, guard 10). */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

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
  const supplier = await rowsOf(context, 'supply')
    .select(['name', 'approvalStatus', 'licenseExpireDate'])
    .where('id', '=', supplyId)
    .executeTakeFirst()
  if (supplier?.approvalStatus === 'APPROVED' && (supplier.licenseExpireDate ?? day) >= day) return false
  const { rows } = await sql`
    select 1 from stocklocation where id = any(${bins}) and not coalesce("isQuarantine", false) limit 1`.execute(
    context.tx,
  )
  if (rows.length > 0) throw new AppError('supplierNotApproved', { supplier: supplier?.name ?? '' })
  return true
}
