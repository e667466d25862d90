/** Task runs, one per task: runs without its lock (`taskLock`) are orphans. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { isLocale, type Locale } from '#contract/messages/locales.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { task } from '#contract/system/task.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { type SessionLock, takeSessionLock } from '../../db/connection/sessionLock.ts'
import { muteChanges } from '../../db/records/changes.ts'
import { nextAt } from '../basis/cron.ts'
import { dayIn } from '../basis/dates.ts'
import { defaultTimeZone, isTimeZone } from '../settings/timeZone.ts'
import type { Assignment, Report } from './jobs/job.ts'

/** Namespace of the advisory locks of tasks. */
const lockKind = 74_610
/** Log retention in days. */
const retentionDays = 180

/** Lock of a task; null elsewhere. `lost` is called on unexpected loss. */
export const taskLock = (db: Database, id: number, lost: () => void): Promise<SessionLock | null> =>
  takeSessionLock(db, lockKind, id, lost)

export interface Claimed {
  readonly runId: number
  readonly taskId: number
  readonly code: string
  readonly params: Assignment['params']
  readonly context: Context
}

interface Stored extends Pick<RowOf<typeof task>, 'id' | 'code' | 'cron' | 'params' | 'nextRunAt'> {
  readonly customerId: number
  readonly isDue: boolean
  readonly timeZone: string
  readonly lang: string
}

const ofOpenOrganisation = sql`join customer c on c.id = t."customerId" and c.status = 'ENABLED'`

const zoneOf = ({ timeZone }: Pick<Stored, 'timeZone'>) => (isTimeZone(timeZone) ? timeZone : defaultTimeZone)

/** Schedules tasks without a next time: new, re-enabled, or time zone changed. */
export async function planTasks(db: Database): Promise<void> {
  const { rows } = await sql<Pick<Stored, 'id' | 'cron' | 'timeZone'>>`
    select t.id, t.cron, c."timeZone" from task t ${ofOpenOrganisation}
    where t."isEnabled" and t."nextRunAt" is null`.execute(db)
  for (const { id, cron, timeZone } of rows) {
    const unplanned = db.updateTable('task').where('id', '=', id).where('nextRunAt', 'is', null)
    const nextRunAt = nextAt(cron, zoneOf({ timeZone }), new Date())
    await unplanned.where('cron', '=', cron).set({ nextRunAt }).execute()
  }
}

export async function waitingTasks(db: Database, byClock: boolean): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from task t ${ofOpenOrganisation}
    where (exists (select from taskrun r where r."taskId" = t.id
          and (r.outcome = 'RUNNING' or r.outcome = 'WAITING' and (${byClock} or r.cause = 'HAND')))
        or ${byClock} and t."isEnabled" and t."nextRunAt" <= now())
      and not exists (select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.classid::bigint = ${lockKind} and l.objid::bigint = t.id and l.objsubid = 2)
    order by t."nextRunAt", t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Asks for a cut-off run once more. */
async function askAgain(tx: Database, runId: number): Promise<void> {
  await sql`
    insert into taskrun ("customerId", "createdBy", "taskId", "dueAt", outcome, cause, "byUserId")
    select r."customerId", r."createdBy", r."taskId", clock_timestamp(), 'WAITING', r.cause, r."byUserId"
    from taskrun r join task t on t.id = r."taskId" where r.id = ${runId} and (r.cause = 'HAND' or t."isEnabled")`.execute(
    tx,
  )
}

/** True if the task's run before was lost as well. */
async function followsLost(tx: Database, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select from taskrun r where r.id = ${runId} and (select b.outcome from taskrun b
      where b."taskId" = r."taskId" and b.id < r.id order by b.id desc limit 1) = 'LOST'`.execute(tx)
  return rows.length > 0
}

/** Marks orphaned runs as cut off. */
async function abortLost(tx: Database, { id, lang }: Stored): Promise<void> {
  const message = format(localeOf(lang), 'task.lost')
  // Only stopped servers note a duration; twice killed, it may be the cause.
  const { rows } = await sql<{ id: number; isSecond: boolean | null }>`
    update taskrun r set outcome = 'LOST', "finishedAt" = now(), message = ${message}, "updatedAt" = now()
    where "taskId" = ${id} and outcome = 'RUNNING'
    returning id, (select b.outcome = 'LOST' and b."durationMs" is null from taskrun b
      where b."taskId" = r."taskId" and b.id < r.id order by b.id desc limit 1) as "isSecond"`.execute(tx)
  if (rows.length === 0) return
  await sql`update task set status = 'FAILED', "lastResult" = ${message}, "updatedAt" = now() where id = ${id}`.execute(
    tx,
  )
  for (const run of rows) if (!run.isSecond) await askAgain(tx, run.id)
}

interface Taken {
  readonly id: number
  readonly userId: number | null
}

async function takeAsked(tx: Database, { id }: Stored, byClock: boolean): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update taskrun set outcome = 'RUNNING', "startedAt" = now(), host = ${hostname()}, "updatedAt" = now()
    where id = (select min(id) from taskrun
      where "taskId" = ${id} and outcome = 'WAITING' and (${byClock} or cause = 'HAND'))
    returning id, "byUserId" as "userId"`.execute(tx)
  return rows[0]
}

