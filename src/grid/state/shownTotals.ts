/** What the status bar shows of the marked cells. Apart from what works it out: the frame needs no grid to be drawn. */
import { atom } from 'jotai'
import type { GridState } from './gridState.ts'

/** What is worked out of numbers, in the order it is shown. */
export const measures = ['sum', 'average', 'least', 'most'] as const
export type Measure = (typeof measures)[number]

export interface Totals {
  /** Marked cells with something in them. */
  readonly filled: number
  /** Those of them that hold numbers. */
  readonly numbers: number
  /** Decimal texts; null where there are no numbers, or some of different units, which nobody adds. */
  readonly values: Readonly<Record<Measure, string>> | null
  /** What the numbers are counted in, where that has a name. */
  readonly unit: string
  /** Rows that are marked, and how many of them are loaded: the rest is not counted. */
  readonly rows: number
  readonly loaded: number
}

/** What the marked cells come to, and of which grid; null while no more than one cell is marked. */
export const totalsAtom = atom<{ readonly of: GridState; readonly totals: Totals } | null>(null)
