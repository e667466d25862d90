import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const draft = (product: string, quantity: string, more: Values = {}) =>
  at.day.run('produceplan.save', {
    productId: at.day.id('product', product),
    productSpecId: at.day.id('productspec', `${product}-1`),
    formulaId: at.day.id('productformula', product),
    plannedQty: quantity,
    produceDate: at.plant.script.day,
    planStart: at.plant.script.now,
    planEnd: at.plant.script.now,
    leaderId: at.day.id('employee', 'E004'),
    ...more,
  })
const stateOf = async (id: number) => (await at.rows(sql<Values>`select * from produceplan where id = ${id}`))[0]
const issueLine = (lot: Lot, qty: string) => ({
  materialId: at.day.id('material', 'M001'),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})

describe('the needs of a plan', () => {
  const needs = async (product: string, quantity: string) => {
    const { lines } = await draft(product, quantity)
    return lines.map(line => [line.materialId$label ?? line.semiProductId$label, line.requiredQty])
  }

  test('are the formula scaled to the quantity, by the yield: 985 kg of blend take 1,000 kg', async () => {
    expect(await needs('F102', '985')).toEqual([
      ['酱油原油', '880.0000'],
      ['食用盐', '20.0000'],
      ['白砂糖', '30.0000'],
      ['谷氨酸钠', '12.0000'],
      ['酵母抽提物', '3.0000'],
      ['呈味核苷酸二钠', '0.3000'],
      ['山梨酸钾', '0.5000'],
      ['生产用水', '54.2000'],
    ])
  })

  test('are rounded half up once, at the line, in the unit of the material', async () => {
    const lines = new Map((await needs('F102', '1000')) as [string, string][])
    expect(lines.get('酱油原油')).toBe('893.4010')
    expect(lines.get('呈味核苷酸二钠')).toBe('0.3046')
    expect(lines.get('山梨酸钾')).toBe('0.5076')
    expect(lines.get('生产用水')).toBe('55.0254')
  })

  test('in pieces are rounded up, and packaging follows the packages', async () => {
    expect(await needs('F201', '80')).toEqual([
      ['生抽半成品', '564.4000'],
      ['玻璃瓶500mL', '965.0000'],
      ['瓶盖', '965.0000'],
      ['正标', '970.0000'],
      ['背标', '970.0000'],
      ['纸箱12瓶装', '81.0000'],
    ])
  })

  test('follow the quantity whenever the draft is saved again', async () => {
    const { id, rowVersion } = await draft('X1', '10')
    const { data } = await at.server.call(
      'POST',
      'template/save/produceplan',
      { id, rowVersion, plannedQty: '12.5' },
      at.token,
    )
    expect(data.lines).toMatchObject([{ requiredQty: '12.5000' }])
  })
})

