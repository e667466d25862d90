/** Failed drawings in words; the log keeps the inside. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/schema/answer.ts'

/** A thread that was ended for its time. */
export class DrawingTimeout extends Error {
  override readonly name = 'DrawingTimeout'
  readonly seconds: number
  constructor(ms: number) {
    super(`took longer than ${ms} ms`)
    this.seconds = Math.round(ms / 1000)
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Refusal for what a drawing thread ended with; refusals pass. */
export function drawingFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DrawingTimeout) return new AppError('drawingTooSlow', { seconds: error.seconds }, error)
  if (isOutOfMemory(error)) return new AppError('drawingTooLarge', null, error)
  return new AppError('drawingFailed', { id: randomUUID() }, error)
}
