import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
let shelf = 0
beforeAll(async () => {
  await store.signAs('E001')
  shelf = await store.defaultBin('WH01')
})
afterEach(async () => expect(await brokenIdentities(at.server.db)).toEqual([]))

const countLine = (lot: Lot, countedQuantity: string | null, more: Values = {}): Values => ({
  lotId: lot.id,
  locationId: shelf,
  countedQuantity,
  ...more,
})
const count = (lines: readonly Values[], more: Values = {}) =>
  at.day.run('stockcount.save', {
    countTime: at.plant.script.now,
    warehouseId: at.day.id('warehouse', 'WH01'),
    counterId: at.day.id('employee', 'E002'),
    submit: true,
    lines,
    ...more,
  })
const short = { reason: '破袋' }
const onHand = async (id: number) =>
  (await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${id}`))[0]?.onHandQty

describe('a stock count', () => {
  test('is proposed with every lot that lies in the warehouse, the counted quantity left open', async () => {
    const lot = await at.plant.lot('M001', '7')
    const [row] = await at.plant.script.prepare('stockcount', { warehouseId: at.day.id('warehouse', 'WH01') })
    const lines = row?.lines as readonly Values[]
    expect(lines.find(line => line.lotId === lot.id)).toMatchObject({
      lotId$label: lot.lotNo,
      locationId: shelf,
      bookQuantity: '7.0000',
      countedQuantity: null,
      itemName: '脱脂大豆',
      unitName: '千克',
    })
    const saved = await count([countLine(lot, '7')], { submit: false })
    expect(saved.lines).toMatchObject([{ lotId$label: lot.lotNo, itemName: '脱脂大豆', unitName: '千克' }])
    const refused = await refusalOf(count([countLine(lot, null)]))
    expect(refused).toEqual({ refusal: 'invalid', data: { 'lines.0.countedQuantity': 'required' } })
  })

  test('is saved with the books beside it and their difference', async () => {
    const lot = await at.plant.lot('M001', '10')
    const draft = await count([countLine(lot, '9.5')], { submit: false })
    expect(draft.lines).toMatchObject([{ bookQuantity: '10.0000', countedQuantity: '9.5000', difference: '-0.5000' }])
  })

  test('posts what is missing and what is too much, each in its direction, signed by its approver', async () => {
    const [less, more, same] = [
      await at.plant.lot('M001', '10'),
      await at.plant.lot('M001', '10'),
      await at.plant.lot('M001', '10'),
    ]
    const done = await count([countLine(less, '9.5', short), countLine(more, '12', short), countLine(same, '10')])
    expect(done).toMatchObject({ status: 'SUBMITTED', approverId: at.day.id('employee', 'E001') })
    expect(await store.posted(done.docNo)).toEqual([
      { moveType: 'ADJ', from: 'STORAGE', to: 'ADJUST', quantity: '0.5000', reason: '破袋' },
      { moveType: 'ADJ', from: 'ADJUST', to: 'STORAGE', quantity: '2.0000', reason: '破袋' },
    ])
    expect([await onHand(less.id), await onHand(more.id), await onHand(same.id)]).toEqual([
      '9.5000',
      '12.0000',
      '10.0000',
    ])
  })

  test('of a lot that was used up finds what the books had lost', async () => {
    const lot = await at.plant.lot('M001', '5')
    await count([countLine(lot, '0', short)])
    expect(await onHand(lot.id)).toBe('0.0000')
    await count([countLine(lot, '0.25', { reason: '找到一袋' })])
    expect(await onHand(lot.id)).toBe('0.2500')
  })

  test('that differs wants a reason', async () => {
    const lot = await at.plant.lot('M001', '10')
    expect(await refusalOf(count([countLine(lot, '9')]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.reason': 'required' },
    })
  })

  test('is refused when the books have moved since: it names the lot and posts nothing', async () => {
    const [other, lot] = [await at.plant.lot('M001', '10'), await at.plant.lot('M001', '10')]
    const draft = await count([countLine(other, '9', short), countLine(lot, '9', short)], { submit: false })
    await count([countLine(lot, '8', short)])
    const submit = () => at.day.run('stockcount.submit', { id: draft.id })
    expect(await refusalOf(submit())).toEqual({
      refusal: 'bookChanged',
      data: { lotNo: lot.lotNo, before: '10.0000', now: '8.0000' },
    })
    expect(await onHand(other.id)).toBe('10.0000')
    const again = draft.lines.map(({ id, countedQuantity }) => ({ id, countedQuantity }))
    await at.server.call(
      'POST',
      'template/save/stockcount',
      { id: draft.id, rowVersion: draft.rowVersion, lines: again },
      at.token,
    )
    await submit()
    expect([await onHand(other.id), await onHand(lot.id)]).toEqual(['9.0000', '9.0000'])
  })

  test('is not approved by the one who counted, nor by nobody', async () => {
    const lot = await at.plant.lot('M001', '10')
    await store.signAs('E002')
    expect(await refusalOf(count([countLine(lot, '9', short)]))).toMatchObject({ refusal: 'samePerson' })
    await store.signAs(null)
    expect(await refusalOf(count([countLine(lot, '9', short)]))).toMatchObject({ refusal: 'noEmployee' })
    await store.signAs('E001')
  })

  test('is of the bins of its warehouse, and of each lot in a bin once', async () => {
    const lot = await at.plant.lot('M001', '10')
    const elsewhere = { locationId: await store.defaultBin('WH02') }
    expect(await refusalOf(count([countLine(lot, '10', { ...short, ...elsewhere })]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.locationId': 'reference' },
    })
    expect(await refusalOf(count([countLine(lot, '10'), countLine(lot, '10')]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.1.lotId': 'taken' },
    })
  })

  test('is undone by reversal, unless what it found has gone', async () => {
    const lot = await at.plant.lot('M001', '10')
    const found = await count([countLine(lot, '12', short)])
    const reverse = (id: number) => at.day.run('stockcount.reverse', { id, reason: '数错' })
    await reverse(found.id)
    expect(await onHand(lot.id)).toBe('10.0000')
    const again = await count([countLine(lot, '12', short)])
    const lost = await count([countLine(lot, '1', short)])
    expect(await refusalOf(reverse(again.id))).toEqual({
      refusal: 'blockedByUse',
      data: { blockers: lost.docNo },
    })
  })
})

describe('a warehouse', () => {
  const save = (entity: string, row: Values) => at.server.call('POST', `template/save/${entity}`, row, at.token)
  const remove = async (entity: string, id: number) =>
    (await at.server.call('POST', `template/delete/${entity}`, { ids: [id] }, at.token)).data.rows[0]
  const defaults = (warehouse: string) =>
    at.rows(sql<Values>`
      select id from stocklocation where "warehouseId" = ${at.day.id('warehouse', warehouse)} and "isDefault"`)
  const inBin = async (id: number) => {
    const lot = await at.plant.lot('M001', '3')
    await at.day.run('materialstoreout.save', {
      outType: 'TRANSFER_OUT',
      outDate: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH01'),
      targetWarehouseId: at.day.id('warehouse', 'WH01'),
      handlerId: at.day.id('employee', 'E002'),
      reason: '移库',
      submit: true,
      lines: [{ lotId: lot.id, qty: '3', toLocationId: id }],
    })
    return lot
  }

  test('has one default bin: it is handed over to another and never given up', async () => {
    const other = await store.bin('WH03-B', 'WH03')
    const [old] = await defaults('WH03')
    const id = old?.id as number
    const refused = { status: 1001 }
    expect(await save('stocklocation', { id, isDefault: false })).toMatchObject({
      ...refused,
      data: { isDefault: 'defaultBin' },
    })
    expect(await save('stocklocation', { id, status: 'DISABLED' })).toMatchObject({
      ...refused,
      data: { status: 'defaultBin' },
    })
    expect(await save('stocklocation', { id, isQuarantine: true })).toMatchObject({
      ...refused,
      data: { isQuarantine: 'defaultBin' },
    })
    expect(await remove('stocklocation', id)).toMatchObject({ ok: false, status: 1001 })
    expect(await save('stocklocation', { id: other, isDefault: true })).toMatchObject({ status: 0 })
    expect(await defaults('WH03')).toEqual([{ id: other }])
    expect(await remove('stocklocation', id)).toMatchObject({ ok: true })
  })

  test('keeps a bin that holds stock: not disabled, not removed, not turned into quarantine', async () => {
    const id = await store.bin('WH01-C', 'WH01')
    const lot = await inBin(id)
    const refused = { status: 2071, data: { place: 'WH01-C', lots: lot.lotNo } }
    expect(await save('stocklocation', { id, status: 'DISABLED' })).toMatchObject(refused)
    expect(await save('stocklocation', { id, isQuarantine: true })).toMatchObject(refused)
    expect(await remove('stocklocation', id)).toMatchObject({ ok: false, ...refused })
    await count([countLine(lot, '0', { locationId: id, ...short })])
    expect(await save('stocklocation', { id, isQuarantine: true })).toMatchObject({ status: 0 })
    expect(await save('stocklocation', { id, status: 'DISABLED' })).toMatchObject({ status: 0 })
  })

  test('that holds stock is neither disabled nor removed', async () => {
    const id = at.day.id('warehouse', 'WH01')
    await at.plant.lot('M001', '1')
    const refused = { status: 2071, data: { place: '原料常温库' } }
    expect(await save('warehouse', { id, status: 'DISABLED' })).toMatchObject(refused)
    expect(await remove('warehouse', id)).toMatchObject({ ok: false, ...refused })
    expect(await save('warehouse', { id, address: '一号路' })).toMatchObject({ status: 0 })
  })
})
