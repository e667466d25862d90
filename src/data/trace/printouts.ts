/** Printout of a trace: fully loaded, laid out by its screen. */
import { atom } from 'jotai'
import type { Values } from '#contract/schema/field.ts'
import type { SectionName } from '#contract/trace/sections.ts'
import type { SectionRows, TraceAnswer } from '#contract/trace/traceAnswer.ts'

export interface Printout {
  readonly answer: TraceAnswer
  readonly asked: Values
  readonly sections: ReadonlyMap<SectionName, SectionRows>
}

export const printoutAtom = atom<Printout | null>(null)
