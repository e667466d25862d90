/** Deliveries of the demo plant, and what its inspectors measure. */
import { materials } from './plantData.ts'
import { moreMaterials } from './rangeData.ts'

/** Weekly delivery in kilograms or pieces, and price of one. */
const deliveries: Readonly<Record<string, readonly [quantity: number, price: string]>> = {
  M001: [600, '4.80'],
  M002: [300, '3.10'],
  M003: [500, '1.20'],
  M004: [100, '6.40'],
  M005: [2, '86.00'],
  M006: [50, '9.60'],
  M007: [20, '42.00'],
  M008: [10, '98.00'],
  M009: [20, '27.50'],
  M010: [300, '5.60'],
  M011: [500, '5.20'],
  M012: [200, '14.80'],
  M013: [120, '38.00'],
  M014: [80, '26.00'],
  M015: [50, '12.40'],
  P001: [4000, '0.92'],
  P002: [5000, '0.11'],
  P003: [5000, '0.06'],
  P004: [5000, '0.05'],
  P005: [350, '2.35'],
  P006: [500, '1.48'],
  P007: [45, '2.10'],
}

const goods = [...materials, ...moreMaterials]

/** Quantity as full packages of the specification. */
export function packagesOf(code: string): string {
  const perPackage = goods.find(([item]) => item === code)?.[7] ?? '1'
  return String((deliveries[code]?.[0] ?? 100) / Number(perPackage))
}

export const priceOf = (code: string): string => deliveries[code]?.[1] ?? '4.80'

const appearance = {
  itemName: '外观与尺寸',
  method: 'GB/T 2828.1',
  limitText: '符合样板',
  resultText: '符合',
  verdict: 'PASS',
} as const

const senses = {
  itemName: '感官',
  method: 'GB 2760',
  limitText: '色泽、气味正常，无结块',
  resultText: '正常',
  verdict: 'PASS',
} as const

const moisture = {
  itemName: '水分',
  method: 'GB 5009.3',
  limitMax: '13',
  resultValue: '11.6',
  unitName: '%',
  verdict: 'PASS',
} as const

/** Sample, standard and results; own products are released by their lot. */
export function testsOf(code: string) {
  if (code.startsWith('F')) return { sampleQty: '1', standardNo: code.startsWith('F1') ? 'Q/HX 0001S' : 'GB 2717' }
  if (code.startsWith('P'))
    return { sampleQty: code === 'P007' ? '1' : '5', standardNo: 'GB 4806.1', items: [appearance] }
  const type = goods.find(([item]) => item === code)?.[2]
  if (type === 'RAW') return { sampleQty: '1', standardNo: 'GB 2715', items: [moisture] }
  return { sampleQty: code === 'M005' ? '0.02' : '0.5', standardNo: 'GB 2760', items: [senses] }
}
