/** Layouts to begin with, one for each purpose. */
import type { LabelPurpose } from './labelFields.ts'
import type { FieldElement, LabelElement, LabelLayout } from './layout.ts'

interface Standard {
  readonly width: number
  readonly height: number
  readonly layout: LabelLayout
}

type Further = Partial<Omit<FieldElement, 'kind' | 'field' | 'x' | 'y' | 'w' | 'h' | 'size'>>

const field = (name: string, [x, y, w, h]: readonly number[], size: number, further: Further = {}): LabelElement =>
  ({ kind: 'field', field: name, x, y, w, h, size, ...further }) as LabelElement

const big = { isBold: true, wraps: true } as const

const lot: LabelLayout = [
  field('itemName', [3, 3, 94, 12], 5, big),
  field('lotNo', [3, 16, 60, 7], 5, { before: '批号 ', isBold: true }),
  field('supplierLotNo', [3, 24, 60, 5], 3, { before: '供应商批号 ' }),
  field('produceDate', [3, 30, 60, 5], 3, { before: '生产日期 ' }),
  field('expiryDate', [3, 36, 60, 5], 3.5, { before: '到期日期 ', isBold: true }),
  field('quantity', [3, 42, 30, 5], 3, { before: '数量 ' }),
  field('unit', [34, 42, 29, 5], 3),
  field('storageCondition', [3, 48, 60, 8], 3, { wraps: true, before: '贮存 ' }),
  field('numberOfTotal', [66, 48, 30, 8], 5, { isBold: true, align: 'center' }),
  { kind: 'dataMatrix', x: 67, y: 17, w: 28, h: 28 },
]

const productCase: LabelLayout = [
  field('itemName', [3, 3, 94, 12], 5, big),
  field('spec', [3, 16, 60, 5], 3.5),
  field('lotNo', [3, 22, 60, 6], 4, { before: '批号 ', isBold: true }),
  field('produceDate', [3, 29, 60, 5], 3, { before: '生产日期 ' }),
  field('expiryDate', [3, 35, 60, 5], 3, { before: '到期日期 ' }),
  field('storageCondition', [3, 41, 60, 5], 3, { before: '贮存 ' }),
  field('numberOfTotal', [3, 47, 60, 6], 4, { before: '件号 ' }),
  { kind: 'dataMatrix', x: 67, y: 17, w: 30, h: 30 },
  { kind: 'line', x: 3, y: 55, w: 94, h: 0.3 },
  // Two symbols: the longest lot number fills one at 203 dpi.
  { kind: 'gs1128', x: 3, y: 57, w: 94, h: 15, ais: ['01', '11', '17', '310', '91'], hasText: true },
  { kind: 'gs1128', x: 3, y: 74, w: 94, h: 15, ais: ['10', '92'], hasText: true },
]

const sample: LabelLayout = [
  field('itemName', [2, 2, 46, 8], 3.5, big),
  field('lotNo', [2, 11, 46, 4], 3, { before: '批号 ', isBold: true }),
  field('docNo', [2, 16, 56, 4], 2.5, { before: '留样 ' }),
  field('sampleTime', [2, 21, 56, 4], 2.5, { before: '留样时间 ' }),
  field('retainUntil', [2, 26, 56, 4], 3, { before: '留样至 ', isBold: true }),
  field('storageLocation', [2, 31, 56, 4], 2.5, { before: '存放 ' }),
  field('sampler', [2, 35, 56, 4], 2.5, { before: '留样人 ' }),
  { kind: 'dataMatrix', x: 59, y: 11, w: 19, h: 19 },
]

const place: LabelLayout = [
  field('code', [3, 3, 62, 14], 10, { isBold: true }),
  field('name', [3, 19, 62, 8], 5, { wraps: true }),
  field('warehouse', [3, 30, 62, 6], 4),
  { kind: 'dataMatrix', x: 68, y: 5, w: 28, h: 28 },
]

const machine: LabelLayout = [
  field('name', [2, 2, 50, 9], 4, big),
  field('code', [2, 12, 50, 5], 3.5, { before: '编号 ', isBold: true }),
  field('model', [2, 18, 50, 4], 2.8, { before: '型号 ' }),
  field('workshop', [2, 23, 50, 4], 2.8, { before: '车间 ' }),
  field('nextMaintainDate', [2, 28, 50, 4], 2.8, { before: '下次保养 ' }),
  field('responsible', [2, 33, 50, 4], 2.8, { before: '责任人 ' }),
  { kind: 'dataMatrix', x: 55, y: 8, w: 22, h: 22 },
]

const pallet: LabelLayout = [
  field('organisation', [4, 4, 92, 8], 5, big),
  field('content', [4, 13, 92, 19], 5, { wraps: true }),
  field('shipTo', [4, 33, 92, 12], 5, { wraps: true, before: '收货方 ' }),
  field('sscc', [4, 46, 92, 8], 6, { isBold: true, before: 'SSCC ' }),
  { kind: 'line', x: 4, y: 55, w: 92, h: 0.4 },
  // Left out where the pallet holds several kinds.
  { kind: 'gs1128', x: 4, y: 57, w: 92, h: 18, ais: ['02', '17', '37'], hasText: true },
  { kind: 'gs1128', x: 4, y: 77, w: 92, h: 18, ais: ['10', '92'], hasText: true },
  { kind: 'gs1128', x: 4, y: 97, w: 92, h: 26, ais: ['00'], hasText: true },
]

export const standardLayouts: Readonly<Record<LabelPurpose, Standard>> = {
  MATERIAL_LOT: { width: 100, height: 60, layout: lot },
  PRODUCT_CASE: { width: 100, height: 90, layout: productCase },
  PALLET: { width: 100, height: 125, layout: pallet },
  RETAINED_SAMPLE: { width: 80, height: 40, layout: sample },
  LOCATION: { width: 100, height: 40, layout: place },
  EQUIPMENT: { width: 80, height: 40, layout: machine },
}
