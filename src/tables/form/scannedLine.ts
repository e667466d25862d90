import { decimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { chooseAction, matchOf } from '../../commands/scan/scanCommands.ts'
import { clock } from '../../data/clock.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import type { RowValues } from '../../data/records/row.ts'
import { changed, inserted, type LineChange } from './lineRows.ts'

type Entry = Omit<LineChange, 'rowId'>

const PACKAGES = 'packageQty'

const isOpen = ({ fields }: Entity, name: string) => fields[name] !== undefined && !fields[name].serverManaged

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
  ].filter(({ columnId }) => isOpen(line, columnId))
}

/** Printed on supplier labels. */
function supplierEntries(line: Entity, { code, lots: [lot] }: ScanMatch): Entry[] {
  const values = {
    supplierLotNo: lot?.supplierLotNo ?? code.lotNo,
    produceDate: code.produceDate ?? lot?.produceDate,
    expiryDate: code.expiryDate ?? code.bestBefore ?? lot?.expiryDate,
  }
  const given = Object.entries(values).filter(([name, value]) => value && isOpen(line, name))
  return given.map(([columnId, value]) => ({ columnId, value }))
}

/** Null when nothing fits. */
function entriesFor(line: Entity, match: ScanMatch): readonly Entry[] | null {
  const { lots, isOwnNumber, code } = match
  const [lot] = lots
  const takesLot = isOpen(line, 'lotId') && line.fields.lotId?.to === 'stocklot'
  const takesSupplierLot = isOpen(line, 'supplierLotNo')
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

function isOf(row: RowValues, entries: readonly Entry[]): boolean {
  const given = new Map(entries.map(({ columnId, value }) => [columnId, value]))
  const [by] = identities.filter(name => given.has(name))
  if (by === undefined || row[by] !== given.get(by)) return false
  return by !== 'supplierLotNo' || !given.has('materialId') || row.materialId === given.get('materialId')
}

const itemFields = ['materialId', 'productId', 'semiProductId']

/** Prepared line of the item, still without its lot. */
function awaitsLot(row: RowValues, entries: readonly Entry[]): boolean {
  const items = entries.filter(({ columnId }) => itemFields.includes(columnId))
  const hasLot = entries.some(({ columnId }) => columnId === 'lotId')
  return hasLot && items.length > 0 && !row.lotId && items.every(({ columnId, value }) => row[columnId] === value)
}

export interface ScannedLines {
  readonly rows: LineRows
  readonly message: 'scan.lineAdded' | 'scan.counted' | 'scan.lineThere'
  readonly count: string
}

/** Null when nothing fits. */
export function withScanned(
  line: Entity,
  rows: LineRows,
  match: ScanMatch,
  moment: { readonly today: string; readonly now: string },
): ScannedLines | null {
  const entries = entriesFor(line, match)
  if (!entries) return null
  const hasPackages = isOpen(line, PACKAGES)
  const there = rows.findIndex(row => isOf(row, entries))
  const before = rows[there]
  if (before) {
    if (!hasPackages) return { rows, message: 'scan.lineThere', count: '' }
    const count = decimal(before[PACKAGES] || 0)
      .plus(1)
      .toFixed()
    const counted = { rowId: lineKey(before, there), columnId: PACKAGES, value: count }
    return { rows: changed(line, rows, [counted]), message: 'scan.counted', count }
  }
  const awaiting = rows.findIndex(row => awaitsLot(row, entries))
  const free = awaiting < 0 ? rows.findIndex(row => isBlankLine(line, row)) : awaiting
  const room = free < 0 ? inserted(line, rows, 1, rows.length, moment) : rows
  const at = free < 0 ? rows.length : free
  const rowId = lineKey(room[at] ?? {}, at)
  const given = hasPackages && !room[at]?.[PACKAGES] ? [...entries, { columnId: PACKAGES, value: '1' }] : entries
  const changes = given.map(entry => ({ ...entry, rowId }))
  return { rows: changed(line, room, changes), message: 'scan.lineAdded', count: '1' }
}

export function takingScan(
  line: Entity,
  rowsNow: () => LineRows,
  put: (rows: LineRows, action: EditAction) => void,
): CommandHandler {
  return {
    run: async (args, context) => {
      const match = await matchOf(args, context)
      if ('status' in match) return match
      const scanned = withScanned(line, rowsNow(), match, clock())
      if (!scanned) return chooseAction(match, context)
      put(scanned.rows, { kind: scanned.message === 'scan.counted' ? 'typed' : 'rowsAdded' })
      const code = match.code.lotNo ?? match.code.text
      return { status: 'ok', message: scanned.message, values: { code, count: scanned.count } }
    },
  }
}
