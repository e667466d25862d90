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
  /** Time without a task after which a thread ends; 0 for a thread of each task. */
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
  const kept: Piscina<Task, Result>[] = []
  // Each thread is a pool: its faults are those of its own task.
  const started = () =>
    new Piscina<Task, Result>({
      filename: module.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      // Blocking waits would stop timers and streams of libraries.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    }).on('error', () => undefined)
  return async task => {
    if (waiting && places.length >= waiting.most) throw waiting.busy(places.length)
    await places.enter(waiting?.ms, () => waiting?.busy(places.length) ?? new Error('Waited too long'))
    const thread = kept.pop() ?? started()
    const ending = new AbortController()
    // Tasks whose thread could not start would wait on.
    const fail = (error: unknown) => ending.abort(error)
    thread.once('error', fail)
    const timer = setTimeout(() => fail(new ThreadTimeout(maxMs)), maxMs)
    try {
      return await thread.run(task, { signal: ending.signal })
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : error
    } finally {
      clearTimeout(timer)
      thread.off('error', fail)
      if (idleMs > 0 && !ending.signal.aborted) kept.push(thread)
      else await thread.destroy()
      places.leave()
    }
  }
}