describe('a plan', () => {
  test('goes from draft to finished as its documents are posted', async () => {
    const lot = await at.plant.lot('M001', '50')
    const { id, docNo } = await draft('X1', '20')
    const refused = (status: string) => ({ refusal: 'planNotOpen', data: { planNo: docNo, status } })
    expect(await refusalOf(at.day.issue(id, [issueLine(lot, '5')]))).toEqual(refused('草稿'))
    expect(await at.day.run('produceplan.release', { id })).toMatchObject({
      status: 'RELEASED',
      lotNo: expect.any(String),
    })
    expect(await refusalOf(at.day.use(id, lot.id, '5'))).toEqual(refused('已下达'))
    await at.day.issue(id, [issueLine(lot, '20')])
    expect(await stateOf(id)).toMatchObject({ status: 'ISSUING', actualStart: at.plant.script.now })
    expect(await refusalOf(at.day.produce(id, '5'))).toEqual(refused('领料中'))
    await at.day.use(id, lot.id, '20')
    expect(await stateOf(id)).toMatchObject({ status: 'PRODUCING' })
    expect(await refusalOf(at.day.run('produceplan.finish', { id }))).toEqual({
      refusal: 'nothingProduced',
      data: null,
    })
    await at.day.produce(id, '19')
    const finished = await at.day.run('produceplan.finish', { id })
    expect(finished).toMatchObject({ status: 'FINISHED', producedQty: '19.0000', actualEnd: at.plant.script.now })
    expect(await refusalOf(at.day.issue(id, [issueLine(lot, '1')]))).toEqual(refused('已完工'))
    expect(await refusalOf(at.day.run('produceplan.finish', { id }))).toMatchObject({ refusal: 'wrongState' })
    expect(await refusalOf(at.day.run('produceplan.cancel', { id }))).toMatchObject({ refusal: 'wrongState' })
    await at.day.produce(id, '1')
    expect(await stateOf(id)).toMatchObject({ status: 'FINISHED', producedQty: '20.0000' })
  })

  test('by mass is finished with its yield and loss', async () => {
    const kilograms: Values = { baseUnitId: at.day.id('unit', 'kg') }
    await at.day.product('X2', [['M001', '1']], kilograms)
    const lot = await at.plant.lot('M001', '100')
    const id = await at.plant.plan('X2', '100')
    await at.day.issue(id, [issueLine(lot, '100')])
    await at.day.use(id, lot.id, '100')
    await at.day.produce(id, '94')
    expect(await at.day.run('produceplan.finish', { id })).toMatchObject({ yieldRate: '94.00', lossQty: '6.0000' })
  })

  test('is cancelled before anything is issued, or when all of it came back', async () => {
    const { id } = await draft('X1', '5')
    expect(await at.day.run('produceplan.cancel', { id })).toMatchObject({ status: 'CANCELLED' })
    const lot = await at.plant.lot('M001', '5')
    const second = await at.plant.plan('X1', '5')
    await at.day.issue(second, [issueLine(lot, '5')])
    expect(await refusalOf(at.day.run('produceplan.cancel', { id: second }))).toEqual({
      refusal: 'workInProgressLeft',
      data: { lots: lot.lotNo },
    })
    await at.day.issue(second, [issueLine(lot, '5')], { issueType: 'RETURN' })
    expect(await at.day.run('produceplan.cancel', { id: second })).toMatchObject({ status: 'CANCELLED' })
  })

  test('is released only by a formula that is approved and in force that day', async () => {
    const later = at.day.formulaRow('X1', [['M001', '1']], { versionNo: 'V2', effectiveFrom: '2098-01-01' })
    const future = await at.day.run('productformula.save', later)
    const plan = await draft('X1', '5', { formulaId: future.id })
    const refused = { refusal: 'formulaNotInForce', data: null }
    expect(await refusalOf(at.day.run('produceplan.release', { id: plan.id }))).toEqual(refused)
    await at.day.run('productformula.approve', { id: future.id })
    expect(await refusalOf(at.day.run('produceplan.release', { id: plan.id }))).toEqual(refused)
    const foreign = await draft('X1', '5', { formulaId: at.day.id('productformula', 'F101') })
    expect(await refusalOf(at.day.run('produceplan.release', { id: foreign.id }))).toEqual(refused)
  })

  test('is released with people who may touch food, where the plant asks for it, and equipment in order', async () => {
    const { day } = at
    const operatorIds = [day.id('employee', 'E007')]
    const release = async (more: Values) => day.run('produceplan.release', { id: (await draft('X1', '5', more)).id })
    expect(await release({ operatorIds })).toMatchObject({ status: 'RELEASED' })
    await at.rows(sql<Values>`update setting set value = 'BLOCK' where key = 'healthMode'`)
    expect(await refusalOf(release({ operatorIds }))).toMatchObject({ refusal: 'healthExpired' })
    await at.rows(sql<Values>`update employee set "healthExpireDate" = '2099-01-01'`)
    expect(await release({ operatorIds })).toMatchObject({ status: 'RELEASED' })
    await at.rows(sql<Values>`update employee set status = 'LEFT' where "jobNo" = 'E007'`)
    expect(await refusalOf(release({ operatorIds }))).toMatchObject({ refusal: 'notOnDuty' })
    const tank = await day.run('equipment.save', { code: 'EQ9', name: '调配罐', status: 'REPAIRING' })
    expect(await refusalOf(release({ equipmentIds: [tank.id] }))).toMatchObject({ refusal: 'equipmentNotUsable' })
  })

  test('of one product does not take the lot number of another plan', async () => {
    const first = await draft('X1', '5', { lotNo: 'X1-A' })
    expect(await refusalOf(draft('X1', '5', { lotNo: 'X1-A' }))).toMatchObject({ refusal: 'invalid' })
    expect(await at.day.run('produceplan.release', { id: first.id })).toMatchObject({ lotNo: 'X1-A' })
  })
})

describe('a formula', () => {
  test('is never changed or deleted once it is approved', async () => {
    const id = at.day.id('productformula', 'X1')
    const saved = await at.server.call('POST', 'template/save/productformula', { id, formulaName: '另一个' }, at.token)
    expect(saved.status).toBe(1008)
    const removed = await at.server.call('POST', 'template/delete/productformula', { ids: [id] }, at.token)
    expect(JSON.stringify(removed)).toContain('1008')
  })

  test('that names an item twice needs it once, with the sum', async () => {
    const row = at.day.formulaRow(
      'X1',
      [
        ['M001', '1'],
        ['M001', '0.5'],
      ],
      { versionNo: 'V9' },
    )
    const twice = await at.day.run('productformula.save', row)
    expect((await draft('X1', '10', { formulaId: twice.id })).lines).toMatchObject([{ requiredQty: '15.0000' }])
  })

  test('of a product whose stock has moved keeps the product’s base unit', async () => {
    const id = at.day.id('product', 'X1')
    const changed = { id, baseUnitId: at.day.id('unit', 'kg') }
    expect((await at.server.call('POST', 'template/save/product', changed, at.token)).status).toBe(2020)
  })
})

describe('removing a plan by the specification’s call', () => {
  const remove = (id: number, token = at.token) => at.server.call('POST', 'Produce/ProducePlanDel', { id }, token)

  test('deletes a draft and cancels what was released, whose number stays given', async () => {
    const { id } = await draft('X1', '10')
    expect(await remove(id)).toMatchObject({ status: 0 })
    expect(await stateOf(id)).toBeUndefined()
    const released = await at.plant.plan('X1', '10')
    expect(await remove(released)).toMatchObject({ status: 0 })
    expect(await stateOf(released)).toMatchObject({ status: 'CANCELLED' })
  })

  test('asks for the button of cancelling where it cancels, and refuses what has begun', async () => {
    const released = await at.plant.plan('X1', '10')
    const deleter = await at.server.signInWith(['produceplan', 'produceplan.delete'])
    expect(await remove(released, deleter)).toMatchObject({ status: 1002 })
    expect(await stateOf(released)).toMatchObject({ status: 'RELEASED' })
    await at.day.issue(released, [issueLine(await at.plant.lot('M001', '10'), '10')])
    expect((await remove(released)).status).not.toBe(0)
    expect(await stateOf(released)).toMatchObject({ status: 'ISSUING' })
  })
})
