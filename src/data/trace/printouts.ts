/** Printout of a trace: fully loaded, laid out by its screen. */
import { atom } from 'jotai'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { SectionRows, TraceAnswer } from '#contract/trace/traceAnswer.ts'

export interface Printout {
  readonly answer: TraceAnswer
  readonly asked: TraceQuestion
  readonly sections: ReadonlyMap<SectionName, SectionRows>
}

export const printoutAtom = atom<Printout | null>(null)
