/** Charts of the home page, beside what was done. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/calendar.ts'
import type { HomeChart } from '#contract/system/home.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'

const at = withPlant()
const store = stockroomOf(at)
beforeAll(() => store.signAs('E001'))

async function chart(key: string): Promise<HomeChart> {
  const { status, data } = await at.server.call('GET', 'Home/GetCharts', {}, at.token)
  expect(status).toBe(0)
  return (data as readonly HomeChart[]).find(each => each.key === key) as HomeChart
}
const figures = async (key: string) =>
  (await chart(key)).points.filter(({ values }) => values.some(value => value)).map(({ values }) => values)

test('without business all are empty', async () => {
  for (const key of ['output', 'expiry', 'yields', 'firstPass', 'cases'])
    expect([key, await figures(key)]).toEqual([key, []])
})

test('output and plan are in kilograms, and cases by the gross weight of their package', async () => {
  const lot = await at.plant.lot('M001', '100')
  await at.day.product('KG', [['M001', '1']], { baseUnitId: at.day.id('unit', 'kg') })
  const { planId } = await at.day.madeFrom('KG', lot, '10', '10')
  expect(await figures('output')).toEqual([[10, 10]])
  await at.day.run('produceplan.finish', { id: planId })
  expect(await figures('yields')).toEqual([[100]])
  await at.day.product('BOX', [['M001', '1']])
  await at.rows(
    sql`update productspec set "grossWeight" = 2.5, "isDefault" = true where id = ${at.day.id('productspec', 'BOX-1')} returning id`,
  )
  await at.day.madeFrom('BOX', lot, '4', '4')
  expect(await figures('output')).toEqual([[20, 20]])
})

test('stock expires in spans without a gap, in kilograms and lots', async () => {
  const { points } = await chart('expiry')
  expect(points.map(({ label }) => label)).toEqual(['overdue', 'today', 'week', 'month', 'quarter', 'later'])
  for (const [index, { from }] of points.entries())
    if (from !== null) expect(addDays(points[index - 1]?.until ?? '', 1)).toBe(from)
  for (const place of [2, 5]) {
    const { points: before } = await chart('expiry')
    await at.plant.lot('M001', '30', { expiryDate: before[place]?.from })
    const { points: after } = await chart('expiry')
    const { values = [], count = 0 } = before[place] ?? {}
    expect(after[place]).toMatchObject({ values: [Number(values[0]) + 30, values[1]], count: count + 1 })
  }
})

test('complaints are counted in their week, answered ones are not open', async () => {
  const complain = (complaintTime: string) =>
    at.day.run('complaint.save', {
      ...{ complaintTime, complaintType: 'TASTE', content: '有异味' },
      productId: at.day.id('product', 'KG'),
    })
  const { id } = await complain(at.plant.script.now)
  await complain(at.plant.script.now)
  await at.day.run('complaint.answer', { id, handling: '已换货' })
  const { points } = await chart('cases')
  expect(points.at(-1)?.values).toEqual([2, 1])
})

test('records without kilograms are left out and counted', async () => {
  const lot = await at.plant.lot('M001', '100')
  await at.day.product('TUB', [['M001', '1']])
  const [before, planned] = [await chart('output'), await figures('output')]
  await at.day.madeFrom('TUB', lot, '4', '4')
  expect((await chart('output')).unweighed).toBe(before.unweighed + 1)
  expect(await figures('output')).toEqual(planned)
})

test('the first inspection of a lot counts, not a later one', async () => {
  const lot = await at.plant.lot('M001', '1')
  const firstInspections = () =>
    at.rows(sql<{ id: number; lotId: number }>`
    select distinct on ("lotId") id, "lotId" from qualityinspection where verdict is not null order by "lotId", id`)
  const [first] = (await firstInspections()).filter(({ lotId }) => Number(lotId) === lot.id)
  expect(await figures('firstPass')).toEqual([[100]])
  await at.rows(sql`update qualityinspection set verdict = 'FAIL' where id = ${first?.id} returning id`)
  await at.rows(sql`
    insert into qualityinspection ("customerId", "docNo", "inspectType", "lotId", "sampleQty", "sampleTime", verdict, status)
    select "customerId", 'QI-AGAIN', 'IQC', id, 1, ${at.plant.script.now}::timestamptz, 'PASS', 'RELEASED'
    from stocklot where id = ${lot.id} returning id`)
  const lots = (await firstInspections()).length
  expect(await figures('firstPass')).toEqual([[Math.round((1000 * (lots - 1)) / lots) / 10]])
})
