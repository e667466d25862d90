import { decimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import { changed, inserted, type LineChange } from './lineRows.ts'
import { isOpenField, PACKAGES, quantityFieldOf, type ScannedQuantity } from './scannedQuantity.ts'

export type Entry = Omit<LineChange, 'rowId'>

const reference = (columnId: string, value: unknown, label: unknown): Entry => ({ columnId, value, label })

function itemEntries(line: Entity, { lots: [lot], products, productSpecs, materialSpecs }: ScanMatch): Entry[] {
  const [product, productSpec, materialSpec] = [products[0], productSpecs[0], materialSpecs[0]]
  const productId = lot ? lot.productId : (productSpec?.productId ?? product?.id)
  const materialId = lot ? lot.materialId : materialSpec?.materialId
  const productLabel = lot ? (lot.productId$label ?? lot.itemName) : (productSpec?.productId$label ?? product?.name)
  const materialLabel = lot ? (lot.materialId$label ?? lot.itemName) : materialSpec?.materialId$label
  return [
    { columnId: 'itemType', value: productId ? 'PRODUCT' : 'MATERIAL' },
    ...(productId ? ['productId', 'semiProductId'].map(name => reference(name, productId, productLabel)) : []),
    ...(materialId ? [reference('materialId', materialId, materialLabel)] : []),
    ...(productSpec ? [reference('productSpecId', productSpec.id, productSpec.name)] : []),
    ...(materialSpec ? [reference('materialSpecId', materialSpec.id, materialSpec.name)] : []),
  ].filter(({ columnId }) => isOpenField(line, columnId))
}

/** Printed on supplier labels. */
function supplierEntries(line: Entity, { code, lots: [lot] }: ScanMatch): Entry[] {
  const values = {
    supplierLotNo: lot?.supplierLotNo ?? code.lotNo,
    produceDate: code.produceDate ?? lot?.produceDate,
    expiryDate: code.expiryDate ?? code.bestBefore ?? lot?.expiryDate,
  }
  const given = Object.entries(values).filter(([name, value]) => value && isOpenField(line, name))
  return given.map(([columnId, value]) => ({ columnId, value }))
}

/** Values that a scan gives a line; null when nothing fits. */
export function entriesFor(line: Entity, match: ScanMatch): readonly Entry[] | null {
  const { lots, isOwnNumber, code } = match
  const [lot] = lots
  const takesLot = isOpenField(line, 'lotId') && line.fields.lotId?.to === 'stocklot'
  const takesSupplierLot = isOpenField(line, 'supplierLotNo')
  const items = itemEntries(line, match)
  const supplied = takesSupplierLot ? supplierEntries(line, match) : []
  const picksLot = takesLot && (isOwnNumber || !takesSupplierLot)
  // Several lots of one supplier number: a person decides.
  if (picksLot && lots.length > 1) return null
  const chosen = picksLot && lot ? [reference('lotId', lot.id, lot.lotNo)] : []
  const isUnknownLot = code.lotNo !== undefined && !lot && !takesSupplierLot
  const isNamed = [...items, ...supplied].some(({ columnId }) => columnId !== 'itemType')
  return isUnknownLot || (chosen.length === 0 && !isNamed) ? null : [...items, ...supplied, ...chosen]
}

/** Most exact first. */
const identities = ['lotId', 'supplierLotNo', 'productSpecId', 'productId', 'materialId']

const valueIn = (entries: readonly Entry[], name: string) => entries.find(({ columnId }) => columnId === name)?.value

function isOf(row: RowValues, entries: readonly Entry[]): boolean {
  const [by] = identities.filter(name => valueIn(entries, name) !== undefined)
  if (by === undefined || row[by] !== valueIn(entries, by)) return false
  const materialId = valueIn(entries, 'materialId')
  return by !== 'supplierLotNo' || materialId === undefined || row.materialId === materialId
}

const itemFields = ['materialId', 'productId', 'semiProductId']

/** Line of the same item, whatever its lot. */
export function isOfItem(row: RowValues, entries: readonly Entry[]): boolean {
  const items = entries.filter(({ columnId }) => itemFields.includes(columnId))
  return items.length > 0 && items.every(({ columnId, value }) => row[columnId] === value)
}

/** Mark of lines that a scan confirmed; never sent. */
const SCANNED = 'scanned$'

export const isScanned = (row: RowValues): boolean => row[SCANNED] === true

/** Prepared line of the item, still without its lot. */
const awaitsLot = (row: RowValues, entries: readonly Entry[]) =>
  valueIn(entries, 'lotId') !== undefined && !row.lotId && isOfItem(row, entries)

export interface ScanTarget {
  /** Lines were prepared: the first scan confirms, the next ones count. */
  readonly isPickList?: boolean
  readonly location?: Row | null
  readonly amount?: ScannedQuantity
  /** Prepared line whose lot this one replaces. */
  readonly instead?: RowId | undefined
  /** Why another lot than the first to expire is taken. */
  readonly reason?: string | undefined
}

export interface ScannedLines {
  readonly rows: LineRows
  readonly message: 'scan.lineAdded' | 'scan.counted' | 'scan.added' | 'scan.lineThere' | 'scan.lotRight'
  readonly count: string
  /** Line that the scan went to. */
  readonly rowId: RowId
}

const said = { packages: null, quantity: null } as const

const sum = (value: unknown, more: string) =>
  decimal(value || 0)
    .plus(more)
    .toFixed()

/** Scan of a line that is there: confirms it, or counts one more. */
function counted(line: Entity, rows: LineRows, at: number, target: ScanTarget): ScannedLines {
  const row = rows[at] ?? {}
  const rowId = lineKey(row, at)
  const { packages, quantity } = target.amount ?? said
  const name = quantityFieldOf(line)
  const mark = { rowId, columnId: SCANNED, value: true }
  const put = (changes: readonly LineChange[]) => changed(line, rows, [mark, ...changes])
  const hasPackages = isOpenField(line, PACKAGES)
  const isFilled = Boolean(hasPackages ? row[PACKAGES] : name && row[name])
  if (target.isPickList && isFilled && !isScanned(row))
    return { rows: put([]), message: 'scan.lotRight', count: '', rowId }
  const weighed = name && quantity !== null ? [{ rowId, columnId: name, value: sum(row[name], quantity) }] : []
  if (hasPackages) {
    const count = sum(row[PACKAGES], packages ?? '1')
    return {
      rows: put([{ rowId, columnId: PACKAGES, value: count }, ...weighed]),
      message: 'scan.counted',
      count,
      rowId,
    }
  }
  const [amount] = target.isPickList ? [] : weighed
  if (!amount) return { rows: put([]), message: 'scan.lineThere', count: '', rowId }
  return { rows: put([amount]), message: 'scan.added', count: amount.value, rowId }
}

/** Values of a line that has none of these goods yet. */
function givenTo(line: Entity, row: RowValues, entries: readonly Entry[], target: ScanTarget): readonly Entry[] {
  const { packages, quantity } = target.amount ?? said
  const name = quantityFieldOf(line)
  const given: Entry[] = [...entries, { columnId: SCANNED, value: true }]
  if (isOpenField(line, PACKAGES) && !row[PACKAGES]) given.push({ columnId: PACKAGES, value: packages ?? '1' })
  if (name && quantity !== null && !row[name]) given.push({ columnId: name, value: quantity })
  if (target.location && isOpenField(line, 'locationId') && !row.locationId)
    given.push(reference('locationId', target.location.id, target.location.name))
  if (target.reason && isOpenField(line, 'fefoOverrideReason'))
    given.push({ columnId: 'fefoOverrideReason', value: target.reason })
  return given
}

/** Null when nothing fits. */
export function withScanned(
  line: Entity,
  rows: LineRows,
  match: ScanMatch,
  moment: { readonly today: string; readonly now: string },
  target: ScanTarget = {},
): ScannedLines | null {
  const entries = entriesFor(line, match)
  if (!entries) return null
  const isHere = (row: RowValues) =>
    !target.location || !isOpenField(line, 'locationId') || !row.locationId || row.locationId === target.location.id
  const there = target.instead === undefined ? rows.findIndex(row => isOf(row, entries) && isHere(row)) : -1
  if (there >= 0) return counted(line, rows, there, target)
  const replaced = rows.findIndex((row, index) => lineKey(row, index) === target.instead)
  const awaiting = replaced < 0 ? rows.findIndex(row => awaitsLot(row, entries)) : replaced
  const free = awaiting < 0 ? rows.findIndex(row => isBlankLine(line, row)) : awaiting
  const room = free < 0 ? inserted(line, rows, 1, rows.length, moment) : rows
  const at = free < 0 ? rows.length : free
  const rowId = lineKey(room[at] ?? {}, at)
  const changes = givenTo(line, room[at] ?? {}, entries, target).map(entry => ({ ...entry, rowId }))
  return { rows: changed(line, room, changes), message: 'scan.lineAdded', count: '1', rowId }
}

/** Bin of a line; a transfer's second one is where it goes. */
export function withLocation(line: Entity, rows: LineRows, rowId: RowId, { id, name }: Row): LineRows {
  const row = rows.find((each, index) => lineKey(each, index) === rowId)
  const isSecond = Boolean(row?.locationId) && isOpenField(line, 'toLocationId')
  return changed(line, rows, [{ rowId, ...reference(isSecond ? 'toLocationId' : 'locationId', id, name) }])
}
