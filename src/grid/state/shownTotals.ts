/** Status bar totals, apart: the frame loads without the grid. */
import { atom } from 'jotai'
import type { GridState } from './gridState.ts'

export const measures = ['sum', 'average', 'least', 'most'] as const
export type Measure = (typeof measures)[number]

export interface Totals {
  readonly filled: number
  readonly numbers: number
  /** Decimal texts; null without numbers or with mixed units. */
  readonly values: Readonly<Record<Measure, string>> | null
  readonly unit: string
  readonly rows: number
  readonly loaded: number
}

/** Selection totals and their grid; null for a single cell. */
export const totalsAtom = atom<{ readonly of: GridState; readonly totals: Totals } | null>(null)
