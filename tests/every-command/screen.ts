/** Commands that only what is on screen can perform; browser/everyCommand.spec.ts runs them. */
import { columnCases } from './screenColumns.ts'
import { recordAndFrameCases } from './screenFrame.ts'
import { motionCases } from './screenMotions.ts'
import { rowCases } from './screenRows.ts'
import { valueCases } from './screenValues.ts'
import type { ScreenCase } from './stage.ts'

/** By what they are about: each part is run on a page of its own. */
export const screenParts: Readonly<Record<string, readonly ScreenCase[]>> = {
  'where the cursor goes and what is marked': motionCases,
  'what is entered, filled, copied and taken back': valueCases,
  'rows, and what a list shows': rowCases,
  'columns and menus': columnCases,
  'the record that is open, what lies over the page, and the frame': recordAndFrameCases,
}

export const screenCases: readonly ScreenCase[] = Object.values(screenParts).flat()
