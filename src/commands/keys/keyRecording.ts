/** Recording of pressed keys, before they run commands. */
import { storeLocal } from '../../data/store.ts'
import { chordTimeoutMs, maxStrokes } from './keyStroke.ts'

export type Recorder = (event: KeyboardEvent) => boolean

const recording = storeLocal(() => ({ recorder: null as Recorder | null }))

/** Routes every keydown to the recorder first; returns the disposer. */
export function recordKeys(taking: Recorder): () => void {
  recording().recorder = taking
  return () => {
    if (recording().recorder === taking) recording().recorder = null
  }
}

export const isRecorded = (event: KeyboardEvent): boolean => recording().recorder?.(event) ?? false

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
