/** Layouts to begin with, one for each purpose. */
import type { LabelPurpose } from './labelFields.ts'
import type { FieldElement, LabelElement, LabelLayout } from './layout.ts'

interface Sides {
  readonly width: number
  readonly height: number
}

export interface StandardLayout extends Sides {
  readonly layout: LabelLayout
}

/** Named: begins with its field's title. */
type StandardElement = LabelElement & { readonly isNamed?: boolean }

type Further = Partial<Omit<FieldElement, 'kind' | 'field' | 'x' | 'y' | 'w' | 'h' | 'size'>> & {
  readonly isNamed?: boolean
}

const field = (name: string, [x, y, w, h]: readonly number[], size: number, further: Further = {}): StandardElement =>
  ({ kind: 'field', field: name, x, y, w, h, size, ...further }) as StandardElement

const big = { isBold: true, wraps: true } as const

const lot: readonly StandardElement[] = [
  field('itemName', [3, 3, 94, 12], 5, big),
  field('lotNo', [3, 16, 60, 7], 5, { isNamed: true, isBold: true }),
  field('supplierLotNo', [3, 24, 60, 5], 3, { isNamed: true }),
  field('produceDate', [3, 30, 60, 5], 3, { isNamed: true }),
  field('expiryDate', [3, 36, 60, 5], 3.5, { isNamed: true, isBold: true }),
  field('quantity', [3, 42, 30, 5], 3, { isNamed: true }),
  field('unit', [34, 42, 29, 5], 3),
  field('storageCondition', [3, 48, 60, 8], 3, { wraps: true, isNamed: true }),
  field('numberOfTotal', [66, 48, 30, 8], 5, { isBold: true, align: 'center' }),
  { kind: 'dataMatrix', x: 67, y: 17, w: 28, h: 28 },
]

const productCase: readonly StandardElement[] = [
  field('itemName', [3, 3, 94, 12], 5, big),
  field('spec', [3, 16, 60, 5], 3.5),
  field('lotNo', [3, 22, 60, 6], 4, { isNamed: true, isBold: true }),
  field('produceDate', [3, 29, 60, 5], 3, { isNamed: true }),
  field('expiryDate', [3, 35, 60, 5], 3, { isNamed: true }),
  field('storageCondition', [3, 41, 60, 5], 3, { isNamed: true }),
  field('numberOfTotal', [3, 47, 60, 6], 4, { isNamed: true }),
  { kind: 'dataMatrix', x: 67, y: 17, w: 30, h: 30 },
  { kind: 'line', x: 3, y: 55, w: 94, h: 0.3 },
  // Two symbols: the longest lot number fills one at 203 dpi.
  { kind: 'gs1128', x: 3, y: 57, w: 94, h: 15, ais: ['01', '11', '17', '310', '91'], hasText: true },
  { kind: 'gs1128', x: 3, y: 74, w: 94, h: 15, ais: ['10', '92'], hasText: true },
]

const sample: readonly StandardElement[] = [
  field('itemName', [2, 2, 46, 8], 3.5, big),
  field('lotNo', [2, 11, 46, 4], 3, { isNamed: true, isBold: true }),
  field('docNo', [2, 16, 56, 4], 2.5, { isNamed: true }),
  field('sampleTime', [2, 21, 56, 4], 2.5, { isNamed: true }),
  field('retainUntil', [2, 26, 56, 4], 3, { isNamed: true, isBold: true }),
  field('storageLocation', [2, 31, 56, 4], 2.5, { isNamed: true }),
  field('sampler', [2, 35, 56, 4], 2.5, { isNamed: true }),
  { kind: 'dataMatrix', x: 59, y: 11, w: 19, h: 19 },
]

const place: readonly StandardElement[] = [
  field('code', [3, 3, 62, 14], 10, { isBold: true }),
  field('name', [3, 19, 62, 8], 5, { wraps: true }),
  field('warehouse', [3, 30, 62, 6], 4),
  { kind: 'dataMatrix', x: 68, y: 5, w: 28, h: 28 },
]

const machine: readonly StandardElement[] = [
  field('name', [2, 2, 50, 9], 4, big),
  field('code', [2, 12, 50, 5], 3.5, { isNamed: true, isBold: true }),
  field('model', [2, 18, 50, 4], 2.8, { isNamed: true }),
  field('workshop', [2, 23, 50, 4], 2.8, { isNamed: true }),
  field('nextMaintainDate', [2, 28, 50, 4], 2.8, { isNamed: true }),
  field('responsible', [2, 33, 50, 4], 2.8, { isNamed: true }),
  { kind: 'dataMatrix', x: 55, y: 8, w: 22, h: 22 },
]

const pallet: readonly StandardElement[] = [
  field('organisation', [4, 4, 92, 8], 5, big),
  field('content', [4, 13, 92, 19], 5, { wraps: true }),
  field('shipTo', [4, 33, 92, 12], 5, { wraps: true, isNamed: true }),
  field('sscc', [4, 46, 92, 8], 6, { isBold: true, before: 'SSCC ' }),
  { kind: 'line', x: 4, y: 55, w: 92, h: 0.4 },
  // Left out where the pallet holds several kinds.
  { kind: 'gs1128', x: 4, y: 57, w: 92, h: 18, ais: ['02', '17', '37'], hasText: true },
  { kind: 'gs1128', x: 4, y: 77, w: 92, h: 18, ais: ['10', '92'], hasText: true },
  { kind: 'gs1128', x: 4, y: 97, w: 92, h: 26, ais: ['00'], hasText: true },
]

const standards: Readonly<Record<LabelPurpose, Sides & { readonly layout: readonly StandardElement[] }>> = {
  MATERIAL_LOT: { width: 100, height: 60, layout: lot },
  PRODUCT_CASE: { width: 100, height: 90, layout: productCase },
  PALLET: { width: 100, height: 125, layout: pallet },
  RETAINED_SAMPLE: { width: 80, height: 40, layout: sample },
  LOCATION: { width: 100, height: 40, layout: place },
  EQUIPMENT: { width: 80, height: 40, layout: machine },
}

/** Layout of a purpose; `say`: messages by key. */
export function standardLayout(purpose: LabelPurpose, say: (key: string) => string): StandardLayout {
  const { layout, ...sides } = standards[purpose]
  const elements = layout.map(({ isNamed, ...element }) =>
    isNamed && element.kind === 'field' ? { ...element, before: `${say(`label.field.${element.field}`)} ` } : element,
  )
  return { ...sides, layout: elements as LabelLayout }
}
