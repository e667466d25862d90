/** Records of a scanned code; a failed request fails the scan. */

import type { Gs1Element } from '#contract/gs1/elementString.ts'
import { readLabel, readScan, type ScannedCode } from '#contract/gs1/label.ts'
import { permits } from '#contract/schema/permission.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { orFromCopy } from '../../data/records/storedCopies.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'

export interface ScanMatch {
  readonly code: ScannedCode
  /** Own number first, then the supplier's. */
  readonly lots: readonly Row[]
  readonly isOwnNumber: boolean
  readonly products: readonly Row[]
  readonly productSpecs: readonly Row[]
  readonly materialSpecs: readonly Row[]
  readonly locations: readonly Row[]
  readonly pallets: readonly Row[]
  readonly elements: readonly Gs1Element[]
}

const most = 20

async function rowsWith(name: string, field: string, values: readonly string[], signal: AbortSignal) {
  if (values.length === 0 || !permits(store.get(grantsAtom), { menu: name })) return []
  const where = [{ field, op: 'in', value: values }]
  return orFromCopy(
    name,
    async () => (await listRecords(name, { page: 1, size: most, where }, signal)).rows,
    rows => rows.filter(row => values.includes(String(row[field]))).slice(0, most),
  )
}

/** Forms of one GTIN: `06901234567892`, `6901234567892`, … */
export function formsOf(gtin: string | undefined): readonly string[] {
  if (gtin === undefined) return []
  const shorter = [13, 12, 8].map(digits => gtin.slice(14 - digits)).filter(form => form.padStart(14, '0') === gtin)
  return [gtin, ...shorter]
}

const valuesOf = (value: string | undefined) => (value === undefined ? [] : [value])

/** Otherwise the item of a GTIN is never found. */
function readsGtins(): boolean {
  const grants = store.get(grantsAtom)
  return ['product', 'productspec', 'materialspec'].every(menu => permits(grants, { menu }))
}

const palletsOf = ({ sscc }: ScannedCode, signal: AbortSignal) => rowsWith('pallet', 'sscc', valuesOf(sscc), signal)

/** Bins by their code, or by a GLN of their own. */
const binsOf = ({ gln, extension }: ScannedCode, signal: AbortSignal) =>
  extension !== undefined || gln === undefined
    ? rowsWith('stocklocation', 'code', valuesOf(extension), signal)
    : rowsWith('stocklocation', 'gln', [gln], signal)

export async function lookUp(code: ScannedCode, signal: AbortSignal): Promise<ScanMatch> {
  const forms = formsOf(code.gtin)
  const numbers = valuesOf(code.lotNo)
  const codes = code.gtin === undefined ? valuesOf(code.itemCode) : []
  const [products, productSpecs, materialSpecs, materials, own, locations, pallets] = await Promise.all([
    code.gtin === undefined ? rowsWith('product', 'code', codes, signal) : rowsWith('product', 'gtin', forms, signal),
    rowsWith('productspec', 'barcode', forms, signal),
    rowsWith('materialspec', 'barcode', forms, signal),
    rowsWith('material', 'code', codes, signal),
    rowsWith('stocklot', 'lotNo', numbers, signal),
    binsOf(code, signal),
    palletsOf(code, signal),
  ])
  const isOwnNumber = own.length > 0
  const numbered = isOwnNumber ? own : await rowsWith('stocklot', 'supplierLotNo', numbers, signal)
  const items = new Set([
    ...products.map(({ id }) => `product ${id}`),
    ...productSpecs.map(({ productId }) => `product ${productId}`),
    ...materialSpecs.map(({ materialId }) => `material ${materialId}`),
    ...materials.map(({ id }) => `material ${id}`),
  ])
  // The GTIN or our item code decides between lots of one number.
  const fitting = numbered.filter(
    ({ productId, materialId }) => items.has(`product ${productId}`) || items.has(`material ${materialId}`),
  )
  // Supplier's number under an unknown GTIN: other goods.
  const isOfOthers = code.gtin !== undefined && !isOwnNumber && readsGtins()
  const lots = items.size > 0 ? fitting : isOfOthers ? [] : numbered
  const elements = readLabel(code.text) ?? []
  return { code, lots, isOwnNumber, products, productSpecs, materialSpecs, locations, pallets, elements }
}

/** Any code, also the plant's own one of a bin; null where it names nothing. */
export async function matchScan(scanned: string, signal: AbortSignal): Promise<ScanMatch | null> {
  const code = readScan(scanned)
  if (code) return lookUp(code, signal)
  const bin = scanned.trim().replace(/^\][A-Za-z]\w/, '')
  const match = await lookUp({ text: bin, extension: bin }, signal)
  return match.locations.length > 0 ? match : null
}
