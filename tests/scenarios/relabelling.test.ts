/** Wrong labels, in commands: received, relabelled, used, relabelled again, sold, traced both ways. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { lotline } from '../../src/commands/script.ts'
import { type Console, startConsole } from '../commands/console.ts'
import { openTestPlant, type TestPlant, unbalancedLots } from '../support/plant.ts'
import { workdayOf } from '../support/workday.ts'

let console_: Console
let plant: TestPlant
let day: ReturnType<typeof workdayOf>
const id = (entity: string, key: string) => plant.script.id(entity, key)

type Stored = Values & { readonly id: number; readonly lines: readonly Values[] }
const accept = { confirm: 'accept' } as const

async function ok<T = Stored>(command: string, args: Values = {}, options: object = {}): Promise<T> {
  const result = await lotline.run(command, args, options)
  expect(result, command).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}

beforeAll(async () => {
  console_ = await startConsole()
  plant = await openTestPlant(console_.server.db)
  day = workdayOf(plant)
  await day.product('X1', [['M001', '1']])
  // Who is signed in approves; the handler is somebody else.
  await sql`update "user" set "employeeId" = ${id('employee', 'E001')}`.execute(console_.server.db)
  await lotline.ready()
})
afterAll(() => console_.close())

/** Draft of a relabelling by the handler, then posted by who is signed in. */
async function relabel(lot: Values, qty: string, newLotNo: string): Promise<Stored> {
  const [head] = await ok<Values[]>('stockrelabel.prepare')
  // Proposed is who is signed in.
  expect(head).toMatchObject({ handlerId: id('employee', 'E001') })
  const own = { relabelTime: plant.script.now, handlerId: id('employee', 'E002') }
  const row = { ...head, ...own, lotId: lot.id, qty, newLotNo, reason: '标签批号印错' }
  const draft = await ok('stockrelabel.save', { row })
  expect(draft).toMatchObject({ status: 'DRAFT', newLotId: null })
  await ok('stockrelabel.submit', { ids: [draft.id] }, accept)
  return ok('stockrelabel.load', { id: draft.id })
}
const numbers = (answer: TraceAnswer, section: keyof TraceAnswer['sections'], field = 'lotNo') =>
  (answer.sections[section]?.rows ?? []).map(row => row[field])

describe('two lots with wrong labels', () => {
  let soybean: Values
  let relabelled: Values
  let product: Values
  let corrected: Values
  let ofProduct: Stored

  test('a part of what was received gets its right number, and stays released', async () => {
    soybean = await plant.lot('M001', '100', { supplierLotNo: 'SB-1' })
    const done = await relabel(soybean, '40', 'SB-RIGHT')
    expect(done).toMatchObject({ status: 'SUBMITTED', approverId: id('employee', 'E001') })
    const { rows } = await ok<{ rows: Values[] }>('stocklot.list', { q: 'SB-RIGHT' })
    relabelled = rows[0] as Values
    expect(relabelled).toMatchObject({ qualityStatus: 'RELEASED', onHandQty: '40.0000', supplierLotNo: 'SB-1' })
  })

  test('it is issued and used under the new number, and made into a product', async () => {
    product = await day.madeFrom('X1', { id: Number(relabelled.id), lotNo: 'SB-RIGHT' }, '30', '30')
  })

  test('a part of the product is relabelled, and both labels are sold', async () => {
    ofProduct = await relabel(product, '10', 'X1-RIGHT')
    corrected = { id: ofProduct.newLotId, lotNo: 'X1-RIGHT' }
    for (const lot of [product, corrected])
      await day.sell('D001', [day.saleLine('X1', Number(lot.id), '4', { fefoOverrideReason: '测试' })])
  })

  test('forward from the receipt both labels are found at the dealer, and every quantity has its place', async () => {
    const answer = await ok<TraceAnswer>('reviewasc.run', { lotNos: [soybean.lotNo] })
    expect(numbers(answer, 'reviewproductlot').toSorted()).toEqual([product.lotNo, 'X1-RIGHT'].toSorted())
    expect(numbers(answer, 'reviewdealer').toSorted()).toEqual([product.lotNo, 'X1-RIGHT'].toSorted())
    expect(answer.accountedRate).toBe('100.00')
  })

  test('backward from the sold label the receipt and its supplier are found', async () => {
    const answer = await ok<TraceAnswer>('reviewdesc.run', { productLotNos: ['X1-RIGHT'] })
    const materials = answer.sections.reviewmaterial?.rows ?? []
    expect(materials.map(row => row.lotNo).toSorted()).toEqual([soybean.lotNo, 'SB-RIGHT'].toSorted())
    expect(new Set(materials.map(row => row.supplierName)).size).toBe(1)
    expect(answer.accountedRate).toBe('100.00')
  })

  test('what was sold is not taken back; what is still in its bin is', async () => {
    const refused = await lotline.run('stockrelabel.reverse', { ids: [ofProduct.id], reason: '贴错' }, accept)
    expect(refused).toMatchObject({ status: 'failed', code: 2013 })
    const again = await relabel(soybean, '5', 'SB-AGAIN')
    await ok('stockrelabel.reverse', { ids: [again.id], reason: '贴错' }, accept)
    const { rows } = await ok<{ rows: Values[] }>('stocklot.list', { q: String(soybean.lotNo) })
    expect(rows[0]).toMatchObject({ onHandQty: '60.0000' })
  })

  test('every lot balances to the last decimal', async () => {
    expect(await unbalancedLots(console_.server.db)).toEqual([])
  })
})