/** Due run; none if another process recorded it first. */
async function takeDue(tx: Database, { id, customerId, nextRunAt }: Stored): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    insert into taskrun ("customerId", "taskId", "dueAt", "startedAt", outcome, cause, host)
    values (${customerId}, ${id}, ${nextRunAt}, now(), 'RUNNING', 'CLOCK', ${hostname()})
    on conflict do nothing returning id, null::bigint as "userId"`.execute(tx)
  return rows[0]
}

const localeOf = (lang: string): Locale => (isLocale(lang) ? lang : 'zh-CN')

function contextOf(db: Database, task: Stored, userId: number | null): Context {
  const now = new Date().toISOString()
  const timeZone = zoneOf(task)
  return {
    tx: db,
    now,
    timeZone,
    today: dayIn(timeZone, now),
    userId,
    customerId: task.customerId,
    locale: localeOf(task.lang),
    grants: new Map(),
    ip: '',
  }
}

/** Claims a task's next run, else null. Missed runs collapse. */
export async function claim(db: Database, taskId: number, byClock: boolean): Promise<Claimed | null> {
  return transact(db, async tx => {
    const { rows } = await sql<Stored>`
      select t.id, t."customerId", t.code, t.cron, t.params, t."nextRunAt", c."timeZone",
        c."defaultLang" as lang, ${byClock} and t."isEnabled" and t."nextRunAt" <= now() as "isDue"
      from task t ${ofOpenOrganisation} where t.id = ${taskId} for update of t`.execute(tx)
    const [task] = rows
    if (!task) return null
    await abortLost(tx, task)
    const taken = (await takeAsked(tx, task, byClock)) ?? (task.isDue ? await takeDue(tx, task) : undefined)
    // Clock skew between database and process must not trigger a run twice.
    const from = Math.max(Date.now(), Date.parse(task.nextRunAt ?? ''))
    const next = task.isDue ? nextAt(task.cron, zoneOf(task), new Date(from)) : task.nextRunAt
    const enabled = tx.updateTable('task').where('id', '=', taskId).where('isEnabled', '=', true)
    await enabled.set({ nextRunAt: next }).execute()
    if (!taken) return null
    await sql`update task set status = 'RUNNING', "updatedAt" = now() where id = ${taskId}`.execute(tx)
    const { id: runId, userId } = taken
    const params = JSON.parse(task.params || '{}') as Assignment['params']
    return { runId, taskId, code: task.code, params, context: contextOf(db, task, userId) }
  })
}

export async function finish(db: Database, { runId, taskId }: Claimed, report: Report): Promise<void> {
  const { outcome, message, isSuspect = false } = report
  await transact(db, async tx => {
    const { rows } = await sql<{ startedAt: string; durationMs: number }>`
      update taskrun set outcome = ${outcome}, message = ${message.slice(0, 500)}, "finishedAt" = clock_timestamp(),
        "durationMs" = extract(epoch from clock_timestamp() - "startedAt") * 1000, "updatedAt" = now()
      where id = ${runId} and outcome = 'RUNNING' returning "startedAt", "durationMs"`.execute(tx)
    const [run] = rows
    if (!run) return
    if (outcome === 'LOST' && !(isSuspect && (await followsLost(tx, runId)))) await askAgain(tx, runId)
    await sql`
      update task set "lastRunAt" = ${run.startedAt}, "lastDurationMs" = ${run.durationMs},
        "lastResult" = ${message.slice(0, 200)}, "updatedAt" = now(), status = case
          when exists (select from taskrun r where r."taskId" = ${taskId} and r.outcome = 'WAITING') then 'RUNNING'
          when ${outcome} in ('FAILED', 'LOST') then 'FAILED' when "isEnabled" then 'IDLE' else 'PAUSED' end
      where id = ${taskId}`.execute(tx)
  })
}

/** Deletes log rows past retention. */
export async function forgetRuns(db: Database): Promise<void> {
  await transact(db, async tx => {
    await muteChanges(tx)
    await sql`
      delete from taskrun where outcome not in ('WAITING', 'RUNNING')
        and "createdAt" < now() - make_interval(days => ${retentionDays})`.execute(tx)
  })
}
