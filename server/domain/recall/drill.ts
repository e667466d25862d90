/** Recall drills: measured like a recall, touching nothing; of a seeded one the system knows the answer (domain.md §3.6). */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import { callback } from '../../../src/contract/recall/callback.ts'
import { callbackdrill } from '../../../src/contract/recall/callbackdrill.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { RecordService } from '../basis/hooks.ts'
import { ownEmployee } from '../basis/people.ts'
import { dayOf } from '../guards/day.ts'
import { accountedRate } from '../trace/sections/trace.ts'
import { figuresOf } from '../trace/walk/figures.ts'
import { viewOf } from '../trace/walk/traceOptions.ts'
import { walk } from '../trace/walk/traceScope.ts'
import { minutesBetween, momentOfShare, pickBySeed, scoreOf } from './drillScore.ts'
import type { Recall } from './recallStart.ts'

interface Candidate {
  readonly id: number
  readonly lotNo: string
  /** The last row of the ledger when its links were looked at. */
  readonly asOfSeq: number
}

/**
 * Material lots that a link leads on from, so that there is something to find: what was charged and undone, or of which
 * nothing was made yet, has no answer. Water is in everything and has no lots.
 */
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
  const day = dayOf(context, context.now)
  const { rows } = await sql<{ id: number }>`
    select id from callbackgrade where "customerId" = ${context.customerId} and status = 'ENABLED'
      and "effectiveFrom" <= ${day} and ("effectiveTo" is null or "effectiveTo" >= ${day})
    order by jurisdiction <> 'CN', severity, "effectiveFrom" desc, id limit 1`.execute(context.tx)
  if (!rows[0]) throw new AppError('gradeNotInForce', { grade: '', day })
  return rows[0].id
}

/** Says in the audit trail what was written of a drill. */
async function auditDrill(context: Context, before: Values | null, after: Values | undefined): Promise<void> {
  if (!after) return
  const changes = changesOf(callbackdrill, before, after)
  await writeAudit(context, 'callbackdrill', String(after.id), before ? 'UPDATE' : 'CREATE', changes)
}

/**
 * Begins a drill on a material lot picked by a seed. The lot is told; what it went into is what the team has to find.
 * @throws AppError invalid when nobody is responsible, nothingToTrace when nothing was made of any material
 */
export async function startSeededDrill(context: Context, given: Values, save: RecordService['save']): Promise<Row> {
  const responsibleId = given.responsibleId ?? (await ownEmployee(context))?.id
  if (isEmpty(responsibleId)) throw invalid({ responsibleId: 'required' })
  const seed = isEmpty(given.seed) ? randomInt(1, 1_000_000) : Number(given.seed)
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
  const written = await sql<Values>`
    insert into callbackdrill ("customerId", "createdAt", "createdBy", "updatedAt", "updatedBy", "callbackId",
      "startedAt", seed, "lotId", "asOfSeq")
    values (${context.customerId}, ${context.now}, ${context.userId}, ${context.now}, ${context.userId}, ${drill.id},
      ${context.now}, ${seed}, ${lot.id}, ${lot.asOfSeq}) returning *`.execute(context.tx)
  await auditDrill(context, null, written.rows[0])
  return drill
}

/** Writes what the start of a drill measured; a drill that was not seeded begins to be measured here. */
export async function drillStarted(context: Context, recall: Recall, measured: Values): Promise<void> {
  if (recall.callbackType !== 'DRILL') return
  const before = await sql<Values>`
    select * from callbackdrill where "callbackId" = ${recall.id} for update`.execute(context.tx)
  const after = await sql<Values>`
    insert into callbackdrill as d ("customerId", "createdAt", "createdBy", "updatedAt", "updatedBy", "callbackId",
      "startedAt", "scopeSeconds", "listSeconds")
    values (${context.customerId}, ${context.now}, ${context.userId}, ${context.now}, ${context.userId}, ${recall.id},
      ${context.now}, ${measured.scopeSeconds}::numeric, ${measured.listSeconds}::numeric)
    on conflict ("callbackId", "customerId") do update set "scopeSeconds" = excluded."scopeSeconds",
      "listSeconds" = excluded."listSeconds", "updatedAt" = excluded."updatedAt",
      "traceMinutes" = round(extract(epoch from ${context.now}::timestamptz - d."startedAt") / 60, 2)
    returning *`.execute(context.tx)
  await auditDrill(context, before.rows[0] ?? null, after.rows[0])
}

interface Drill extends Values {
  readonly id: number
  readonly startedAt: string
  readonly lotId: number | null
  readonly asOfSeq: number | null
}

