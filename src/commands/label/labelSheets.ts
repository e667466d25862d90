/** Label printing: sheets for the browser's print dialog, the target used last. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { Arguments } from '../../data/invocation.ts'

export interface LabelSheets {
  readonly width: number
  readonly height: number
  /** SVG of each sheet, copies included. */
  readonly sheets: readonly string[]
}

export const labelSheetsAtom: PrimitiveAtom<LabelSheets | null> = atom<LabelSheets | null>(null)

export const lastTargetAtom: PrimitiveAtom<Arguments | null> = atom<Arguments | null>(null)
