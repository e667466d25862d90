import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlant, type TestPlant, unbalancedLots } from '../support/plant.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sized } from '../support/soak.ts'

let server: TestServer
let plant: TestPlant

beforeAll(async () => {
  server = await startTestServer()
  plant = await openTestPlant(server.db)
})
afterAll(() => server.close())

/** Issue of this much soybean to a plan of one's own. */
function issueOf(lotId: number, producePlanId: number, qty: string) {
  return {
    producePlanId,
    issueTime: new Date().toISOString(),
    warehouseId: plant.script.id('warehouse', 'WH01'),
    issuerId: plant.script.id('employee', 'E002'),
    receiverId: plant.script.id('employee', 'E004'),
    lines: [{ materialId: plant.script.id('material', 'M001'), lotId, qty }],
    submit: true,
  }
}

/** Saves an issue; retries when the database was busy for five seconds. */
async function save(token: string, issue: unknown) {
  for (;;) {
    const answer = await server.call('POST', 'template/save/getmaterialrecord', issue, token)
    if (answer.http !== 503) return answer
  }
}

test('ten clients each want 30 kg of 100 kg: three get it and seven are told that 10 kg are left', async () => {
  const lot = await plant.lot('M001', '100')
  const token = await server.signIn()
  const plans = await Promise.all(Array.from({ length: 10 }, () => plant.plan('F101', '1000')))
  const answers = await Promise.all(
    plans.map(planId => server.call('POST', 'template/save/getmaterialrecord', issueOf(lot.id, planId, '30'), token)),
  )
  const reported = answers.map(({ status, data }) => [status, status === 0 ? null : data])
  const refusal = { lotNo: lot.lotNo, needed: '30.0000', available: '10.0000', unit: '千克' }
  expect(reported.filter(([status]) => status === 0)).toHaveLength(3)
  expect(reported.filter(([status]) => status !== 0)).toEqual(Array.from({ length: 7 }, () => [2001, refusal]))
  const { rows } = await sql<{ onHandQty: string }>`select "onHandQty" from stocklot where id = ${lot.id}`.execute(
    server.db,
  )
  expect(rows[0]?.onHandQty).toBe('10.0000')
  // Rest taken, so that the next race starts with its own lot.
  const last = await server.call(
    'POST',
    'template/save/getmaterialrecord',
    issueOf(lot.id, await plant.plan('F101', '1000'), '10'),
    token,
  )
  expect(last.status).toBe(0)
})

const people = sized(120, 400)
const enough = people / 4

test(`${people} people issuing 1 kg each from a lot of ${enough} kg: exactly ${enough} get it, nothing is left, nobody sees an error of ours`, async () => {
  const lot = await plant.lot('M001', String(enough))
  const producePlanId = await plant.plan('F101', '1000')
  const token = await server.signIn()
  const issue = issueOf(lot.id, producePlanId, '1')
  const answers = await Promise.all(Array.from({ length: people }, () => save(token, issue)))
  const count = (status: number) => answers.filter(answer => answer.status === status).length
  expect(answers.filter(answer => answer.http >= 500).map(answer => answer.message)).toEqual([])
  expect({ issued: count(0), short: count(2001) }).toEqual({ issued: enough, short: people - enough })
  const refused = answers.find(answer => answer.status === 2001)
  expect(refused?.data).toEqual({ lotNo: lot.lotNo, needed: '1.0000', available: '0.0000', unit: '千克' })
  const { rows } = await sql<{ onHandQty: string }>`select "onHandQty" from stocklot where id = ${lot.id}`.execute(
    server.db,
  )
  expect(rows[0]?.onHandQty).toBe('0.0000')
  expect(await unbalancedLots(server.db)).toEqual([])
})
