/** Drawing thread of labels. */
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/schema/answer.ts'
import { DrawingTimeout, drawingFailure } from '../../basis/drawingFailure.ts'
import type { DrawnLabel, DrawTask } from './drawLabels.ts'

export interface PressRequest {
  readonly id: number
  readonly task: DrawTask
}

export type PressAnswer =
  | { readonly id: number; readonly drawn: readonly DrawnLabel[] }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (drawn: readonly DrawnLabel[]) => void
  readonly reject: (error: Error) => void
}

interface Press {
  draw(task: DrawTask): Promise<readonly DrawnLabel[]>
}

const maxWaiting = 40
const maxDrawMs = 60_000
/** Time without a task after which fonts are given back. */
const idleMs = 5 * 60_000
const memoryMb = 512

function pressOf(): Press {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function end(ended: Worker, error: Error): void {
    if (thread !== ended) return
    thread = null
    for (const [id, { reject }] of waiting) {
      waiting.delete(id)
      reject(error)
    }
    void ended.terminate()
  }

  function start(): Worker {
    const started = new Worker(new URL('./pressThread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    })
    started.unref()
    started.on('message', (answer: PressAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('drawn' in answer) asked?.resolve(answer.drawn)
      else asked?.reject(new Error(answer.error))
    })
    started.on('error', error => end(started, error as Error))
    started.on('exit', code => end(started, new Error(`drawing ended with ${code}`)))
    return started
  }

  return {
    draw(task) {
      if (waiting.size >= maxWaiting) return Promise.reject(new AppError('labelsBusy', { ahead: waiting.size }))
      clearTimeout(idle)
      thread ??= start()
      const used = thread
      last += 1
      const id = last
      const drawing = new Promise<readonly DrawnLabel[]>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        used.postMessage({ id, task } satisfies PressRequest)
      })
      const limit = setTimeout(() => end(used, new DrawingTimeout(maxDrawMs)), maxDrawMs)
      return drawing.finally(() => {
        clearTimeout(limit)
        if (waiting.size > 0) return
        clearTimeout(idle)
        idle = setTimeout(() => end(used, new Error('idle')), idleMs).unref()
      })
    },
  }
}

const press = pressOf()

/**
 * Labels drawn outside of the main thread.
 * @throws AppError labelsBusy, drawingTooLarge, drawingTooSlow, drawingFailed
 */
export async function draw(task: DrawTask): Promise<readonly DrawnLabel[]> {
  try {
    return await press.draw(task)
  } catch (error) {
    throw drawingFailure(error)
  }
}
