import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
let gloves = 0
beforeAll(async () => {
  const row = { code: 'C1', name: '乳胶手套', unitId: at.day.id('unit', 'pc') }
  gloves = (await at.day.run('consumables.save', row)).id
})

const stock = async () =>
  (await at.rows(sql<Values>`select "stockQty" from consumables where id = ${gloves}`))[0]?.stockQty
const book = (direction: string, qty: string, more: Values = {}) =>
  at.day.run('consumablesout.save', {
    direction,
    qty,
    consumablesId: gloves,
    department: '灌装车间',
    employeeId: at.day.id('employee', 'E005'),
    handlerId: at.day.id('employee', 'E002'),
    purpose: '日常',
    ...more,
  })
const reverse = (id: number) => at.day.run('consumablesout.reverse', { id, reason: '录错' })
/** Leaves so many in stock. */
const leave = (qty: string) => book('COUNT', qty)

describe('consumables', () => {
  test('come in, go out and are counted; each says what it did to the stock', async () => {
    await leave('0')
    const came = await book('IN', '100', { department: null, employeeId: null, purpose: null })
    expect(came).toMatchObject({ change: '100.0000', unitId: at.day.id('unit', 'pc'), status: 'SUBMITTED' })
    expect(await book('OUT', '30')).toMatchObject({ change: '-30.0000' })
    expect(await stock()).toBe('70.0000')
    expect(await book('COUNT', '65')).toMatchObject({ change: '-5.0000' })
    expect(await stock()).toBe('65.0000')
    expect(await book('COUNT', '0')).toMatchObject({ change: '-65.0000' })
    expect(await stock()).toBe('0.0000')
  })

  test('never go below nothing: the refusal says what there is', async () => {
    await leave('10')
    expect(await refusalOf(book('OUT', '10.5'))).toEqual({
      refusal: 'consumablesShort',
      data: { name: '乳胶手套', needed: '10.5000', available: '10.0000', unit: '个' },
    })
    expect(await stock()).toBe('10.0000')
  })

  test('taken by two at the same moment are given to one', async () => {
    await leave('10')
    const outcomes = await Promise.allSettled([book('OUT', '6'), book('OUT', '6')])
    expect(outcomes.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stock()).toBe('4.0000')
  })

  test('of every kind are put back by reversal, a count by what it had changed', async () => {
    await leave('10')
    const [came, went] = [await book('IN', '5'), await book('OUT', '3')]
    const counted = await book('COUNT', '20')
    expect(await stock()).toBe('20.0000')
    expect(await reverse(counted.id)).toMatchObject({ status: 'REVERSED' })
    expect(await stock()).toBe('12.0000')
    await reverse(went.id)
    await reverse(came.id)
    expect(await stock()).toBe('10.0000')
    expect(await refusalOf(reverse(came.id))).toMatchObject({ refusal: 'wrongState' })
  })

  test('that came in and are gone already stay booked in', async () => {
    await leave('0')
    const came = await book('IN', '5')
    await book('OUT', '3')
    expect(await refusalOf(reverse(came.id))).toMatchObject({
      refusal: 'consumablesShort',
      data: { needed: '5.0000', available: '2.0000' },
    })
  })

  test.each([
    ['nothing', 'OUT', '0', {}, { qty: 'positive' }],
    ['a day to come', 'OUT', '1', { outDate: '2999-01-01' }, { outDate: 'future' }],
    ['nobody', 'OUT', '1', { employeeId: null }, { employeeId: 'required' }],
    ['no department', 'OUT', '1', { department: null }, { department: 'required' }],
  ])('for %s are refused at the field', async (_, direction, qty, more, fieldErrors) => {
    await leave('10')
    expect(await refusalOf(book(direction, qty, more))).toEqual({ refusal: 'invalid', data: fieldErrors })
  })

  test('as booked are not changed: they are reversed', async () => {
    await leave('10')
    const { id, rowVersion } = await book('OUT', '1')
    const saved = await at.server.call('POST', 'template/save/consumablesout', { id, rowVersion, qty: '2' }, at.token)
    expect(saved.status).toBe(1008)
    expect(await stock()).toBe('9.0000')
  })
})
