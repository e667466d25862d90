/** Recall drills: measured, without effects; seeded ones have answers (domain.md §3.6). */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { callback } from '#contract/recall/callback.ts'
import { callbackdrill } from '#contract/recall/callbackdrill.ts'
import type { seededDrill } from '#contract/recall/recall.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { ParametersOf } from '#contract/schema/call.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { touched } from '../../db/query/rowsOf.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { RecordService } from '../basis/hooks.ts'
import { ownEmployee } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'
import { accountedRate } from '../trace/sections/trace.ts'
import { figuresOf } from '../trace/walk/figures.ts'
import { traceOptionsOf } from '../trace/walk/traceOptions.ts'
import { walk } from '../trace/walk/traceScope.ts'
import type { Recall } from './recallStart.ts'

interface Candidate {
  readonly id: number
  readonly lotNo: string
  /** Last ledger sequence when the links were read. */
  readonly asOfSeq: number
}

/** Material lots with downstream links: an answer exists. Water has no lots. */
async function candidatesOf(context: Context): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select l.id, l."lotNo", (select max(id) from stockledger) as "asOfSeq"
    from stocklot l join material m on m.id = l."materialId" and m."isLotTracked"
    where l."customerId" = ${context.customerId}
      and exists (select from lotlink k where k."inLotId" = l.id and k."outLotId" <> l.id)
    order by l.id`.execute(context.tx)
  return rows
}

async function strictestGrade(context: Context): Promise<number> {
  const day = plantDay(context, context.now)
  const { rows } = await sql<{ id: number }>`
    select id from callbackgrade where "customerId" = ${context.customerId} and status = 'ENABLED'
      and "effectiveFrom" <= ${day} and ("effectiveTo" is null or "effectiveTo" >= ${day})
    order by jurisdiction <> 'CN', severity, "effectiveFrom" desc, id limit 1`.execute(context.tx)
  if (!rows[0]) throw new AppError('gradeNotInForce', { grade: '', day })
  return rows[0].id
}

type Drill = Omit<RowOf<typeof callbackdrill>, 'participantIds'>

async function auditDrill(context: Context, before: Drill | undefined, after: Drill | undefined): Promise<void> {
  if (!after) return
  const changes = changesOf(callbackdrill, before ?? null, after)
  await writeAudit(context, 'callbackdrill', String(after.id), before ? 'UPDATE' : 'CREATE', changes)
}

/**
 * Starts a drill on a lot chosen by seed; the team must find its products.
 * @throws AppError invalid without a responsible person, nothingToTrace without products of any material
 */
export async function startSeededDrill(
  context: Context,
  given: ParametersOf<typeof seededDrill>,
  save: RecordService['save'],
): Promise<Row> {
  const responsibleId = given.responsibleId ?? (await ownEmployee(context))?.id
  if (!responsibleId) throw invalid({ responsibleId: 'required' })
  const seed = given.seed || randomInt(1, 1_000_000)
  const candidates = await candidatesOf(context)
  const lot = candidates[pickBySeed(seed, candidates.length)]
  if (!lot) throw new AppError('nothingToTrace')
  const say = (key: string) => format(context.locale, `drill.${key}`, { lotNo: lot.lotNo, seed })
  const drill = await save(context, callback, {
    title: say('title').slice(0, 100),
    callbackType: 'DRILL',
    callbackGradeId: await strictestGrade(context),
    triggerSource: 'DRILL',
    reason: say('reason'),
    noticeContent: say('notice'),
    knowTime: context.now,
    responsibleId,
  })
  const { customerId, now, userId } = context
  const created = { customerId, createdAt: now, createdBy: userId, updatedAt: now, updatedBy: userId, startedAt: now }
  const written = await context.tx
    .insertInto('callbackdrill')
    .values({ ...created, callbackId: drill.id, seed, lotId: lot.id, asOfSeq: lot.asOfSeq })
    .returningAll()
    .executeTakeFirst()
  await auditDrill(context, undefined, written)
  return drill
}

const lockDrill = (context: Context, recallId: number) =>
  context.tx.selectFrom('callbackdrill').selectAll().where('callbackId', '=', recallId).forUpdate().executeTakeFirst()

export async function drillStarted(
  context: Context,
  recall: Pick<Recall, 'id' | 'callbackType'>,
  measured: { readonly scopeSeconds: string; readonly listSeconds: string },
): Promise<void> {
  if (recall.callbackType !== 'DRILL') return
  const before = await lockDrill(context, recall.id)
  const after = await sql<Drill>`
    insert into callbackdrill as d ("customerId", "createdAt", "createdBy", "updatedAt", "updatedBy", "callbackId",
      "startedAt", "scopeSeconds", "listSeconds")
    values (${context.customerId}, ${context.now}, ${context.userId}, ${context.now}, ${context.userId}, ${recall.id},
      ${context.now}, ${measured.scopeSeconds}::numeric, ${measured.listSeconds}::numeric)
    on conflict ("callbackId", "customerId") do update set "scopeSeconds" = excluded."scopeSeconds",
      "listSeconds" = excluded."listSeconds", "updatedAt" = excluded."updatedAt",
      "traceMinutes" = round(extract(epoch from ${context.now}::timestamptz - d."startedAt") / 60, 2)
    returning *`.execute(context.tx)
  await auditDrill(context, before, after.rows[0])
}

/** Ground truth: lots that contained the drill lot at its start. */
async function truthOf(context: Context, lotId: number, asOfSeq: number | null): Promise<readonly number[]> {
  const { levels } = await walk(context, [lotId], 'asc', await traceOptionsOf(context, { asOfSeq }))
  return [...levels.keys()].filter(id => id !== lotId)
}

interface NotifiedDealer {
  readonly notified: string | null
  readonly acknowledged: string | null
  readonly isDead: boolean
}

/** Notification and acknowledgement times per dealer, over all lots. */
async function notifiedDealers(context: Context, callbackId: number): Promise<readonly NotifiedDealer[]> {
  const { rows } = await sql<NotifiedDealer>`
    select case when bool_and("notifyTime" is not null) then max("notifyTime") end as notified,
      case when bool_and("ackTime" is not null) then max("ackTime") end as acknowledged,
      bool_or(coalesce("phoneDead", false)) as "isDead"
    from callbackdealer where "callbackId" = ${callbackId} group by "dealerId" order by "dealerId"`.execute(context.tx)
  return rows
}

/** Accounted and locatable percentage, worst lot each, from the ledger. */
async function accountedOf(context: Context, lots: readonly number[]) {
  const figures = await figuresOf(context, lots)
  const atHand = figures.map(figure => ({ ...figure, countLoss: '0' }))
  return { ledgerPercent: accountedRate(figures), physicalPercent: accountedRate(atHand) }
}

/** Known participants: leader and callers. */
async function noteParticipants(context: Context, drillId: number, recall: Recall): Promise<void> {
  await sql`
    insert into "callbackdrill_participantIds" ("ownerId", "targetId")
    select ${drillId}, p.id from (
      select ${recall.responsibleId}::bigint as id
      union select "notifiedBy" from callbackdealer where "callbackId" = ${recall.id}
      union select "byId" from callbacknotice where "callbackId" = ${recall.id}) p
    where p.id is not null on conflict do nothing`.execute(context.tx)
}

export async function drillFinished(
  context: Context,
  recall: Recall,
  { recoveryRate }: Pick<Recall, 'recoveryRate'>,
): Promise<void> {
  if (recall.callbackType !== 'DRILL') return
  const drill = await lockDrill(context, recall.id)
  if (!drill) return
  const found = recall.lots.map(line => line.lotId)
  const dealers = await notifiedDealers(context, recall.id)
  const minutesUntil = (of: 'notified' | 'acknowledged', share: number) =>
    minutesBetween(
      drill.startedAt,
      momentOfShare(
        dealers.map(each => each[of]),
        share,
      ),
    )
  const score = drill.lotId === null ? null : scoreOf(await truthOf(context, drill.lotId, drill.asOfSeq), found)
  const after = await context.tx
    .updateTable('callbackdrill')
    .set({
      finishedAt: context.now,
      ...touched(context),
      notifiedHalfMinutes: minutesUntil('notified', 0.5),
      notifiedMostMinutes: minutesUntil('notified', 0.9),
      notifiedAllMinutes: minutesUntil('notified', 1),
      acknowledgedMinutes: minutesUntil('acknowledged', 0.9),
      totalMinutes: minutesBetween(drill.startedAt, context.now),
      foundLots: found.length,
      ...score,
      ...(await accountedOf(context, found)),
      recoveryPercent: recoveryRate,
      deadContacts: dealers.filter(each => each.isDead).length,
    })
    .where('id', '=', drill.id)
    .returningAll()
    .executeTakeFirst()
  await auditDrill(context, drill, after)
  await noteParticipants(context, drill.id, recall)
}

// Drill score from findings and ground truth (domain.md §3.6). Pure.

interface Score {
  readonly trueLots: number
  readonly foundLots: number
  readonly hitLots: number
  /** Precision and recall of the findings in percent; null for empty sets. */
  readonly precisionPercent: string | null
  readonly recallPercent: string | null
}

const percent = (part: number, whole: number) => (whole === 0 ? null : ((part * 100) / whole).toFixed(2))

/** Scores findings against the truth; duplicate lots count once. */
export function scoreOf(truth: Iterable<number>, found: Iterable<number>): Score {
  const [affected, answer] = [new Set(truth), new Set(found)]
  const hits = [...answer].filter(lot => affected.has(lot)).length
  return {
    trueLots: affected.size,
    foundLots: answer.size,
    hitLots: hits,
    precisionPercent: percent(hits, answer.size),
    recallPercent: percent(hits, affected.size),
  }
}

export function momentOfShare(moments: readonly (string | null)[], share: number): string | null {
  const wanted = Math.ceil(moments.length * share)
  const done = moments.filter(moment => moment !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return wanted === 0 ? null : (done[wanted - 1] ?? null)
}

export function minutesBetween(from: string, until: string | null): string | null {
  return until === null ? null : (Math.max(0, Date.parse(until) - Date.parse(from)) / 60_000).toFixed(2)
}

/** Deterministic index by seed; the hash separates neighbouring seeds. */
export function pickBySeed(seed: number, count: number): number {
  let mixed = (seed | 0) + 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return count === 0 ? 0 : ((mixed ^ (mixed >>> 16)) >>> 0) % count
}
