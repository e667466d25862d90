/** Recalls: graded deadlines, freeze, notification, accounting, closing (domain.md §2.3). */
import { sql } from 'kysely'
import { type callback, callback as definition } from '#contract/recall/callback.ts'
import type { callbacklot } from '#contract/recall/callbacklot.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { validate } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { sanitised } from '../../db/sanitise.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { addHours, endOfDay, termEnd } from '../basis/workingDays.ts'
import { labelsOf } from '../stock/genealogy.ts'
import { workingCalendar } from '../system/holiday.ts'
import { takeSnapshot } from '../trace/export/snapshot.ts'
import { accountedRate } from '../trace/sections/trace.ts'
import { figuresOf } from '../trace/walk/figures.ts'
import { walk } from '../trace/walk/traceScope.ts'
import { notifyShare } from './callbackdealer.ts'
import { drillFinished, drillStarted } from './drill.ts'
import { queueNotices } from './notices.ts'
import { guardClose } from './recallClose.ts'
import { listDealers, refreshDealers } from './recallDealers.ts'
import { dealersHolding, notifiedPercent, recallFigures } from './recallFigures.ts'
import { restoreLots } from './recallRestore.ts'
import { clockOf, freeze, gradeInForce, gradeOf, guardPlan, type Recall } from './recallStart.ts'

type RecallDraft = DraftOf<typeof callback>
type LotDraft = DraftOf<typeof callbacklot> & { readonly lotId$label?: string | null }
type LotsOfRecall = Pick<Recall, 'id' | 'callbackType'> & { readonly lots: readonly LotDraft[] }

async function recallLines(context: Context, lots: readonly number[]) {
  const lines = await rowsOf(context, 'stocklot')
    .select(['id as lotId', 'lotNo as lotId$label'])
    .where('id', '=', anyOf(lots))
    .orderBy('lotNo')
    .execute()
  return (await recallFigures(context, lines, null)).lots
}

interface Plan {
  readonly docNo: string
  readonly gradeId: number
  readonly grade: string
  readonly responsibleId: number
  readonly responsible: string
  readonly product: string | null
  readonly reasonAndHarm: string
  readonly recallArea: string
  readonly noticeContent: string
  readonly triggerSource: Recall['triggerSource'] | null
  readonly hazardTypes: Recall['hazardTypes']
  readonly lots: readonly number[] | null
}

