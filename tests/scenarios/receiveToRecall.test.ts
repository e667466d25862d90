/** Business day in commands: from two receipts to the dealers that hold them. */
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { lotline } from '../../src/commands/script.ts'
import { type Console, startConsole } from '../commands/console.ts'
import { openTestPlant, type TestPlant, unbalancedLots } from '../support/plant.ts'

let console_: Console
let plant: TestPlant
const id = (entity: string, key: string) => plant.script.id(entity, key)

type Stored = Values & { readonly id: number; readonly rowVersion: number; readonly lines: readonly Values[] }

async function ok<T = Stored>(command: string, args: Values = {}, options: object = {}): Promise<T> {
  const result = await lotline.run(command, args, options)
  expect(result, command).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}
const accept = { confirm: 'accept' } as const

beforeAll(async () => {
  console_ = await startConsole()
  plant = await openTestPlant(console_.server.db)
  await lotline.ready()
})
afterAll(() => console_.close())

describe('one lot, from receipt to recall', () => {
  let lots: readonly Values[]
  let planId: number
  let product: Values
  let answer: TraceAnswer

  test('two lots of soybean are received and posted', async () => {
    const [head] = await ok<Values[]>('materialstorein.prepare')
    const line = (quantity: string, supplierLotNo: string) => ({
      materialId: id('material', 'M001'),
      materialSpecId: id('materialspec', 'M001-1'),
      supplierLotNo,
      produceDate: '2026-11-01',
      packageQty: '1',
      baseQty: quantity,
      certificateNo: `COA-${supplierLotNo}`,
    })
    const receipt = await ok('materialstorein.save', {
      row: {
        ...head,
        supplyId: id('supply', 'S001'),
        deliveryNoteNo: 'DN-100',
        warehouseId: id('warehouse', 'WH01'),
        receiverId: id('employee', 'E002'),
        lines: [line('200', 'SB-A'), line('200', 'SB-B')],
      },
      submit: true,
    })
    expect(receipt.status).toBe('SUBMITTED')
    lots = receipt.lines
    expect(lots.map(lot => lot.lotNo)).toEqual([expect.stringMatching(/^L\d{8}-\d{4}$/), expect.any(String)])
  })

  test('a lot that was not released cannot be issued; both are released', async () => {
    const refused = await lotline.run('stocklot.release', { ids: lots.map(lot => lot.lotId) })
    expect(refused).toMatchObject({ status: 'unconfirmed' })
    await ok('stocklot.release', { ids: lots.map(lot => lot.lotId) }, accept)
    const list = await ok<{ rows: Values[] }>('stocklot.list', { q: String(lots[0]?.lotNo) })
    expect(list.rows[0]).toMatchObject({ qualityStatus: 'RELEASED', onHandQty: '200.0000' })
  })

  test('a plan is scaled from its formula and released', async () => {
    for (const [material, quantity] of [
      ['M002', '130'],
      ['M003', '170'],
      ['M005', '1'],
    ] as const)
      await plant.lot(material, quantity)
    const [head] = await ok<Values[]>('produceplan.prepare')
    const plan = await ok('produceplan.save', {
      row: {
        ...head,
        productId: id('product', 'F101'),
        productSpecId: id('productspec', 'F101-1'),
        formulaId: id('productformula', 'F101'),
        plannedQty: '1000',
        leaderId: id('employee', 'E004'),
      },
    })
    planId = plan.id
    expect(plan.lines.map(line => [line.materialId$label, line.requiredQty])).toEqual([
      ['脱脂大豆', '260.0000'],
      ['小麦', '130.0000'],
      ['食用盐', '170.0000'],
      ['种曲', '0.4000'],
      ['生产用水', '780.0000'],
    ])
    await ok('produceplan.release', { ids: [planId] }, accept)
  })

  test('the issue is proposed first expired first out and posted', async () => {
    const [issue] = await ok<Values[]>('getmaterialrecord.prepare', { values: { producePlanId: planId } })
    const soybean = ((issue?.lines ?? []) as Values[]).filter(line => line.materialId === id('material', 'M001'))
    expect(soybean.map(line => [line.lotId$label, line.qty])).toEqual([
      [lots[0]?.lotNo, '200.0000'],
      [lots[1]?.lotNo, '60.0000'],
    ])
    const stored = await ok('getmaterialrecord.save', {
      row: { ...issue, producePlanId: planId, issuerId: id('employee', 'E002') },
      submit: true,
    })
    expect(stored.status).toBe('SUBMITTED')
    expect(await ok('produceplan.load', { id: planId })).toMatchObject({ status: 'ISSUING' })
  })

  test('everything issued is charged, and the product is received into its lot', async () => {
    const begun = await ok<{ rows: Values[] }>('produceplan.use', { id: planId })
    await ok('usematerialrecord.save', { rows: begun.rows.map(row => ({ ...row, producePlanId: planId })) })
    const [receipt] = await ok<Values[]>('productstorein.prepare', { values: { producePlanId: planId } })
    product = await ok('productstorein.save', {
      row: { ...receipt, producePlanId: planId, handlerId: id('employee', 'E003') },
      submit: true,
    })
    expect(product).toMatchObject({ baseQty: '1000.0000', status: 'SUBMITTED' })
    await ok('produceplan.finish', { ids: [planId] }, accept)
    expect(await ok('produceplan.load', { id: planId })).toMatchObject({ status: 'FINISHED', lossQty: '340.4000' })
  })

  test('it is sold to two dealers once it is released with a certificate', async () => {
    const sale = (dealer: string, packageQty: string) => ({
      row: {
        dealerId: id('dealer', dealer),
        saleDate: plant.today,
        shipTime: new Date().toISOString(),
        warehouseId: id('warehouse', 'WH04'),
        handlerId: id('employee', 'E003'),
        lines: [
          {
            productId: id('product', 'F101'),
            productSpecId: id('productspec', 'F101-1'),
            lotId: product.lotId,
            packageQty,
          },
        ],
      },
      submit: true,
    })
    const early = await lotline.run('productsaleout.save', sale('D001', '300'))
    expect(early).toMatchObject({ status: 'failed', code: 2002 })
    await ok('stocklot.release', { ids: [product.lotId] }, accept)
    await ok('productsaleout.save', sale('D001', '300'))
    await ok('productsaleout.save', sale('D003', '120.5'))
  })

  test('the forward trace names both dealers with the exact quantities, and what can still be stopped', async () => {
    answer = await ok<TraceAnswer>('reviewasc.run', { lotNos: [lots[0]?.lotNo] })
    const dealers = answer.sections.reviewdealer?.rows ?? []
    expect(dealers.map(row => [row.dealerName, row.recallPhone, row.lotNo, row.qty])).toEqual([
      ['广州粤味商贸有限公司', '020-86541230', product.lotNo, '300.0000'],
      ['长沙湘福食品批发部', '0731-8556677', product.lotNo, '120.5000'],
    ])
    const stoppable = (answer.sections.reviewstoppable?.rows ?? []).map(row => [row.kind, row.lotNo, row.qty])
    expect(stoppable).toEqual([['STOCK', product.lotNo, '579.5000']])
    const lotBalances = (answer.sections.reviewbalance?.rows ?? []).filter(row => row.scopeType === 'LOT')
    expect(lotBalances.map(row => row.accountedRate)).toEqual(['100.00', '100.00'])
  })

  test('the exported workbook says the same, row by row', async () => {
    const file = await ok<{ name: string; blob: Blob }>('reviewasc.export', { lotNos: [lots[0]?.lotNo] })
    const bytes = Buffer.from(await file.blob.arrayBuffer())
    const [header = [], , ...data] = await readSheet(bytes, shipped['zh-CN']['tracesheet.sales'] as string)
    const column = (name: string) => header.indexOf(shipped['zh-CN'][`tracesheet.${name}`] as string)
    const [dealer, sale, quantity] = [column('dealerName'), column('saleOutNo'), column('quantity')]
    expect(data.map(row => [row[dealer], row[sale], decimal(row[quantity]).toFixed(4)]).sort()).toEqual(
      (answer.sections.reviewdealer?.rows ?? []).map(row => [row.dealerName, row.saleOutNo, row.qty]).sort(),
    )
  })

  test('backwards the product lot names both lots and their supplier', async () => {
    const back = await ok<TraceAnswer>('reviewdesc.run', { productLotNos: [product.lotNo] })
    const soybean = (back.sections.reviewmaterial?.rows ?? []).filter(row => row.materialName === '脱脂大豆')
    expect(soybean.map(row => [row.lotNo, row.supplierName, row.usedQty])).toEqual([
      [lots[0]?.lotNo, '北大荒豆粕贸易有限公司', '200.0000'],
      [lots[1]?.lotNo, '北大荒豆粕贸易有限公司', '60.0000'],
    ])
  })

  test('every lot balances to the last decimal', async () => {
    expect(await unbalancedLots(console_.server.db)).toEqual([])
  })
})
