/**
 * Who does a task, and when: each run is written down before it begins, by whichever server process took it, and once only.
 * Whoever runs a task holds its lock (`taskLock`), so a run that says it is going on while nobody holds the lock was left
 * behind by a process that ended.
 */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { format, isLocale, type Locale } from '../../../src/contract/messages/index.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { type SessionLock, takeSessionLock } from '../../db/connection/sessionLock.ts'
import { tellNobody } from '../../db/records/changes.ts'
import { dayIn } from '../basis/dates.ts'
import { isTimeZone, usualTimeZone } from '../settings/timeZone.ts'
import { nextAt } from './cron.ts'
import type { Report } from './jobs/job.ts'

/** First of the two numbers of the locks of tasks. */
const lockKind = 74_610
/** Days that the log is kept. */
const keptDays = 180

/** The lock of a task; null while somebody runs it. `lost` is called when it is gone before it was given free. */
export const taskLock = (db: Database, id: number, lost: () => void): Promise<SessionLock | null> =>
  takeSessionLock(db, lockKind, id, lost)

/** A run that this process has taken. */
export interface Claimed {
  readonly runId: number
  readonly taskId: number
  readonly code: string
  readonly params: Values
  /** The server in the task's organisation, as who asked for the run. */
  readonly context: Context
}

interface Stored {
  readonly id: number
  readonly customerId: number
  readonly code: string
  readonly cron: string
  readonly params: string | null
  readonly isEnabled: boolean
  readonly isDue: boolean
  readonly nextRunAt: string | null
  readonly timeZone: string
  readonly lang: string
}

const ofOpenOrganisation = sql`join customer c on c.id = t."customerId" and c.status = 'ENABLED'`

const zoneOf = ({ timeZone }: Pick<Stored, 'timeZone'>) => (isTimeZone(timeZone) ? timeZone : usualTimeZone)

/** Says of each task that has no next time when it is: it is new, or was enabled again, or its plant has another zone. */
export async function planTasks(db: Database): Promise<void> {
  const { rows } = await sql<Pick<Stored, 'id' | 'cron' | 'timeZone'>>`
    select t.id, t.cron, c."timeZone" from task t ${ofOpenOrganisation}
    where t."isEnabled" and t."nextRunAt" is null`.execute(db)
  for (const task of rows)
    await sql`
      update task set "nextRunAt" = ${nextAt(task.cron, zoneOf(task), new Date())}
      where id = ${task.id} and cron = ${task.cron} and "nextRunAt" is null`.execute(db)
}

/** Tasks to look at: asked for by hand or left behind, and with `byClock` those that are due; nobody is at work on them. */
export async function waitingTasks(db: Database, byClock: boolean): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from task t ${ofOpenOrganisation}
    where (exists (select from taskrun r where r."taskId" = t.id and r.outcome in ('WAITING', 'RUNNING'))
        or ${byClock} and t."isEnabled" and t."nextRunAt" <= now())
      and not exists (select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.classid::bigint = ${lockKind} and l.objid::bigint = t.id and l.objsubid = 2)
    order by t."nextRunAt", t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says of runs that nobody does any more that they were cut off. */
async function giveUpLost(tx: Database, { id, lang }: Stored): Promise<boolean> {
  const message = format(localeOf(lang), 'task.lost')
  const { rows } = await sql`
    update taskrun set outcome = 'LOST', "finishedAt" = now(), message = ${message}, "updatedAt" = now()
    where "taskId" = ${id} and outcome = 'RUNNING' returning id`.execute(tx)
  if (rows.length === 0) return false
  await sql`update task set status = 'FAILED', "lastResult" = ${message}, "updatedAt" = now() where id = ${id}`.execute(
    tx,
  )
  return true
}

interface Taken {
  readonly id: number
  readonly userId: number | null
}

/** The run that somebody asked for, the earliest first. */
async function takeAsked(tx: Database, { id }: Stored): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update taskrun set outcome = 'RUNNING', "startedAt" = now(), host = ${hostname()}, "updatedAt" = now()
    where id = (select min(id) from taskrun where "taskId" = ${id} and outcome = 'WAITING')
    returning id, "byUserId" as "userId"`.execute(tx)
  return rows[0]
}

/** The run that the clock is due for; none when another process wrote it down first. */
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

/**
 * Takes the next run of a task, whose lock the caller holds; null when there is none. What was missed while no server ran is
 * done once, not once for each time.
 */
export async function claim(db: Database, taskId: number, byClock: boolean): Promise<Claimed | null> {
  return transact(db, async tx => {
    const { rows } = await sql<Stored>`
      select t.id, t."customerId", t.code, t.cron, t.params, t."isEnabled", t."nextRunAt", c."timeZone",
        c."defaultLang" as lang, ${byClock} and t."isEnabled" and t."nextRunAt" <= now() as "isDue"
      from task t ${ofOpenOrganisation} where t.id = ${taskId} for update of t`.execute(tx)
    const [task] = rows
    if (!task) return null
    await giveUpLost(tx, task)
    const taken = (await takeAsked(tx, task)) ?? (task.isDue ? await takeDue(tx, task) : undefined)
    // The clocks of the database and of this process may differ: what has just been done must not be due once more.
    const from = Math.max(Date.now(), Date.parse(task.nextRunAt ?? ''))
    const next = task.isDue ? nextAt(task.cron, zoneOf(task), new Date(from)) : task.nextRunAt
    await sql`update task set "nextRunAt" = ${next} where id = ${taskId} and "isEnabled"`.execute(tx)
    if (!taken) return null
    await sql`update task set status = 'RUNNING', "updatedAt" = now() where id = ${taskId}`.execute(tx)
    const { id: runId, userId } = taken
    const params = JSON.parse(task.params || '{}') as Values
    return { runId, taskId, code: task.code, params, context: contextOf(db, task, userId) }
  })
}

/** Writes down how a run ended, unless it has been given up meanwhile. */
export async function finish(db: Database, { runId, taskId }: Claimed, { outcome, message }: Report): Promise<void> {
  await transact(db, async tx => {
    const { rows } = await sql<{ startedAt: string; durationMs: number }>`
      update taskrun set outcome = ${outcome}, message = ${message.slice(0, 500)}, "finishedAt" = clock_timestamp(),
        "durationMs" = extract(epoch from clock_timestamp() - "startedAt") * 1000, "updatedAt" = now()
      where id = ${runId} and outcome = 'RUNNING' returning "startedAt", "durationMs"`.execute(tx)
    const [run] = rows
    if (!run) return
    await sql`
      update task set "lastRunAt" = ${run.startedAt}, "lastDurationMs" = ${run.durationMs},
        "lastResult" = ${message.slice(0, 200)}, "updatedAt" = now(), status = case
          when exists (select from taskrun r where r."taskId" = ${taskId} and r.outcome = 'WAITING') then 'RUNNING'
          when ${outcome} = 'FAILED' then 'FAILED' when "isEnabled" then 'IDLE' else 'PAUSED' end
      where id = ${taskId}`.execute(tx)
  })
}

/** Drops what is too old to be asked for from the log. */
export async function forgetRuns(db: Database): Promise<void> {
  await transact(db, async tx => {
    await tellNobody(tx)
    await sql`
      delete from taskrun where outcome not in ('WAITING', 'RUNNING')
        and "createdAt" < now() - make_interval(days => ${keptDays})`.execute(tx)
  })
}
