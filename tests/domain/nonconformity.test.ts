import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
let quarantine = 0
let productQuarantine = 0
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  quarantine = await room.bin('Q1', 'WH01', { isQuarantine: true })
  productQuarantine = await room.bin('Q5', 'WH05', { isQuarantine: true })
})
beforeEach(() => room.signAs('E001'))

const found = (lot: Lot, qty: string, more: Values = {}) =>
  at.day.run('unqualifiedproduct.save', {
    source: 'STOCK',
    lotId: lot.id,
    qty,
    unqualifiedItems: '结块',
    foundById: at.day.id('employee', 'E006'),
    ...more,
  })
const decide = (id: number, disposition: string, more: Values = {}) =>
  at.day.run('unqualifiedproduct.decide', { id, disposition, ...more })
const close = (id: number, more: Values = {}) => at.day.run('unqualifiedproduct.close', { id, ...more })
const made = async () => at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')

describe('a nonconformity', () => {
  test('over a whole lot holds it, and says what lot of what it is', async () => {
    const lot = await at.plant.lot('M001', '10')
    expect(await found(lot, '10')).toMatchObject({ status: 'OPEN', itemType: 'MATERIAL', itemName: '脱脂大豆' })
    expect(await lab.statusOf(lot)).toBe('HOLD')
  })

  test('over a part of a lot moves that part to quarantine and leaves the lot', async () => {
    const lot = await at.plant.lot('M001', '10')
    const { docNo } = await found(lot, '4', { isolateLocationId: quarantine })
    expect(await lab.statusOf(lot)).toBe('RELEASED')
    expect(await room.lies(lot.id)).toEqual({ STORAGE: '6.0000', QUARANTINE: '4.0000' })
    expect(await room.posted(docNo)).toMatchObject([{ moveType: 'TRF', quantity: '4.0000' }])
  })

  test('over a part of a lot names the quarantine it goes to', async () => {
    const lot = await at.plant.lot('M001', '10')
    const refused = { refusal: 'invalid', data: { isolateLocationId: 'required' } }
    expect(await refusalOf(found(lot, '4'))).toEqual(refused)
    const usual = await room.defaultBin('WH01')
    expect(await refusalOf(found(lot, '4', { isolateLocationId: usual }))).toEqual({
      refusal: 'invalid',
      data: { isolateLocationId: 'notQuarantine' },
    })
  })

  test('over more than there is of a lot is refused with both figures', async () => {
    const lot = await at.plant.lot('M001', '10')
    expect(await refusalOf(found(lot, '11'))).toMatchObject({
      refusal: 'shortOfStock',
      data: { needed: '11.0000', available: '10.0000' },
    })
  })

  test('does not change its lot or quantity, and is not deleted', async () => {
    const { id } = await found(await at.plant.lot('M001', '10'), '10')
    expect(await refusalOf(lab.change('unqualifiedproduct', id, { qty: '5' }))).toEqual({
      refusal: 'invalid',
      data: { qty: 'fixed' },
    })
    expect(await lab.change('unqualifiedproduct', id, { rootCause: '受潮' })).toMatchObject({ rootCause: '受潮' })
    const removed = await at.server.call('POST', 'template/delete/unqualifiedproduct', { ids: [id] }, at.token)
    expect(removed.data.rows[0].status).toBe(1008)
  })

  test('is decided by another than who found it', async () => {
    const { id } = await found(await at.plant.lot('M001', '10'), '10')
    await room.signAs('E006')
    expect(await refusalOf(decide(id, 'SCRAP'))).toEqual({
      refusal: 'samePerson',
      data: { first: '批准人', second: '发现人', fieldErrors: { foundById: 'samePerson' } },
    })
  })

  test.each(['SCRAP', 'DESTROY'])(
    'decided as %s rejects the lot and closes with the scrap it posts',
    async disposition => {
      const lot = await at.plant.lot('M001', '10')
      const { id } = await found(lot, '10')
      const decided = await decide(id, disposition, { reason: '不可用' })
      expect(decided).toMatchObject({ status: 'DECIDED', disposition, approverId: at.day.id('employee', 'E001') })
      expect(await lab.statusOf(lot)).toBe('REJECTED')
      const { movementDocNo } = await close(id)
      expect(await room.posted(movementDocNo)).toMatchObject([{ moveType: 'SCR', to: 'SCRAP', quantity: '10.0000' }])
      expect(await room.lies(lot.id)).toEqual({})
    },
  )

  test('over a part is scrapped out of its quarantine', async () => {
    const lot = await made()
    const { id } = await found(lot, '2', { isolateLocationId: productQuarantine })
    await decide(id, 'SCRAP')
    const { movementDocNo } = await close(id)
    expect(movementDocNo).toMatch(/^PO/)
    expect((await room.lies(lot.id)).STORAGE).toBe('3.0000')
    expect((await room.lies(lot.id)).QUARANTINE).toBeUndefined()
  })

  test('goes back to its supplier, a product to nobody', async () => {
    const { id } = await found(await at.plant.lot('M001', '10'), '10')
    await decide(id, 'SUPPLIER_RETURN')
    const { movementDocNo } = await close(id)
    expect(await room.posted(movementDocNo)).toMatchObject([{ moveType: 'SRT', to: 'SUPPLIER' }])
    const product = await found(await made(), '5')
    expect(await refusalOf(decide(product.id, 'SUPPLIER_RETURN'))).toEqual({
      refusal: 'invalid',
      data: { disposition: 'option' },
    })
  })

  test('that is reworked closes with the issue to the rework plan', async () => {
    const { id } = await found(await made(), '5')
    await decide(id, 'REWORK')
    expect(await refusalOf(close(id))).toEqual({ refusal: 'invalid', data: { movementDocNo: 'required' } })
    expect(await refusalOf(close(id, { movementDocNo: 'PO0' }))).toEqual({
      refusal: 'invalid',
      data: { movementDocNo: 'missing' },
    })
  })

  test('closes with a document that was posted before, of the same quantity', async () => {
    const scrapped = async (qty: string) => {
      const lot = await at.plant.lot('M001', '10')
      const { id } = await found(lot, '10')
      await decide(id, 'SCRAP')
      const out = await at.day.run('materialstoreout.save', {
        outType: 'SCRAP',
        outDate: at.plant.script.now,
        warehouseId: at.day.id('warehouse', 'WH01'),
        handlerId: at.day.id('employee', 'E002'),
        reason: '结块',
        lines: [{ lotId: lot.id, qty }],
      })
      await at.day.run('materialstoreout.approve', { id: out.id })
      await at.day.run('materialstoreout.submit', { id: out.id })
      return { id, docNo: String(out.docNo) }
    }
    const whole = await scrapped('10')
    expect(await close(whole.id, { movementDocNo: whole.docNo })).toMatchObject({ movementDocNo: whole.docNo })
    const part = await scrapped('9')
    expect(await refusalOf(close(part.id, { movementDocNo: part.docNo }))).toEqual({
      refusal: 'disposalDiffers',
      data: { docNo: part.docNo, moved: '9.0000', quantity: '10.0000' },
    })
  })

  test('does not close with what was scrapped before it was found', async () => {
    const lot = await at.plant.lot('M001', '20')
    const out = await at.day.run('materialstoreout.save', {
      outType: 'SCRAP',
      outDate: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH01'),
      handlerId: at.day.id('employee', 'E002'),
      reason: '受潮',
      lines: [{ lotId: lot.id, qty: '10' }],
    })
    await at.day.run('materialstoreout.approve', { id: out.id })
    await at.day.run('materialstoreout.submit', { id: out.id })
    const { id } = await found(lot, '10')
    await at.rows(sql<Values>`update unqualifiedproduct set "createdAt" = now() where id = ${id}`)
    await decide(id, 'SCRAP')
    expect(await refusalOf(close(id, { movementDocNo: out.docNo }))).toEqual({
      refusal: 'invalid',
      data: { movementDocNo: 'missing' },
    })
  })

  test.each(['CONCESSION', 'DOWNGRADE'])('closes by %s with an approver and a note on the lot', async disposition => {
    const lot = await at.plant.lot('M001', '10')
    const { id, docNo } = await found(lot, '10')
    expect(await refusalOf(decide(id, disposition))).toEqual({ refusal: 'invalid', data: { reason: 'required' } })
    await decide(id, disposition, { reason: '只影响外观' })
    expect(await lab.statusOf(lot)).toBe('HOLD')
    await close(id)
    const [row] = await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`)
    expect(row).toMatchObject({ qualityStatus: 'RELEASED', statusReason: `${docNo} 只影响外观` })
  })

  test('over a part that is accepted moves it back from quarantine', async () => {
    const lot = await at.plant.lot('M001', '10')
    const { id } = await found(lot, '4', { isolateLocationId: quarantine })
    await decide(id, 'CONCESSION', { reason: '可用' })
    await close(id)
    expect(await room.lies(lot.id)).toMatchObject({ STORAGE: '10.0000' })
  })

  test.each([
    ['SCRAP', '6.0000'],
    ['CONCESSION', '10.0000'],
  ])('over a part of what lies in quarantine already leaves the lot as it is: %s', async (disposition, left) => {
    const lot = await at.plant.lot('M001', '10', { locationId: quarantine })
    await at.day.run('stocklot.hold', { id: lot.id, reason: '投诉' })
    const { id } = await found(lot, '4', { isolateLocationId: quarantine })
    await decide(id, disposition, { reason: '结块部分' })
    expect(await lab.statusOf(lot)).toBe('HOLD')
    await close(id)
    expect(await lab.statusOf(lot)).toBe('HOLD')
    expect(await room.lies(lot.id)).toEqual({ QUARANTINE: left })
  })

  test('keeps who found it, however its quantity is written', async () => {
    const { id } = await found(await at.plant.lot('M001', '10'), '10')
    const other = { qty: '10', foundById: at.day.id('employee', 'E002') }
    expect(await refusalOf(lab.change('unqualifiedproduct', id, other))).toEqual({
      refusal: 'invalid',
      data: { foundById: 'fixed' },
    })
    expect(await lab.change('unqualifiedproduct', id, { qty: '10', rootCause: '受潮' })).toMatchObject({
      rootCause: '受潮',
      itemName: '脱脂大豆',
    })
  })

  test('of a safety item is not accepted by concession', async () => {
    const lot = await lab.received('M002')
    const [open] = await lab.inspectionsOf(lot)
    await lab.change('qualityinspection', open?.id as number, {
      standardNo: 'GB 2761',
      inspectorId: at.day.id('employee', 'E006'),
      items: [{ itemName: '黄曲霉毒素B1', limitMax: '5', resultValue: '7', isSafetyItem: true }],
    })
    await at.day.run('qualityinspection.judge', { id: open?.id })
    await at.day.run('qualityinspection.release', { id: open?.id })
    const [nonconformity] = await at.rows(sql<Values>`select id from unqualifiedproduct where "lotId" = ${lot.id}`)
    expect(await refusalOf(decide(nonconformity?.id as number, 'CONCESSION', { reason: '可用' }))).toMatchObject({
      refusal: 'concessionOfSafety',
    })
  })

  test('keeps its lot from being released by any other way', async () => {
    const lot = await at.plant.lot('M001', '10')
    const { docNo } = await found(lot, '10')
    expect(await refusalOf(at.day.run('stocklot.release', { id: lot.id, reason: '没事' }))).toEqual({
      refusal: 'openCase',
      data: { lotNo: lot.lotNo, docNo },
    })
  })

  test('of a lot nobody has inspected leaves it to be inspected', async () => {
    const lot = await lab.received('M003')
    const { id } = await found(lot, '10')
    await decide(id, 'CONCESSION', { reason: '外包装破损，内装完好' })
    await close(id)
    expect(await lab.statusOf(lot)).toBe('PENDING')
  })
})

test('whatever became of them, every lot balances', async () => {
  expect(await unbalancedLots(at.server.db)).toEqual([])
})
