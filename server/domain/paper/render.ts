/** Draws papers as PDF in threads: bounded in memory, time and number. */
import { Worker } from 'node:worker_threads'
import type { PaperModel } from '#contract/paper/model.ts'
import { AppError } from '#contract/schema/answer.ts'
import { queueFor } from '../../db/connection/semaphore.ts'
import { DrawingTimeout, drawingFailure } from '../basis/drawingFailure.ts'
import type { FootWords } from './pdfLayout.ts'

export interface RenderTask {
  readonly model: PaperModel
  readonly words: FootWords
  /** Picture as data URL. */
  readonly logo: string | null
}

const maxDrawMs = 30_000
const memoryMb = 512

/** Threads at a time, papers that wait, and how long. */
const places = queueFor(2)
const maxWaiting = 20
const waitMs = 20_000

function inThread(task: RenderTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./renderThread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    })
    const timer = setTimeout(() => {
      reject(new DrawingTimeout(maxDrawMs))
      void thread.terminate()
    }, maxDrawMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    thread.once('message', (bytes: Uint8Array) => end(() => resolve(bytes)))
    thread.once('error', error => end(() => reject(error)))
    thread.once('exit', code => end(() => reject(new Error(`ended with ${code}`))))
  })
}

/**
 * Bytes of a paper as PDF.
 * @throws AppError papersBusy, drawingTooLarge, drawingTooSlow, drawingFailed
 */
export async function render(task: RenderTask): Promise<Uint8Array> {
  const busy = () => new AppError('papersBusy', { ahead: places.length })
  if (places.length >= maxWaiting) throw busy()
  await places.enter(waitMs, busy)
  try {
    return await inThread(task)
  } catch (error) {
    throw drawingFailure(error)
  } finally {
    places.leave()
  }
}
