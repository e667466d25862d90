/** Complaints: label number matched to a lot, the root of an analysis. */
import { sql } from 'kysely'
import type { complaint } from '#contract/sale/complaint.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled } from '../basis/people.ts'

type ComplaintDraft = DraftOf<typeof complaint>

async function lotNumbered(context: Context, { lotNo, productId }: ComplaintDraft): Promise<number | null> {
  if (!lotNo || !productId) return null
  const { rows } = await sql<{ id: number }>`
    select id from stocklot where "customerId" = ${context.customerId} and "productId" = ${productId}
      and upper("lotNo") = upper(${lotNo.trim()}) order by id limit 1`.execute(context.tx)
  return rows[0]?.id ?? null
}

/** Copies the lot's label number, which the save matches again. */
async function prepare(context: Context, { lotId }: ComplaintDraft): Promise<readonly ComplaintDraft[]> {
  const { rows } = await sql<{ id: number; name: string; lotNo: string }>`
    select p.id, p.name, l."lotNo" from stocklot l join product p on p.id = l."productId"
    where l.id = ${lotId ?? null} and l."customerId" = ${context.customerId}`.execute(context.tx)
  const [lot] = rows
  return [lot ? { ...labelled('productId', lot), lotNo: lot.lotNo } : {}]
}

export const complaintRules: EntityHooksWithActions<typeof complaint> = {
  prepare,
  async beforeSave(context, row) {
    row.lotId = await lotNumbered(context, row)
  },
  // Analyses depend on it, even if referenced only here.
  async beforeRemove(context, { analyseId }) {
    if (analyseId === null) return
    const analyses = context.tx.selectFrom('unsafefoodanalyse').where('id', '=', analyseId)
    throw new AppError('inUse', { referrers: (await analyses.select('docNo').executeTakeFirst())?.docNo ?? '' })
  },
  actions: {
    answer: async (_context, _row, given) => ({ handling: given.handling }),
    close: async () => undefined,
  },
}