/** What is truly affected: everything that contains the lot, as the ledger stood when the drill began. */
async function truthOf(context: Context, lotId: number, asOfSeq: number | null): Promise<readonly number[]> {
  const { levels } = await walk(context, [lotId], 'asc', await viewOf(context, { asOfSeq }))
  return [...levels.keys()].filter(id => id !== lotId)
}

interface Told {
  readonly notified: string | null
  readonly acknowledged: string | null
  readonly isDead: boolean
}

/** When each dealer knew of all his lots, and when he said so. */
async function toldOf(context: Context, callbackId: number): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select case when bool_and("notifyTime" is not null) then max("notifyTime") end as notified,
      case when bool_and("ackTime" is not null) then max("ackTime") end as acknowledged,
      bool_or(coalesce("phoneDead", false)) as "isDead"
    from callbackdealer where "callbackId" = ${callbackId} group by "dealerId" order by "dealerId"`.execute(context.tx)
  return rows
}

/**
 * Percent of what came into being whose place the ledger knows, and of which somebody could still put his hand on it: what a
 * count missed is a place of the ledger alone. Each of the lot that is farthest from all, as a trace tells it.
 */
async function accountedOf(context: Context, lots: readonly number[]) {
  const figures = await figuresOf(context, lots)
  const atHand = figures.map(figure => ({ ...figure, countLoss: '0' }))
  return { ledgerPercent: accountedRate(figures), physicalPercent: accountedRate(atHand) }
}

/** Who took part as far as it is known: who led it, and who called. */
async function noteParticipants(context: Context, drillId: number, recall: Recall): Promise<void> {
  await sql`
    insert into "callbackdrill_participantIds" ("ownerId", "targetId")
    select ${drillId}, p.id from (
      select ${recall.responsibleId}::bigint as id
      union select "notifiedBy" from callbackdealer where "callbackId" = ${recall.id}
      union select "byId" from callbacknotice where "callbackId" = ${recall.id}) p
    where p.id is not null on conflict do nothing`.execute(context.tx)
}

/** Ends a drill: all its figures, and, of a seeded one, how much of the truth was found. */
export async function drillFinished(context: Context, recall: Recall, figures: Values): Promise<void> {
  if (recall.callbackType !== 'DRILL') return
  const { rows } = await sql<Drill>`
    select * from callbackdrill where "callbackId" = ${recall.id} for update`.execute(context.tx)
  const [drill] = rows
  if (!drill) return
  const found = recall.lots.map(line => line.lotId)
  const told = await toldOf(context, recall.id)
  const minutesUntil = (of: 'notified' | 'acknowledged', share: number) =>
    minutesBetween(
      drill.startedAt,
      momentOfShare(
        told.map(each => each[of]),
        share,
      ),
    )
  const score = drill.lotId === null ? null : scoreOf(await truthOf(context, drill.lotId, drill.asOfSeq), found)
  const { ledgerPercent, physicalPercent } = await accountedOf(context, found)
  const after = await sql<Values>`
    update callbackdrill set "finishedAt" = ${context.now}, "updatedAt" = ${context.now}, "updatedBy" = ${context.userId},
      "rowVersion" = "rowVersion" + 1,
      "notifiedHalfMinutes" = ${minutesUntil('notified', 0.5)}::numeric,
      "notifiedMostMinutes" = ${minutesUntil('notified', 0.9)}::numeric,
      "notifiedAllMinutes" = ${minutesUntil('notified', 1)}::numeric,
      "acknowledgedMinutes" = ${minutesUntil('acknowledged', 0.9)}::numeric,
      "totalMinutes" = ${minutesBetween(drill.startedAt, context.now)}::numeric,
      "trueLots" = ${score?.trueLots ?? null}::int, "foundLots" = ${score?.foundLots ?? found.length}::int,
      "hitLots" = ${score?.hitLots ?? null}::int, "precisionPercent" = ${score?.precisionPercent ?? null}::numeric,
      "recallPercent" = ${score?.recallPercent ?? null}::numeric, "ledgerPercent" = ${ledgerPercent}::numeric,
      "physicalPercent" = ${physicalPercent}::numeric, "recoveryPercent" = ${figures.recoveryRate ?? null}::numeric,
      "deadContacts" = ${told.filter(each => each.isDead).length}
    where id = ${drill.id} returning *`.execute(context.tx)
  await auditDrill(context, drill, after.rows[0])
  await noteParticipants(context, drill.id, recall)
}
