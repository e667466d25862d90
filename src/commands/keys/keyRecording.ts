/** Keys as they are pressed for a field that wants to know them, before they mean anything. */
import { mostStrokes, patience } from './keyStroke.ts'

/** Takes a press; false leaves it to whoever else may want it. */
export type Recorder = (event: KeyboardEvent) => boolean

let recorder: Recorder | null = null

/** Hears every press first while a field has the focus; the returned function ends it. */
export function recordKeys(taking: Recorder): () => void {
  recorder = taking
  return () => {
    if (recorder === taking) recorder = null
  }
}

/** Has a field taken this press? */
export const isRecorded = (event: KeyboardEvent): boolean => recorder?.(event) ?? false

/** What has been pressed, and when the last stroke was. */
export interface Recording {
  readonly strokes: readonly string[]
  readonly at: number
}

export const nothingRecorded: Recording = { strokes: [], at: 0 }

/** Strokes in quick succession are a sequence; after a pause, or when it is full, a new one begins. */
export function recordedWith({ strokes, at }: Recording, stroke: string, now: number): Recording {
  const goesOn = now - at < patience && strokes.length < mostStrokes
  return { strokes: goesOn ? [...strokes, stroke] : [stroke], at: now }
}
