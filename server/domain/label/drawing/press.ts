/** Draws labels in threads that open the fonts once. */
import { AppError } from '#contract/schema/answer.ts'
import { drawingFailure } from '../../basis/drawingFailure.ts'
import { inThreads } from '../../basis/threads.ts'
import type { DrawnLabel, DrawTask } from './drawLabels.ts'

const drawn = inThreads<DrawTask, readonly DrawnLabel[]>(new URL('./pressThread.ts', import.meta.url), {
  threads: 2,
  memoryMb: 512,
  maxMs: 60_000,
  idleMs: 5 * 60_000,
  waiting: { most: 40, ms: 60_000, busy: ahead => new AppError('labelsBusy', { ahead }) },
})

/**
 * Labels drawn outside of the main thread.
 * @throws AppError labelsBusy, drawingTooLarge, drawingTooSlow, drawingFailed
 */
export async function draw(task: DrawTask): Promise<readonly DrawnLabel[]> {
  try {
    return await drawn(task)
  } catch (error) {
    throw drawingFailure(error)
  }
}
