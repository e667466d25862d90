/** Runs scheduled tasks while the server runs: those it is time for, and those that somebody asked for. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { format } from '../../src/contract/messages/index.ts'
import type { Database } from '../db/connection/context.ts'
import { newSealer, seal } from '../domain/chain/seal.ts'
import type { BackupPlace, Report } from '../domain/tasks/jobs/job.ts'
import { isTaskCode, jobs } from '../domain/tasks/jobs/jobs.ts'
import { type Claimed, claim, finish, planTasks, taskLock, waitingTasks } from '../domain/tasks/taskrun.ts'
import { refused } from './calls/answers.ts'

/** How often it is looked whether a task is due; they are due to the minute. */
const lookMs = 5_000
/** How often committed rows are sealed. */
const sealMs = 1_000
/** Most tasks that one process runs at once: each holds a connection beside what it asks. */
const most = 3

export interface TaskOptions {
  /** Does this process go by the clock? Otherwise it only runs what is asked of it. */
  readonly byClock: boolean
  readonly backups: BackupPlace | null
}

/** Does a run, and says what came of it; what went wrong is told as any refusal is, without its inside. */
async function reportOf(
  { code, params, context }: Claimed,
  backups: BackupPlace | null,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<Report> {
  try {
    if (!isTaskCode(code)) throw new Error(`There is no task ${code}`)
    return await jobs[code]({ context, params, signal, backups })
  } catch (error) {
    const message = signal.aborted
      ? format(context.locale, 'task.stopped')
      : refused(error, context.locale, log).answer.message
    return { outcome: 'FAILED', message }
  }
}

/** Serves the tasks of a database. */
export function serveTasks(app: FastifyInstance, db: Database, { byClock, backups }: TaskOptions): void {
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  let looking: Promise<void> | null = null
  let isAsked = false

  /** Does what is to be done of one task, until nothing is left. */
  async function work(id: number): Promise<void> {
    const own = new AbortController()
    const lock = await taskLock(db, id, () =>
      own.abort(new Error('Connection terminated: the lock of the task is lost')),
    )
    if (!lock) return
    try {
      const signal = AbortSignal.any([stopping.signal, own.signal])
      while (!signal.aborted) {
        const claimed = await claim(db, id, byClock)
        if (!claimed) break
        await finish(db, claimed, await reportOf(claimed, backups, signal, app.log))
      }
    } finally {
      await lock.release()
    }
  }

  function start(id: number): void {
    const run = work(id).then(
      () => {
        running.delete(id)
        // What there was no room for, or was asked for in the last moment.
        look()
      },
      (err: unknown) => {
        running.delete(id)
        app.log.warn({ err, task: id }, 'task')
      },
    )
    running.set(id, run)
  }

  async function lookOnce(): Promise<void> {
    if (byClock) await planTasks(db)
    for (const id of await waitingTasks(db, byClock))
      if (!running.has(id) && running.size < most && !stopping.signal.aborted) start(id)
  }

  function look(): void {
    isAsked = true
    looking ??= (async () => {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        await lookOnce()
      }
    })()
      .catch((err: unknown) => app.log.warn({ err }, 'tasks'))
      .finally(() => {
        looking = null
      })
  }

  const sealer = newSealer()
  let sealing: Promise<unknown> | null = null
  function sealNow(): void {
    sealing ??= seal(db, sealer, stopping.signal)
      .catch((err: unknown) => app.log.warn({ err }, 'seal'))
      .finally(() => {
        sealing = null
      })
  }

  // Whoever was asked does it at once, now that it is committed; should he end before, another finds it by the clock.
  app.addHook('onResponse', async request => {
    if (request.method === 'POST' && request.routeOptions.url?.endsWith('template/run/task')) look()
  })
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    if (!byClock) return
    timers.push(setInterval(look, lookMs).unref(), setInterval(sealNow, sealMs).unref())
    look()
  })
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer)
    stopping.abort(new Error('Connection terminated: the server stops'))
  })
  app.addHook('onClose', async () => {
    await looking
    await sealing
    await Promise.all(running.values())
  })
}
