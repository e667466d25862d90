/** Failed drawings in words; the log keeps the inside. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/schema/answer.ts'
import { ThreadTimeout } from './threads.ts'

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Refusal for what a drawing thread ended with; refusals pass. */
export function drawingFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ThreadTimeout) return new AppError('drawingTooSlow', { seconds: error.seconds }, error)
  if (isOutOfMemory(error)) return new AppError('drawingTooLarge', null, error)
  return new AppError('drawingFailed', { id: randomUUID() }, error)
}
