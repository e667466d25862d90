import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()

async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(at.server.db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(at.server.db)
  return rows[0]?.deadlocks ?? -1
}

const outcomes = (answers: readonly { readonly http: number; readonly status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map(status => [
      status,
      answers.filter(answer => answer.status === status).length,
    ]),
  )

test('30 documents at once that take from three lots in any order all succeed or are refused by name', async () => {
  const lots: Lot[] = []
  for (const material of ['M001', 'M002', 'M003'])
    lots.push(await at.day.receive([at.day.receiptLine(material, '100')]).then(lotOf))
  const plans = [await at.plant.plan('F101', '1000'), await at.plant.plan('F101', '1000')]
  const rows = Array.from({ length: 30 }, (_, index) => {
    const order = [0, 1, 2].map(step => (step * (index % 2 ? 2 : 1) + index) % 3)
    const lines = order.map(which => ({
      materialId: at.day.id('material', `M00${which + 1}`),
      lotId: (lots[which] as Lot).id,
      qty: '4',
    }))
    return at.day.issueRow(plans[index % 2] as number, lines)
  })
  const answers = await Promise.all(
    rows.map(row => at.server.call('POST', 'template/save/getmaterialrecord', row, at.token)),
  )
  expect(outcomes(answers)).toEqual({ 0: 25, 2115: 5 })
  // All three lots are used up together.
  const short = [1, 2, 3].map(line => ({ line, refusal: 'shortOfStock' }))
  for (const { status, data } of answers) if (status !== 0) expect(data.lines).toMatchObject(short)
  expect(await deadlocks()).toBe(0)
  expect(await unbalancedLots(at.server.db)).toEqual([])
})

async function lotOf(receipt: Values): Promise<Lot> {
  const [line] = receipt.lines as readonly Values[]
  await at.day.run('stocklot.release', { id: line?.lotId as number })
  return { id: line?.lotId as number, lotNo: String(line?.lotNo) }
}

test('issues, charges and returns of one plan at once never wait for each other in a circle', async () => {
  const lot = await at.plant.lot('M001', '200')
  const planId = await at.plant.plan('F101', '1000')
  await at.day.issue(planId, [
    { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '100', fefoOverrideReason: '测试' },
  ])
  const before = await deadlocks()
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '1', fefoOverrideReason: '测试' }
  const use = { producePlanId: planId, lotId: lot.id, factAmount: '1', operatorId: at.day.id('employee', 'E004') }
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0
        ? at.server.call('POST', 'template/save/getmaterialrecord', at.day.issueRow(planId, [line]), at.token)
        : index % 3 === 1
          ? at.server.call('POST', 'template/save/usematerialrecord', use, at.token)
          : at.server.call(
              'POST',
              'template/save/getmaterialrecord',
              at.day.issueRow(planId, [line], { issueType: 'RETURN' }),
              at.token,
            ),
    ),
  )
  expect(outcomes(answers)).toEqual({ 0: 30 })
  expect(await deadlocks()).toBe(before)
  expect(await unbalancedLots(at.server.db)).toEqual([])
})
