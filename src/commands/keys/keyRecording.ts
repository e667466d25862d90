/** Recording of pressed keys, before they run commands. */
import { chordTimeoutMs, maxStrokes } from './keyStroke.ts'

export type Recorder = (event: KeyboardEvent) => boolean

let recorder: Recorder | null = null

/** Routes every keydown to the recorder first; returns the disposer. */
export function recordKeys(taking: Recorder): () => void {
  recorder = taking
  return () => {
    if (recorder === taking) recorder = null
  }
}

export const isRecorded = (event: KeyboardEvent): boolean => recorder?.(event) ?? false

export interface KeyRecording {
  readonly strokes: readonly string[]
  readonly at: number
}

export const nothingRecorded: KeyRecording = { strokes: [], at: 0 }

/** Appends quick strokes; a pause or a full sequence starts over. */
export function recordedWith({ strokes, at }: KeyRecording, stroke: string, now: number): KeyRecording {
  const goesOn = now - at < chordTimeoutMs && strokes.length < maxStrokes
  return { strokes: goesOn ? [...strokes, stroke] : [stroke], at: now }
}
