/** Scans into documents that were prepared, counts and receipts with quantities. */
import { expect, test } from 'vitest'
import { readLabel } from '#contract/gs1/label.ts'
import { materialstorein } from '#contract/material/materialstorein.ts'
import { materialstoreinline } from '#contract/material/materialstoreinline.ts'
import { getmaterialline } from '#contract/production/getmaterialline.ts'
import { getmaterialrecord } from '#contract/production/getmaterialrecord.ts'
import { stockcountline } from '#contract/stock/stockcountline.ts'
import type { ScanMatch } from '../../src/commands/scan/lookUp.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import { entriesFor, isScanned, withLocation, withScanned } from '../../src/tables/form/scannedLine.ts'
import { scannedQuantity } from '../../src/tables/form/scannedQuantity.ts'
import { isPickList } from '../../src/tables/form/scanRefusal.ts'

const now = { today: '2026-11-25', now: '2026-11-25T08:00:00Z' }
const lot = { id: 8, lotNo: 'L20261121-0007', materialId: 5, materialId$label: '大豆', itemName: '大豆', rowVersion: 1 }
const match: ScanMatch = {
  code: { text: lot.lotNo, lotNo: lot.lotNo },
  lots: [lot],
  isOwnNumber: true,
  products: [],
  productSpecs: [],
  materialSpecs: [],
  locations: [],
  pallets: [],
  elements: [],
}
const bin = { id: 3, name: 'A-01', code: 'A01', rowVersion: 1 }
const line = { itemType: 'MATERIAL', materialId: 5, qty: '40', lotId: 8, lotId$label: lot.lotNo, key$: 'new:1' }

test('the first scan of a prepared line confirms it, and changes no quantity', () => {
  const scanned = withScanned(getmaterialline, [line], match, now, { isPickList: true })
  expect(scanned).toMatchObject({ message: 'scan.lotRight', rowId: 'new:1', rows: [{ qty: '40', lotId: 8 }] })
  expect(scanned?.rows.map(isScanned)).toEqual([true])
})

test('another lot replaces that of the prepared line with its reason, and keeps the quantity', () => {
  const other = { ...line, lotId: 7, lotId$label: 'L20261101-0001' }
  const target = { isPickList: true, instead: 'new:1', reason: '外箱破损' }
  const scanned = withScanned(getmaterialline, [other], match, now, target)
  expect(scanned?.rows).toMatchObject([{ lotId: 8, lotId$label: lot.lotNo, qty: '40', fefoOverrideReason: '外箱破损' }])
})

test('only documents that take stock out are prepared lists', () => {
  expect(isPickList(getmaterialrecord, { issueType: 'PLAN' })).toBe(true)
  expect(isPickList(getmaterialrecord, { issueType: 'RETURN' })).toBe(false)
  expect(isPickList(materialstorein, {})).toBe(false)
})

test('a bin goes to the line that was scanned, the second of a transfer to where it goes', () => {
  const rows = withLocation(getmaterialline, [line, { ...line, key$: 'new:2' }], 'new:2', bin)
  expect(rows).toMatchObject([{ key$: 'new:1' }, { locationId: 3, locationId$label: 'A-01' }])
})

test('a count adds what the label says to the line of the lot at the location', () => {
  const rows = [
    { lotId: 8, locationId: 2, key$: 'new:1' },
    { lotId: 8, locationId: 3, countedQuantity: '10', key$: 'new:2' },
  ]
  const amount = { packages: null, quantity: '2.5' }
  const scanned = withScanned(stockcountline, rows, match, now, { location: bin, amount })
  expect(scanned).toMatchObject({ message: 'scan.added', count: '12.5', rowId: 'new:2' })
  const elsewhere = withScanned(stockcountline, rows, match, now, { location: { ...bin, id: 9, name: 'B' }, amount })
  expect(elsewhere?.rows.at(-1)).toMatchObject({
    lotId: 8,
    locationId: 9,
    locationId$label: 'B',
    countedQuantity: '2.5',
  })
})

/** Label of a supplier as it fills the line of a receipt. */
async function received(label: string, spec: object = {}) {
  rememberChoiceValues('material', 5, { baseUnitId: 1, baseUnitId$label: 'kg' })
  rememberChoiceValues('materialspec', 11, { packageUnitId$label: '袋', baseQtyPerPackage: '25', ...spec })
  const materialSpecs = [{ id: 11, materialId: 5, name: '25 kg', rowVersion: 1, baseQtyPerPackage: '25' }]
  const elements = readLabel(label) ?? expect.fail(label)
  const from: ScanMatch = { ...match, code: { text: label, lotNo: 'SB-A' }, lots: [], materialSpecs, elements }
  const row = Object.fromEntries((entriesFor(materialstoreinline, from) ?? []).map(each => [each.columnId, each.value]))
  const amount = await scannedQuantity(materialstoreinline, row, elements, '25')
  const first = withScanned(materialstoreinline, [], from, now, { amount })
  const second = withScanned(materialstoreinline, first?.rows ?? [], from, now, { amount })
  return [first, second].map(each => [each?.rows[0]?.packageQty, each?.rows[0]?.baseQty ?? null])
}

test('a receipt takes packages and weight from the label, in the unit of the material', async () => {
  const label = '(01)06901234567892(10)SB-A'
  expect(await received(label)).toEqual([
    ['1', null],
    ['2', null],
  ])
  expect(await received('(02)06901234567892(10)SB-A(37)40')).toEqual([
    ['40', null],
    ['80', null],
  ])
  expect(await received('(01)06901234567892(10)SB-A(3102)050000')).toEqual([
    ['20', '500'],
    ['40', '1000'],
  ])
  expect(await received('(01)06901234567892(10)SB-A(3103)024875', { isCatchWeight: true })).toEqual([
    ['1', '24.875'],
    ['2', '49.75'],
  ])
  // A volume says nothing of a weight, nor pounds of kilograms.
  expect(await received('(01)06901234567892(10)SB-A(3150)000025')).toEqual([
    ['1', null],
    ['2', null],
  ])
})
