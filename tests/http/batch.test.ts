/** Bulk save: same outcome, audit row and idempotency key as single saves. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

interface Outcome {
  readonly ok: boolean
  readonly status: number
  readonly data: Values
}

async function save(rows: readonly Values[], key?: string, as = token): Promise<readonly Outcome[]> {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  const answer = await server.call('POST', 'template/save/dealer', { rows }, as, headers)
  expect(answer).toMatchObject({ http: 200, status: 0 })
  return answer.data.rows
}

const dealer = (code: string, more: Values = {}): Values => {
  const person = { contactName: '甲', phone: '13900000000', recallContactName: '乙', recallPhone: '13900000001' }
  return { code, name: `经销商${code}`, dealerType: 'DISTRIBUTOR', region: '上海', address: '路', ...person, ...more }
}

const audited = async (ids: readonly unknown[]) => {
  const { rows } = await sql<{ entityId: string; action: string; changes: string }>`
    select "entityId", action, changes from auditlog where entity = 'dealer' and "entityId" = any(${ids.map(String)})
    order by id`.execute(server.db)
  return rows
}

/** Four dealers, and a batch with a fault of every kind. */
async function batchOf(name: string) {
  const first = await save(['1', '2', '3', '4'].map(at => dealer(`${name}${at}`)))
  const [one, two, three, four] = first.map(({ data }) => data)
  return [
    { ...one, region: '北京' },
    // Code taken by a stored row, and by an earlier one of the batch.
    { ...two, code: `${name}1` },
    dealer(`${name}5`),
    dealer(`${name}5`, { name: `再次${name}` }),
    // Reference to nobody, impossible value, stale version, missing row.
    { ...three, salesmanId: 999_999 },
    { ...three, phone: 'no number' },
    { ...four, rowVersion: 99 },
    { id: 999_999, name: '无' },
    // Twice the same row: the second time it is stale.
    { ...three, region: '广州' },
    { ...three, region: '深圳' },
    dealer(`${name}6`, { unknownField: 1 }),
    dealer(`${name}7`),
  ]
}

const reported = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ ok, status, data }) => {
    if (ok) return { ok, region: data.region, rowVersion: data.rowVersion, code: String(data.code).slice(1) }
    return { ok, status, fieldErrors: status === 1001 ? data : undefined }
  })

test('rows saved in one call come to what each of them comes to alone', async () => {
  const together = await save(await batchOf('T'))
  const alone: Outcome[] = []
  for (const row of await batchOf('A')) alone.push(...(await save([row])))
  expect(reported(together)).toEqual(reported(alone))
  expect(together.map(({ ok }) => ok)).toEqual([
    ...[true, false, true, false, false, false, false, false],
    ...[true, false, false, true],
  ])
})

test('every row that was saved has an audit row of its own, and one that was refused has none', async () => {
  const [one, two] = (await save([dealer('U1'), dealer('U2')])).map(({ data }) => data)
  const outcomes = await save([{ ...one, region: '北京' }, { ...two, phone: 'none' }, dealer('U3')])
  const ids = [one?.id, two?.id, outcomes[2]?.data.id]
  expect((await audited(ids)).map(({ entityId, action }) => [entityId, action])).toEqual([
    [String(ids[0]), 'CREATE'],
    [String(ids[1]), 'CREATE'],
    [String(ids[0]), 'UPDATE'],
    [String(ids[2]), 'CREATE'],
  ])
  const [, , change] = await audited(ids)
  expect(change?.changes).toBe('region: 上海 → 北京')
})

test('a call that is sent again is answered again, and what it refused is tried again', async () => {
  const rows = [dealer('K1'), dealer('K2', { phone: 'none' }), dealer('K3')]
  const first = await save(rows, 'key-k')
  expect(first.map(({ ok }) => ok)).toEqual([true, false, true])
  const again = await save([rows[0] ?? {}, dealer('K2'), rows[2] ?? {}], 'key-k')
  expect(again.map(({ ok }) => ok)).toEqual([true, true, true])
  expect([again[0], again[2]]).toEqual([first[0], first[2]])
  const { rows: kept } = await sql<{ code: string }>`
    select code from dealer where code like 'K_' order by code`.execute(server.db)
  expect(kept.map(({ code }) => code)).toEqual(['K1', 'K2', 'K3'])
  // The key of a part stands for its very request.
  const other = await save([dealer('K9'), dealer('K2'), rows[2] ?? {}], 'key-k')
  expect(other.map(({ ok }) => ok)).toEqual([false, true, true])
})

test('who may only change rows adds none by the same call', async () => {
  const [one] = (await save([dealer('R1')])).map(({ data }) => data)
  const editor = await server.signInWith(['dealer', 'dealer.edit'])
  const outcomes = await save([{ ...one, region: '北京' }, dealer('R2'), dealer('R3')], undefined, editor)
  expect(outcomes.map(({ ok, status }) => [ok, status])).toEqual([
    [true, 0],
    [false, 1002],
    [false, 1002],
  ])
})

test('two calls that change the same rows in other orders both end, and each row is saved by one of them', async () => {
  const stored = (await save(Array.from({ length: 40 }, (_, at) => dealer(`W${at}`)))).map(({ data }) => data)
  const as = (region: string) => stored.map(row => ({ ...row, region }))
  const [east, west] = await Promise.all([save(as('东')), save(as('西').reverse())])
  const won = east.map(({ ok }, at) => [ok, west[stored.length - 1 - at]?.ok])
  expect(won.every(([one, other]) => one !== other)).toBe(true)
})
