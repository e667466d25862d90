/** Draws papers as PDF in threads. */
import type { PaperModel } from '#contract/paper/model.ts'
import { AppError } from '#contract/schema/answer.ts'
import { drawingFailure } from '../basis/drawingFailure.ts'
import { inThreads } from '../basis/threads.ts'
import type { FootWords } from './pdfLayout.ts'

export interface RenderTask {
  readonly model: PaperModel
  readonly words: FootWords
  /** Picture as data URL. */
  readonly logo: string | null
}

const draw = inThreads<RenderTask, Uint8Array>(new URL('./renderThread.ts', import.meta.url), {
  threads: 2,
  memoryMb: 512,
  maxMs: 30_000,
  idleMs: 5 * 60_000,
  waiting: { most: 20, ms: 20_000, busy: ahead => new AppError('papersBusy', { ahead }) },
})

/**
 * Bytes of a paper as PDF.
 * @throws AppError papersBusy, drawingTooLarge, drawingTooSlow, drawingFailed
 */
export async function render(task: RenderTask): Promise<Uint8Array> {
  try {
    return await draw(task)
  } catch (error) {
    throw drawingFailure(error)
  }
}
