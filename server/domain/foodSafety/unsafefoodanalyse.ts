/** Analyses of suspect food: scope by trace, conclusion by two persons. */
import { sql } from 'kysely'
import type { unsafefoodanalyse } from '#contract/foodSafety/unsafefoodanalyse.ts'
import { format } from '#contract/messages/index.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import { richTextOf } from '#contract/schema/plainText.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { affectedLots } from '../quality/affectedLots.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'
import { takeSnapshot } from '../trace/export/snapshot.ts'

type Analysis = RowOf<typeof unsafefoodanalyse>

/** Holds usable and sellable lots (domain.md §2.2: bulk hold by scope). */
async function hold(context: Context, analysis: Analysis, lots: readonly number[]): Promise<void> {
  const reason = format(context.locale, 'analysed', { docNo: analysis.docNo ?? '' })
  for (const lot of (await lockLots(context, lots)).values())
    if (['PENDING', 'RELEASED'].includes(String(lot.qualityStatus)))
      await changeStatus(context, lot, 'HOLD', reason, undefined, analysis.docNo)
}

async function conclude(context: Context, analysis: Analysis): Promise<Values> {
  for (const name of ['rootCause', 'conclusion'] as const)
    if (isEmpty(analysis[name])) throw invalid({ [name]: 'required' })
  if (analysis.conclusion === 'RECALL' && analysis.suggestedGradeId === null)
    throw invalid({ suggestedGradeId: 'required' })
  const approverId = await signerOf(context, 'analysis', analysis.analystId)
  const found = await affectedLots(context, analysis.lotIds)
  if (analysis.conclusion === 'HOLD') await hold(context, analysis, found.lots)
  const { lotIds$labels: lotNos }: Values = { ...analysis }
  const traceSnapshotId = await takeSnapshot(context, {
    direction: 'asc',
    query: { analyse: analysis.docNo, lotNos },
    elapsedMs: found.elapsedMs,
    lotCount: found.lots.length,
    dealerCount: found.dealerCount,
  })
  return { approverId, traceSnapshotId, involvedQty: found.involvedQty, soldQty: found.soldQty }
}

interface Complaint {
  readonly docNo: string
  readonly complaintTime: string
  readonly content: string
  readonly productId: number
  readonly product: string
  readonly lotId: number | null
  readonly lotNo: string | null
}

async function prepare(context: Context, given: Values): Promise<readonly Values[]> {
  const own = labelled('analystId', await ownEmployee(context))
  const { rows } = await sql<Complaint>`
    select c."docNo", c."complaintTime", c.content, c."productId", p.name as product, c."lotId", l."lotNo"
    from complaint c join product p on p.id = c."productId" left join stocklot l on l.id = c."lotId"
    where c.id = ${given.complaintId ?? null}::bigint and c."customerId" = ${context.customerId}`.execute(context.tx)
  const [complaint] = rows
  if (!complaint) return [own]
  return [
    {
      ...own,
      ...labelled('complaintId', { id: Number(given.complaintId), name: complaint.docNo }),
      ...labelled('productId', { id: complaint.productId, name: complaint.product }),
      ...(complaint.lotId === null ? {} : { lotIds: [complaint.lotId], lotIds$labels: [complaint.lotNo] }),
      title: `${complaint.product} ${complaint.docNo}`.slice(0, 100),
      foundTime: complaint.complaintTime,
      triggerSource: 'COMPLAINT',
      hazardDesc: complaint.content && richTextOf(complaint.content),
    },
  ]
}

export const unsafefoodanalyseRules: EntityHooksWithActions<typeof unsafefoodanalyse> = {
  prepare,
  async beforeSave(context, row) {
    if (!Array.isArray(row.lotIds) || row.lotIds.length === 0) return
    const { involvedQty, soldQty } = await affectedLots(context, row.lotIds as number[])
    Object.assign(row, { involvedQty, soldQty })
  },
  async afterSave(context, row) {
    if (row.complaintId === null) return
    await sql`
      update complaint set "analyseId" = ${row.id} where id = ${row.complaintId} and "analyseId" is null
        and "customerId" = ${context.customerId}`.execute(context.tx)
  },
  async beforeRemove(context, row) {
    await sql`update complaint set "analyseId" = null where "analyseId" = ${row.id}`.execute(context.tx)
  },
  actions: { analyse: async () => undefined, conclude },
}