/** Initial values from the plan (domain.md §2.3). */
async function prepareRecall(context: Context, { callbackPlanId }: RecallDraft): Promise<readonly RecallDraft[]> {
  const own = labelled('responsibleId', await ownEmployee(context))
  if (!callbackPlanId) return [own]
  const { rows } = await sql<Plan>`
    select p."docNo", p."callbackGradeId" as "gradeId", g.name as grade, p."responsibleId", e.name as responsible,
      i.name as product, p."reasonAndHarm", p."recallArea", p."noticeContent", a."triggerSource", a."hazardTypes",
      (select json_agg("targetId") from "unsafefoodcallbackplan_lotIds" where "ownerId" = p.id) as lots
    from unsafefoodcallbackplan p
    join callbackgrade g on g.id = p."callbackGradeId"
    left join employee e on e.id = p."responsibleId"
    left join product i on i.id = p."productId"
    left join unsafefoodanalyse a on a.id = p."analyseId"
    where p.id = ${callbackPlanId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  const [plan] = rows
  if (!plan) return [own]
  return [
    {
      ...labelled('callbackPlanId', { id: callbackPlanId, name: plan.docNo }),
      ...labelled('callbackGradeId', { id: plan.gradeId, name: plan.grade }),
      ...labelled('responsibleId', { id: plan.responsibleId, name: plan.responsible }),
      title: [plan.product, plan.docNo].filter(Boolean).join(' ').slice(0, 100),
      triggerSource: plan.triggerSource ?? 'SELF_TEST',
      ...(plan.hazardTypes ? { hazardTypes: plan.hazardTypes } : {}),
      reason: sanitised(plan.reasonAndHarm ?? '') || null,
      scopeArea: plan.recallArea,
      noticeContent: sanitised(plan.noticeContent ?? '') || null,
      lots: await recallLines(context, plan.lots ?? []),
    },
  ]
}

const idsOf = ({ lots = [] }: { readonly lots?: readonly LotDraft[] }) => lots.flatMap(({ lotId }) => lotId ?? [])

/** Header is fixed after the start: lots may join, none may leave. */
async function guardStarted(context: Context, row: RecallDraft, before: Recall): Promise<void> {
  for (const name of ['callbackType', 'callbackGradeId', 'callbackPlanId', 'knowTime'] as const)
    if (String(row[name]) !== String(before[name])) throw invalid({ [name]: 'fixed' })
  const fieldErrors = validate(definition, row)
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
  const kept = new Set(idsOf(row))
  const left = idsOf(before).find(id => !kept.has(id))
  if (left === undefined) return
  const lot = await context.tx.selectFrom('stocklot').select('lotNo').where('id', '=', left).executeTakeFirst()
  throw new AppError('recallLotLeft', { lotNo: lot?.lotNo ?? '' })
}

function refuseTwice({ lots = [] }: RecallDraft): void {
  const twice = lots.findIndex((line, at) => lots.findIndex(other => other.lotId === line.lotId) < at && line.lotId)
  if (twice >= 0) throw invalid({ [`lots.${twice}.lotId`]: 'taken' })
}

/** Lines of a recall, later labels of the same goods included. */
async function withLabels(context: Context, lines: readonly LotDraft[]): Promise<readonly LotDraft[]> {
  const named = idsOf({ lots: lines })
  if (named.length === 0) return lines
  const { rows } = await sql<{ id: number }>`${labelsOf(sql`${named}::bigint[]`, 'later')}`.execute(context.tx)
  const joined = rows.map(({ id }) => id).filter(id => !named.includes(id))
  return joined.length === 0 ? lines : [...lines, ...(await recallLines(context, joined))]
}

async function beforeSave(context: Context, row: RecallDraft, before: Recall | null): Promise<void> {
  refuseTwice(row)
  if (before && before.status !== 'DRAFT') await guardStarted(context, row, before)
  else {
    const grade = await gradeOf(context, row.callbackGradeId ?? 0)
    if (grade && row.knowTime) Object.assign(row, clockOf(grade, row.knowTime))
  }
  if (!row.lots) return
  const lines = await withLabels(context, row.lots)
  const { lots, totals } = await recallFigures(context, lines, before?.id ?? null)
  Object.assign(row, totals, { lots })
}

async function afterSave(context: Context, row: Recall, before: Recall | null): Promise<void> {
  if (!before || before.status === 'DRAFT') return
  const known = new Set(idsOf(before))
  const joined = idsOf(row).filter(id => !known.has(id))
  if (joined.length === 0) return
  await freeze(context, row, joined)
  await listDealers(context, row.id, joined)
  await notifyShare(context, row.id)
  if (row.noticeTime !== null) await queueNotices(context, row)
}

/** Updates dealers from the ledger, except in drills: their lots sell on. */
async function dealersUpToNow(context: Context, recall: LotsOfRecall): Promise<void> {
  if (recall.callbackType !== 'DRILL') await listDealers(context, recall.id, idsOf(recall))
  await refreshDealers(context, recall.id, idsOf(recall))
}

async function figuresNow(context: Context, recall: LotsOfRecall) {
  const { lots, totals } = await recallFigures(context, recall.lots, recall.id)
  await dealersUpToNow(context, recall)
  return { ...totals, lots, notifiedPercent: await notifiedPercent(context, recall.id) }
}

/** Timed forward trace behind a recall (domain.md §3.6). */
async function traced(context: Context, roots: readonly number[]) {
  const scope = [...(await walk(context, roots, 'asc')).levels.keys()]
  const dealers = new Set((await dealersHolding(context, scope, null)).map(({ dealerId }) => dealerId))
  return { scope, dealers, figures: await figuresOf(context, scope) }
}

async function start(context: Context, draft: Recall) {
  const recall = { ...draft, lots: await withLabels(context, draft.lots) }
  const grade = await gradeInForce(context, recall)
  await guardPlan(context, recall)
  await freeze(context, recall, idsOf(recall))
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(2)
  const { scope, dealers, figures } = await traced(context, idsOf(recall))
  const scopeSeconds = seconds()
  await listDealers(context, recall.id, idsOf(recall))
  const listSeconds = seconds()
  const traceSnapshotId = await takeSnapshot(context, {
    direction: 'asc',
    query: { callback: recall.docNo, lotNos: recall.lots.map(line => line.lotId$label) },
    elapsedMs: performance.now() - began,
    lotCount: scope.length,
    dealerCount: dealers.size,
    accountedRate: accountedRate(figures),
  })
  const clock = clockOf(grade, recall.knowTime)
  const now = await figuresNow(context, recall)
  await drillStarted(context, recall, { scopeSeconds, listSeconds })
  return { ...now, ...clock, startTime: context.now, scopeSeconds, listSeconds, traceSnapshotId }
}

async function notify(context: Context, recall: Recall) {
  if (isEmpty(recall.noticeContent)) throw invalid({ noticeContent: 'required' })
  await dealersUpToNow(context, recall)
  const queued = await queueNotices(context, recall, { again: true })
  if (recall.noticeTime !== null) {
    // Retry of failed notices only; the clocks run from the first attempt.
    if (queued === 0) throw new AppError('noticesSent')
    return figuresNow(context, recall)
  }
  const jurisdiction = (await gradeOf(context, recall.callbackGradeId))?.jurisdiction ?? ''
  const calendar = await workingCalendar(context, jurisdiction)
  const { notifyWithinHours: hours, finishWithinDays: days, finishDayType } = recall
  return {
    ...(await figuresNow(context, recall)),
    noticeTime: context.now,
    notifyDeadline: hours === null ? null : addHours(context.now, hours),
    finishDeadline:
      days === null ? null : endOfDay(context.timeZone, termEnd(context.today, days, finishDayType, calendar)),
  }
}

async function close(context: Context, recall: Recall) {
  const figures = await figuresNow(context, recall)
  await guardClose(context, recall, figures.lots)
  await drillFinished(context, recall, figures)
  return { ...figures, finishTime: context.now }
}

export const callbackRules: EntityHooksWithActions<typeof callback> = {
  prepare: prepareRecall,
  beforeSave,
  afterSave,
  async read(context, row) {
    if (['CLOSED', 'CANCELLED'].includes(row.status ?? '')) return row
    const { lots, totals } = await recallFigures(context, row.lots, row.id)
    return { ...row, ...totals, lots }
  },
  actions: {
    start,
    notify,
    recover: figuresNow,
    dispose: figuresNow,
    close,
    cancel: async () => undefined,
    restore: restoreLots,
  },
}
