/** Refusals of several lots in one round trip, each with line and reason. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { refusalText } from '../../server/domain/basis/refusalText.ts'
import { withPlant } from '../support/plantServer.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
let planId: number
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  planId = await at.plant.plan('X1', '100')
})

const lots = async (...quantities: string[]): Promise<readonly Lot[]> => {
  const made: Lot[] = []
  for (const quantity of quantities) made.push(await at.plant.lot('M001', quantity))
  return made
}
const line = (lot: Lot | undefined, qty: string): Values => ({
  materialId: at.day.id('material', 'M001'),
  lotId: lot?.id,
  qty,
  fefoOverrideReason: '测试',
})
const set = (lot: Lot | undefined, what: Values) =>
  at.rows(sql<Values>`
    update stocklot set "qualityStatus" = ${what.status ?? 'RELEASED'},
      "expiryDate" = ${what.expiryDate ?? '2099-01-01'} where id = ${lot?.id} returning id`)
const balances = () => at.rows(sql<Values>`select "lotId", quantity from stockbalance order by 1, 2`)

test('an issue names every lot it may not take, each with its line and reason, in words', async () => {
  const [held, good, expired] = await lots('10', '10', '10')
  await set(held, { status: 'HOLD' })
  await set(expired, { expiryDate: '2026-01-01' })
  const sent = at.day.issueRow(planId, [line(held, '1'), line(good, '1'), line(expired, '1')])
  const before = await balances()
  const answer = await at.server.call('POST', 'template/save/getmaterialrecord', sent, at.token)
  expect(answer).toMatchObject({
    status: 2115,
    data: {
      count: 2,
      lines: [
        { line: 1, refusal: 'lotNotUsable', data: { lotNo: held?.lotNo } },
        { line: 3, refusal: 'lotExpired', data: { lotNo: expired?.lotNo } },
      ],
    },
  })
  expect(answer.message).toMatch(
    new RegExp(
      `^2 行不能过账：第 1 行：批次 ${held?.lotNo} 状态为.+ · 第 3 行：批次 ${expired?.lotNo} 已于 2026-01-01 到期$`,
    ),
  )
  const english = refusalText('en-US', { refusal: 'linesRefused', data: answer.data })
  expect(english).toContain(`line 3: Lot ${expired?.lotNo} expired on 2026-01-01`)
  expect(await balances()).toEqual(before)
})

test('every lot of which there is not enough is named with what is needed and what is there', async () => {
  const [one, other, good] = await lots('3', '4', '50')
  const issue = at.day.issue(planId, [line(one, '5'), line(good, '5'), line(other, '6')])
  expect(await refusalOf(issue)).toEqual({
    refusal: 'linesRefused',
    data: {
      count: 2,
      lines: [
        {
          ...{ line: 1, refusal: 'shortOfStock' },
          data: { lotNo: one?.lotNo, needed: '5.0000', available: '3.0000', unit: '千克' },
        },
        {
          ...{ line: 3, refusal: 'shortOfStock' },
          data: { lotNo: other?.lotNo, needed: '6.0000', available: '4.0000', unit: '千克' },
        },
      ],
    },
  })
})

test('one lot alone is refused by its own reason', async () => {
  const [held, good] = await lots('10', '10')
  await set(held, { status: 'HOLD' })
  expect(await refusalOf(at.day.issue(planId, [line(good, '1'), line(held, '1')]))).toMatchObject({
    refusal: 'lotNotUsable',
    data: { lotNo: held?.lotNo },
  })
})

test('a withdrawal to a supplier names every lot of another', async () => {
  const [one, other] = await lots('10', '10')
  const out = (supplier: string) =>
    at.day.run('materialstoreout.save', {
      ...{ outType: 'SUPPLIER_RETURN', outDate: at.plant.script.now, supplyId: at.day.id('supply', supplier) },
      ...{ warehouseId: at.day.id('warehouse', 'WH01'), handlerId: at.day.id('employee', 'E002'), reason: '测试' },
      lines: [one, other].map(lot => ({ lotId: lot?.id, qty: '1' })),
      submit: true,
    })
  const named = (refusal: string) => [
    { line: 1, refusal, data: { lotNo: one?.lotNo } },
    { line: 2, refusal, data: { lotNo: other?.lotNo } },
  ]
  expect(await refusalOf(out('S002'))).toMatchObject({
    refusal: 'linesRefused',
    data: { lines: named('lotOfOtherSupplier') },
  })
})

test('lots that lie in quarantine are named together', async () => {
  const [one, other] = await lots('10', '10')
  const [bin] = await at.rows(sql<Values>`
    update stocklocation set "isQuarantine" = true
    where id = (select "locationId" from stockbalance where "lotId" = ${one?.id}) returning id`)
  const refused = await refusalOf(at.day.issue(planId, [line(one, '1'), line(other, '1')]))
  await at.rows(sql<Values>`update stocklocation set "isQuarantine" = false where id = ${bin?.id} returning id`)
  expect(refused).toMatchObject({
    refusal: 'linesRefused',
    data: { lines: [{ data: { lotNo: one?.lotNo } }, { data: { lotNo: other?.lotNo } }] },
  })
})
