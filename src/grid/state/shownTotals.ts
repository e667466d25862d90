/** Status bar totals. Separate from the computation: the frame loads without the grid. */
import { atom } from 'jotai'
import type { GridState } from './gridState.ts'

/** Measures in display order. */
export const measures = ['sum', 'average', 'least', 'most'] as const
export type Measure = (typeof measures)[number]

export interface Totals {
  /** Non-empty selected cells. */
  readonly filled: number
  /** Numeric ones among them. */
  readonly numbers: number
  /** Decimal texts; null without numbers or with mixed units. */
  readonly values: Readonly<Record<Measure, string>> | null
  /** Unit name, where common. */
  readonly unit: string
  /** Selected rows and loaded ones; the rest is not counted. */
  readonly rows: number
  readonly loaded: number
}

/** Selection totals and their grid; null for a single cell. */
export const totalsAtom = atom<{ readonly of: GridState; readonly totals: Totals } | null>(null)
