import { expect, test } from 'vitest'
import { materialstoreinline } from '#contract/material/materialstoreinline.ts'
import { materialstoreoutline } from '#contract/material/materialstoreoutline.ts'
import { getmaterialline } from '#contract/production/getmaterialline.ts'
import { productstoreoutline } from '#contract/production/productstoreoutline.ts'
import { productsaleoutline } from '#contract/sale/productsaleoutline.ts'
import type { ScanMatch } from '../../src/commands/scan/lookUp.ts'
import { withScanned } from '../../src/tables/form/scannedLine.ts'
import { chosenPallets, withContent } from '../../src/tables/form/scannedPallet.ts'

const now = { today: '2026-11-25', now: '2026-11-25T08:00:00Z' }
const none: ScanMatch = {
  code: { text: '' },
  lots: [],
  isOwnNumber: false,
  products: [],
  productSpecs: [],
  materialSpecs: [],
  locations: [],
  pallets: [],
  elements: [],
}
const lot = { id: 7, lotNo: 'P20261112-002', productId: 3, productId$label: '酱油', itemName: '酱油', rowVersion: 1 }
const ofLot: ScanMatch = { ...none, code: { text: lot.lotNo, lotNo: lot.lotNo }, lots: [lot], isOwnNumber: true }

test('a lot becomes a line of its product with one package, and counts where it is already there', () => {
  const first = withScanned(productsaleoutline, [], ofLot, now)
  expect(first).toMatchObject({
    message: 'scan.lineAdded',
    rows: [{ productId: 3, productId$label: '酱油', lotId: 7, lotId$label: lot.lotNo, packageQty: '1' }],
  })
  const second = withScanned(productsaleoutline, first?.rows ?? [], ofLot, now)
  expect(second).toMatchObject({ message: 'scan.counted', count: '2', rows: [{ lotId: 7, packageQty: '2' }] })
})

test('a number of several lots is not decided by the console', () => {
  const two = { ...ofLot, isOwnNumber: false, lots: [lot, { ...lot, id: 9, lotNo: 'P20261113-001' }] }
  expect(withScanned(productsaleoutline, [], two, now)).toBeNull()
})

test('a line that was begun takes the scan; one without packages is only pointed at', () => {
  const material = { ...lot, id: 8, lotNo: 'L20261121-0007', productId: null, materialId: 5, materialId$label: '大豆' }
  const match = { ...ofLot, code: { text: material.lotNo, lotNo: material.lotNo }, lots: [material] }
  const begun = withScanned(materialstoreoutline, [{ key$: 'new:line:1' }], match, now)
  expect(begun?.rows).toMatchObject([{ key$: 'new:line:1', lotId: 8 }])
  const again = withScanned(materialstoreoutline, begun?.rows ?? [], match, now)
  expect(again).toMatchObject({ message: 'scan.lineThere', rows: begun?.rows })
  expect(withScanned(getmaterialline, [], match, now)?.rows).toMatchObject([
    { itemType: 'MATERIAL', materialId: 5, lotId: 8 },
  ])
  expect(withScanned(getmaterialline, [], ofLot, now)?.rows).toMatchObject([
    { itemType: 'PRODUCT', semiProductId: 3, lotId: 7 },
  ])
})

test('a line that was prepared without a lot gets the lot of its item, and keeps its packages', () => {
  const prepared = [
    { key$: 'new:line:1', productId: 4, packageQty: '9' },
    { key$: 'new:line:2', productId: 3, packageQty: '6' },
  ]
  const scanned = withScanned(productsaleoutline, prepared, ofLot, now)
  expect(scanned?.rows).toMatchObject([
    { key$: 'new:line:1', productId: 4, packageQty: '9' },
    { key$: 'new:line:2', productId: 3, lotId: 7, packageQty: '6' },
  ])
  expect(scanned?.rows[0]?.lotId ?? null).toBeNull()
})

test('the label of a supplier gives a receipt its lot number and dates, never another receipt lot', () => {
  const code = { text: '', gtin: '06901234567892', lotNo: 'SB-A', produceDate: '2026-11-01', expiryDate: '2027-05-01' }
  const materialSpecs = [{ id: 11, materialId: 5, materialId$label: '大豆', name: '25 kg', rowVersion: 1 }]
  const received = withScanned(materialstoreinline, [], { ...none, code, materialSpecs }, now)
  expect(received?.rows).toMatchObject([
    {
      materialId: 5,
      materialSpecId: 11,
      supplierLotNo: 'SB-A',
      produceDate: '2026-11-01',
      expiryDate: '2027-05-01',
      packageQty: '1',
    },
  ])
  expect(received?.rows[0]?.lotId ?? null).toBeNull()
})

test('lines take no code of an unknown lot, and none of another trade', () => {
  expect(withScanned(productsaleoutline, [], { ...none, code: { text: 'X', lotNo: 'X' } }, now)).toBeNull()
  expect(withScanned(productsaleoutline, [], none, now)).toBeNull()
})

test('a pallet chosen in a line is its content, unless its goods were entered', () => {
  const blank = { key$: 'new:1', toLocationId: 4 }
  const chosen = { ...blank, palletId: 9 }
  expect(chosenPallets([blank], [chosen])).toMatchObject([{ rowId: 'new:1', row: chosen }])
  expect(chosenPallets([{ ...blank, lotId: 7 }], [{ ...chosen, lotId: 7 }])).toEqual([])
  const filled = [{ ...chosen, lotId: 7, qty: '5' }, { key$: 'new:2' }]
  expect(chosenPallets(filled, filled)).toEqual([])
  expect(chosenPallets(filled, filled.with(0, { ...chosen, palletId: 8, lotId: 7 }))).toMatchObject([{ former: 9 }])
  const content = [
    { palletId: 9, lotId: 7, qty: '5', toLocationId: null },
    { palletId: 9, lotId: 6, qty: '2', toLocationId: null },
  ]
  const rows = withContent(productstoreoutline, [{ ...chosen, remark: 'x' }, { key$: 'new:2' }], 'new:1', content, now)
  expect(rows).toMatchObject([
    { key$: 'new:1', palletId: 9, lotId: 7, qty: '5', toLocationId: 4 },
    { palletId: 9, lotId: 6, qty: '2', toLocationId: 4 },
    { key$: 'new:2' },
  ])
})
