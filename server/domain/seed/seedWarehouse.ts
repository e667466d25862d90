/** Lot incidents of the demo plant. */

import { addDays } from '#contract/calendar.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import { finishedTests } from './qualityData.ts'
import { inspect, receiveLot, receiveOne } from './seedProduction.ts'
import type { Script } from './seedScript.ts'

/** Wheat lot failing inspection, returned to the mill. */
export async function rejectedLot(script: Script): Promise<void> {
  script.as('E002')
  const lotId = await receiveLot(script, 'M002', 'S002')
  script.as('E006')
  const [inspection] = await script.rows('qualityinspection', { lotId })
  if (!inspection) return
  await script.save('qualityinspection', {
    id: inspection.id,
    standardNo: 'GB/T 1351',
    inspectorId: script.id('employee', 'E006'),
    sampleQty: '0.5',
    items: [
      { itemName: '水分', method: 'GB 5009.3', limitMax: '12.5', resultValue: '14.8', unitName: '%', verdict: 'FAIL' },
      { itemName: '杂质', method: 'GB/T 5494', limitMax: '1', resultValue: '0.6', unitName: '%', verdict: 'PASS' },
    ],
  })
  await script.run('qualityinspection.judge', { id: inspection.id })
  script.as('E001')
  await script.run('qualityinspection.release', { id: inspection.id, reason: '水分超标，判退' })
  const [found] = await script.rows('unqualifiedproduct', { lotId })
  if (!found) return
  await script.run('unqualifiedproduct.decide', { id: found.id, disposition: 'SUPPLIER_RETURN', reason: '退回供应商' })
  await script.run('unqualifiedproduct.close', { id: found.id })
}

/** Torn sack of sugar, held. */
export async function heldLot(script: Script): Promise<void> {
  script.as('E002')
  const id = await receiveLot(script, 'M004', 'S004')
  script.as('E001')
  await script.run('stocklot.hold', { id, reason: '包装破损，待复检' })
}

/** Starter culture (six months shelf life), expired with stock. */
export async function expiredLot(script: Script, today: string): Promise<void> {
  script.as('E002')
  const id = await receiveLot(script, 'M005', 'S006', { produceDate: addDays(today, -186), baseQty: '3' })
  await inspect(script, id, 'M005')
}

export async function reversedReceipt(script: Script): Promise<void> {
  script.as('E002')
  const receipt = await receiveOne(script, 'M003', 'S003')
  await script.run('materialstorein.reverse', { id: receipt.id, reason: '重复录入' })
}

export async function dealerReturn(script: Script): Promise<void> {
  const sold = await script.rows('productsaleout', { dealerId: script.id('dealer', 'D005') })
  const sale = await script.load('productsaleout', sold.at(-1)?.id ?? 0)
  const [line] = sale.lines
  if (!line?.lotId) return
  const lot = await script.load('stocklot', line.lotId)
  script.as('E003')
  await script.save('productstorein', {
    storeInType: 'DEALER_RETURN',
    storeInTime: script.now,
    dealerId: sale.dealerId,
    sourceSaleOutId: sale.id,
    productId: line.productId,
    productSpecId: line.productSpecId,
    lotNo: lot.lotNo,
    produceDate: lot.produceDate,
    packageQty: '2',
    warehouseId: script.id('warehouse', 'WH05'),
    handlerId: script.id('employee', 'E003'),
    remark: '外箱受潮',
    submit: true,
  })
}

/** Finished lot inspected by item; an older sample is due. */
export async function inspectedAndKept(script: Script, today: string): Promise<void> {
  const lots = await script.rows('stocklot', { productId: script.id('product', 'F201') })
  const [latest, earlier] = lots.filter(lot => decimal(lot.onHandQty).gte(4))
  if (!latest || !earlier) return
  script.as('E006')
  const inspection = await script.save('qualityinspection', {
    inspectType: 'RETEST',
    lotId: latest.id,
    sampleQty: '1',
    sampleTime: script.now,
    standardNo: 'GB 2717',
    inspectorId: script.id('employee', 'E006'),
    items: finishedTests.map(([itemName, method, limitMin, limitMax, limitText, unitName, isSafetyItem]) => ({
      itemName,
      method,
      limitMin,
      limitMax: limitMax === null ? null : limitMax,
      limitText,
      resultText: limitText ? '符合要求' : null,
      resultValue: limitText ? null : limitMin === null ? '3' : decimal(limitMin).times('1.06').toFixed(2),
      unitName,
      isSafetyItem,
      verdict: 'PASS',
    })),
  })
  await script.run('qualityinspection.judge', { id: inspection.id })
  for (const [lot, purpose, retainUntil] of [
    [latest, 'ROUTINE', null],
    [earlier, 'STABILITY', addDays(today, -1)],
  ] as const)
    await script.save('retainsample', {
      productId: script.id('product', 'F201'),
      lotId: lot.id,
      sampleTime: script.now,
      sampleQty: '2',
      purpose,
      ...(retainUntil ? { retainUntil } : {}),
      samplerId: script.id('employee', 'E006'),
      storageLocation: '留样室 A-03',
      storageCondition: '常温避光',
      warehouseId: script.id('warehouse', 'WH05'),
    })
}

