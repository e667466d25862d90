/** Analyses of suspect food: scope by trace, conclusion by two persons. */
import type { unsafefoodanalyse } from '#contract/foodSafety/unsafefoodanalyse.ts'
import { format } from '#contract/messages/index.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { richTextOf } from '#contract/schema/plainText.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { affectedLots } from '../quality/affectedLots.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'
import { takeSnapshot } from '../trace/export/snapshot.ts'

type Analysis = RowOf<typeof unsafefoodanalyse>
type AnalysisDraft = DraftOf<typeof unsafefoodanalyse>

/** Holds usable and sellable lots (domain.md §2.2: bulk hold by scope). */
async function hold(context: Context, analysis: Analysis, lots: readonly number[]): Promise<void> {
  const reason = format(context.locale, 'analysed', { docNo: analysis.docNo ?? '' })
  for (const lot of (await lockLots(context, lots)).values())
    if (lot.qualityStatus === 'PENDING' || lot.qualityStatus === 'RELEASED')
      await changeStatus(context, lot, 'HOLD', reason, undefined, analysis.docNo)
}

async function conclude(context: Context, analysis: Analysis & { readonly lotIds$labels?: readonly string[] }) {
  for (const name of ['rootCause', 'conclusion'] as const)
    if (isEmpty(analysis[name])) throw invalid({ [name]: 'required' })
  if (analysis.conclusion === 'RECALL' && analysis.suggestedGradeId === null)
    throw invalid({ suggestedGradeId: 'required' })
  const approverId = await signerOf(context, 'analysis', analysis.analystId)
  const found = await affectedLots(context, analysis.lotIds)
  if (analysis.conclusion === 'HOLD') await hold(context, analysis, found.lots)
  const traceSnapshotId = await takeSnapshot(context, {
    direction: 'asc',
    query: { analyse: analysis.docNo, lotNos: analysis.lotIds$labels },
    elapsedMs: found.elapsedMs,
    lotCount: found.lots.length,
    dealerCount: found.dealerCount,
  })
  return { approverId, traceSnapshotId, involvedQty: found.involvedQty, soldQty: found.soldQty }
}

async function prepare(context: Context, { complaintId }: AnalysisDraft): Promise<readonly AnalysisDraft[]> {
  const own = labelled('analystId', await ownEmployee(context))
  const found = await context.tx
    .selectFrom('complaint as c')
    .innerJoin('product as p', 'p.id', 'c.productId')
    .leftJoin('stocklot as l', 'l.id', 'c.lotId')
    .select(['c.docNo', 'c.complaintTime', 'c.content', 'c.productId', 'p.name as product', 'c.lotId', 'l.lotNo'])
    .where('c.id', '=', complaintId ?? 0)
    .where('c.customerId', '=', context.customerId)
    .executeTakeFirst()
  if (!found || !complaintId) return [own]
  return [
    {
      ...own,
      ...labelled('complaintId', { id: complaintId, name: found.docNo ?? '' }),
      ...labelled('productId', { id: found.productId, name: found.product }),
      ...(found.lotId === null ? {} : { lotIds: [found.lotId], lotIds$labels: [found.lotNo] }),
      title: `${found.product} ${found.docNo}`.slice(0, 100),
      foundTime: found.complaintTime,
      triggerSource: 'COMPLAINT',
      hazardDesc: found.content && richTextOf(found.content),
    },
  ]
}

export const unsafefoodanalyseRules: EntityHooksWithActions<typeof unsafefoodanalyse> = {
  prepare,
  async beforeSave(context, row) {
    if (!row.lotIds?.length) return
    const { involvedQty, soldQty } = await affectedLots(context, row.lotIds)
    Object.assign(row, { involvedQty, soldQty })
  },
  async afterSave(context, row) {
    if (row.complaintId === null) return
    const complaints = context.tx.updateTable('complaint').where('customerId', '=', context.customerId)
    const unlinked = complaints.where('id', '=', row.complaintId).where('analyseId', 'is', null)
    await unlinked.set({ analyseId: row.id }).execute()
  },
  async beforeRemove(context, row) {
    await context.tx.updateTable('complaint').set('analyseId', null).where('analyseId', '=', row.id).execute()
  },
  actions: { analyse: async () => undefined, conclude },
}
