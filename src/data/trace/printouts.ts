/** What is to be printed of a trace: read whole beforehand; its screen lays it out. */
import { atom } from 'jotai'
import type { Values } from '../../contract/schema/field.ts'
import type { ReviewAnswer, SectionName, SectionRows } from '../../contract/trace/sections.ts'

export interface Printout {
  readonly answer: ReviewAnswer
  readonly asked: Values
  /** In the order they are printed. */
  readonly sections: ReadonlyMap<SectionName, SectionRows>
}

/** The printout in hand; null when nothing is printed. */
export const printoutAtom = atom<Printout | null>(null)
