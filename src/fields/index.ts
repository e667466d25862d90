/** Cell registry by kind, exhaustive by type. */
import type { Field, Kind } from '#contract/schema/field.ts'
import type { PatternName } from '#contract/schema/patterns.ts'
import type { CellKind, InputMode } from './cell.ts'
import { enumerationCell, enumerationsCell, flagCell, referenceCell, referencesCell } from './choiceCells.tsx'
import { filesCell, imageCell } from './filesCell.tsx'
import { richTextCell } from './richTextCell.ts'
import {
  dateCell,
  instantCell,
  jsonCell,
  longTextCell,
  moneyCell,
  plainDecimalCell,
  quantityCell,
  rateCell,
  secretCell,
  textCell,
  textsCell,
  wholeCell,
} from './textCells.ts'

export const cells = {
  text: textCell,
  longText: longTextCell,
  richText: richTextCell,
  integer: wholeCell,
  bigint: wholeCell,
  quantity: quantityCell,
  money: moneyCell,
  rate: rateCell,
  decimal: plainDecimalCell,
  date: dateCell,
  instant: instantCell,
  flag: flagCell,
  enumeration: enumerationCell,
  enumerations: enumerationsCell,
  reference: referenceCell,
  references: referencesCell,
  texts: textsCell,
  secret: secretCell,
  json: jsonCell,
  image: imageCell,
  files: filesCell,
} as const satisfies Record<Kind, CellKind>

const keyboards: Partial<Readonly<Record<PatternName, InputMode>>> = { PHONE: 'tel', EMAIL: 'email' }

export function inputModeOf({ kind, pattern }: Field): InputMode | undefined {
  const { inputMode }: CellKind = cells[kind]
  return inputMode ?? (pattern && keyboards[pattern])
}
