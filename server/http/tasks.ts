/** Task runner: scheduled and requested tasks. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { format } from '#contract/messages/index.ts'
import type { Database } from '../db/connection/context.ts'
import { withinCall } from '../db/connection/slowStatements.ts'
import { isConnectionLost } from '../db/connection/unavailable.ts'
import { newSealer, seal } from '../domain/chain/seal.ts'
import type { BackupPlace, Report } from '../domain/tasks/jobs/job.ts'
import { isTaskCode, jobs } from '../domain/tasks/jobs/jobs.ts'
import { type Claimed, claim, finish, planTasks, taskLock, waitingTasks } from '../domain/tasks/taskrun.ts'
import { refused } from './calls/answers.ts'

/** Polling interval in ms; schedules have minute precision. */
const lookMs = 5_000
/** Interval of sealing committed rows, in ms. */
const sealMs = 1_000
const most = 3

export interface TaskOptions {
  /** Schedule enabled; otherwise only requested tasks run. */
  readonly byClock: boolean
  readonly backups: BackupPlace | null
}

async function reportOf(
  { code, params, context }: Claimed,
  backups: BackupPlace | null,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<Report> {
  try {
    if (!isTaskCode(code)) throw new Error(`There is no task ${code}`)
    return await withinCall({ call: `task/${code}`, request: '' }, () =>
      jobs[code]({ context, params, signal, backups }),
    )
  } catch (error) {
    if (signal.aborted) return { outcome: 'LOST', message: format(context.locale, 'task.stopped') }
    const { message } = refused(error, context.locale, log).answer
    // Its connection may end before that of the lock.
    return isConnectionLost(error) ? { outcome: 'LOST', message, isSuspect: true } : { outcome: 'FAILED', message }
  }
}

export function serveTasks(app: FastifyInstance, db: Database, { byClock, backups }: TaskOptions): void {
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  let looking: Promise<void> | null = null
  let isAsked = false

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
        // Catches work that exceeded capacity or arrived last.
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

  // Immediate start after commit; otherwise the schedule finds it.
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