/** Monthly count with slightly missing salt. */
export async function count(script: Script): Promise<void> {
  script.as('E002')
  const [proposed] = await script.prepare('stockcount', { warehouseId: script.id('warehouse', 'WH01') })
  const stored = ((proposed?.lines as readonly Values[] | undefined) ?? []).filter(line =>
    decimal(line.bookQuantity).gt(10),
  )
  const lines = stored.slice(0, 4).map((line, index) => ({
    ...line,
    countedQuantity: decimal(line.bookQuantity)
      .minus(index === 0 ? '0.5' : 0)
      .toFixed(4),
    reason: index === 0 ? '称量与撒落损耗' : null,
  }))
  if (lines.length === 0) return
  const counted = await script.save('stockcount', {
    countTime: script.now,
    warehouseId: script.id('warehouse', 'WH01'),
    counterId: script.id('employee', 'E002'),
    lines,
  })
  script.as('E001')
  await script.run('stockcount.submit', { id: counted.id })
}

/** Salt whose sacks were labelled with a wrong lot number. */
export async function relabelled(script: Script): Promise<void> {
  script.as('E002')
  const lot = await script.load('stocklot', await receiveLot(script, 'M003', 'S003'))
  if (lot.qualityStatus === 'PENDING') await inspect(script, lot.id, 'M003')
  const relabelling = await script.save('stockrelabel', {
    relabelTime: script.now,
    lotId: lot.id,
    qty: '20',
    newLotNo: `${lot.lotNo}-1`,
    reason: '袋上批号喷印错误',
    handlerId: script.id('employee', 'E002'),
  })
  await script.run('stockrelabel.submit', { id: relabelling.id })
}

/** Pallet of sellable goods, still open. */
async function begun(script: Script, code: string, packages: number): Promise<number> {
  script.as('E003')
  const [head] = await script.prepare('pallet', {})
  const taken = await script.pick(code, packages)
  const saved = await script.save('pallet', {
    ...head,
    packerId: script.id('employee', 'E003'),
    lines: taken.map(({ candidate, quantity }) => ({
      productId: script.id('product', code),
      productSpecId: script.id('productspec', `${code}-1`),
      lotId: candidate.lotId,
      packageQty: quantity.slice(0, -2),
    })),
  })
  return saved.id
}

/** Closed pallet of sellable goods. */
async function packed(script: Script, code: string, packages: number): Promise<number> {
  const id = await begun(script, code, packages)
  await script.run('pallet.close', { id })
  return id
}

/** Pallet that a dealer got whole. */
export async function soldPallet(script: Script, dealer: string, code: string, packages: number): Promise<void> {
  const palletId = await packed(script, code, packages)
  script.as('E008')
  const dealerId = script.id('dealer', dealer)
  const [head] = await script.prepare('productsaleout', { dealerId, lines: [{ palletId }] })
  const handlerId = script.id('employee', 'E003')
  await script.save('productsaleout', {
    ...head,
    dealerId,
    handlerId,
    saleDate: script.day,
    shipTime: script.now,
    submit: true,
  })
}

/** Pallet that waits for its truck, and one that is still being packed. */
export async function waitingPallet(script: Script, code: string, packages: number): Promise<void> {
  await packed(script, code, packages)
  await begun(script, code, 1)
}

/** Printer as an example: no demonstration knows the plant's network. */
export async function examplePrinter(script: Script): Promise<void> {
  await script.save('labelprinter', {
    name: 'ZD421',
    address: '192.168.1.50',
    place: 'WH01',
    status: 'DISABLED',
  })
}
