/** Work in threads that are kept for a while: bounded in memory, time and number. */
import { Piscina } from 'piscina'
import { queueFor } from '../../db/connection/semaphore.ts'

/** A task that was ended for its time. */
export class ThreadTimeout extends Error {
  override readonly name = 'ThreadTimeout'
  readonly seconds: number
  constructor(ms: number) {
    super(`took longer than ${ms} ms`)
    this.seconds = Math.round(ms / 1000)
  }
}

export interface ThreadLimits {
  /** Threads at a time, one task each. */
  readonly threads: number
  readonly memoryMb: number
  /** Time of a task, waiting excluded. */
  readonly maxMs: number
  /** Time without a task after which a thread ends. */
  readonly idleMs: number
  /** Refuses a task that would wait behind so many, or waited so long. */
  readonly waiting?: { readonly most: number; readonly ms: number; readonly busy: (ahead: number) => Error }
}

/**
 * Function of a module's default export, run in threads.
 * @throws ThreadTimeout, the error of `busy`, ERR_WORKER_OUT_OF_MEMORY, whatever the function throws
 */
export function inThreads<Task, Result>(module: URL, limits: ThreadLimits): (task: Task) => Promise<Result> {
  const { threads, memoryMb, maxMs, idleMs, waiting } = limits
  const places = queueFor(threads)
  let pool: Piscina<Task, Result> | undefined
  const running = new Set<AbortController>()
  const started = () =>
    new Piscina<Task, Result>({
      filename: module.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // Blocking waits would stop timers and streams of libraries.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    }).on('error', error => {
      // Tasks whose thread could not start would wait on.
      for (const ending of running) ending.abort(error)
    })
  return async task => {
    if (waiting && places.length >= waiting.most) throw waiting.busy(places.length)
    await places.enter(waiting?.ms, () => waiting?.busy(places.length) ?? new Error('Waited too long'))
    const ending = new AbortController()
    running.add(ending)
    const timer = setTimeout(() => ending.abort(new ThreadTimeout(maxMs)), maxMs)
    try {
      pool ??= started()
      return await pool.run(task, { signal: ending.signal })
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : error
    } finally {
      clearTimeout(timer)
      running.delete(ending)
      places.leave()
    }
  }
}
