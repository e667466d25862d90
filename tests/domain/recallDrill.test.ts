import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tables } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { minutesBetween, momentOfShare, pickBySeed, scoreOf } from '../../server/domain/recall/drill.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X2', [['M001', '1']])
  await recalls.signAs('E001')
})

const otherLot = { fefoOverrideReason: '测试' }
const post = (path: string, body: Values) => at.server.call('POST', path, body, at.token)
const get = (path: string, parameters: Values) => at.server.call('GET', path, parameters, at.token)
const open = async (id: number) => (await get('Sale/CallBackGet', { id })).data
const stateOf = async (id: number) => (await get('Sale/CallBackState', { id })).data
const drillOf = async (callbackId: number) => {
  const { data } = await post('template/list/callbackdrill', {
    where: [{ field: 'callbackId', op: 'eq', value: callbackId }],
  })
  return data.rows[0] as Values
}

/** Tables a drill may write: itself, contacts, trace snapshot, numbers, audit trail. */
const ownOfDrill = new Set([
  ...['callback', 'callbacklot', 'callbackdealer', 'callbacknotice', 'callbackdrill', 'tracesnapshot'],
  ...['auditlog', 'numbering', 'idempotency', 'token'],
])

/** Checksum of every other table, so that changed rows show like new ones. */
async function everythingElse(): Promise<Readonly<Record<string, unknown>>> {
  const sums: Record<string, unknown> = {}
  for (const { entity } of tables()) {
    if (ownOfDrill.has(entity.name)) continue
    const [row] = await at.rows(sql<Values>`
      select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as sum
      from ${sql.table(entity.name)} t`)
    sums[entity.name] = row
  }
  return sums
}

/** A drill with its answer entered, through to its end. */
async function played(drill: Values & { readonly id: number }, lots: readonly number[]) {
  const row = await open(drill.id)
  const entered = await post('Sale/CallBackSave', {
    id: drill.id,
    rowVersion: row.rowVersion,
    lots: lots.map(lotId => ({ lotId })),
  })
  expect(entered.status, JSON.stringify(entered.data)).toBe(0)
  for (const step of ['start', 'notify']) await at.day.run(`callback.${step}`, { id: drill.id })
  for (const contact of (await stateOf(drill.id)).contacts)
    await at.day.run('callbackdealer.called', {
      id: contact.id,
      outcome: 'REACHED',
      notifyMethod: 'PHONE',
      stockQty: '1',
    })
  for (const step of ['recover', 'dispose']) await at.day.run(`callback.${step}`, { id: drill.id })
  const { rowVersion } = await open(drill.id)
  await post('Sale/CallBackSave', { id: drill.id, rowVersion, summary: '两小时内完成' })
  return at.day.run('callback.close', { id: drill.id })
}

describe('a seeded drill', () => {
  test('picks the same lot for the same seed, tells it, and keeps what it went into to itself', async () => {
    const lot = await at.plant.lot('M001', '20')
    await at.day.madeFrom('X1', lot, '5', '5')
    const first = await post('Sale/CallBackSeededDrill', { seed: 42 })
    expect(first.data).toMatchObject({ callbackType: 'DRILL', status: 'DRAFT', triggerSource: 'DRILL' })
    const again = await post('Sale/CallBackSeededDrill', { seed: 42 })
    const [a, b] = [await drillOf(first.data.id), await drillOf(again.data.id)]
    expect(a).toMatchObject({ seed: 42, lotId: b.lotId, trueLots: null, recallPercent: null })
    expect(first.data.reason).toContain(String(a.lotId$label))
    expect((await stateOf(first.data.id)).drill).toMatchObject({ lotId: a.lotId, trueLots: null })
  })

  test('scores what the team found against the ledger, once it is over, and keeps its figures', async () => {
    const lot = await at.plant.lot('M001', '30')
    const lots = [await at.day.madeFrom('X1', lot, '5', '5'), await at.day.madeFrom('X2', lot, '5', '5')]
    const other = await recalls.soldLot('4', { D002: '1' })
    await at.day.sell('D001', [at.day.saleLine('X1', lots[0]?.id ?? 0, '3', { fefoOverrideReason: '测试' })])
    const { data: drill } = await post('Sale/CallBackSeededDrill', { seed: 7 })
    // Random pick of the system, overwritten so that the scope is known.
    await at.rows(sql<Values>`
      update callbackdrill set "lotId" = ${lot.id}, "startedAt" = ${at.plant.script.now}::timestamptz - interval '30 minutes'
      where "callbackId" = ${drill.id} returning id`)
    await played(drill, [lots[0]?.id ?? 0, other.id])
    const scored = await drillOf(drill.id)
    expect(scored).toMatchObject({
      trueLots: 2,
      foundLots: 2,
      hitLots: 1,
      precisionPercent: '50.00',
      recallPercent: '50.00',
      ledgerPercent: '100.00',
      deadContacts: 0,
      finishedAt: expect.any(String),
    })
    for (const name of [
      'traceMinutes',
      'notifiedHalfMinutes',
      'notifiedAllMinutes',
      'acknowledgedMinutes',
      'totalMinutes',
    ])
      expect([name, Math.floor(Number(scored[name]))]).toEqual([name, 30])
    const { data } = await get('template/edit/callbackdrill', { id: scored.id })
    expect(data.participantIds).toContain(at.day.id('employee', 'E001'))
    const noted = await post('template/save/callbackdrill', {
      id: scored.id,
      rowVersion: data.rowVersion,
      findings: '半成品未纳入',
      trueLots: 99,
    })
    expect(noted.data).toMatchObject({ findings: '半成品未纳入', trueLots: 2 })
  })

  test('is scored by its own lot, whatever other material has a lot of the same number', async () => {
    const [lot, twin] = [await at.plant.lot('M001', '30'), await at.plant.lot('M001', '30')]
    const made = await at.day.madeFrom('X1', lot, '5', '5')
    await at.day.madeFrom('X2', twin, '5', '5')
    await at.rows(sql<Values>`
      update stocklot set "lotNo" = ${lot.lotNo}, "materialId" = ${at.day.id('material', 'M002')}
      where id = ${twin.id} returning id`)
    const { data: drill } = await post('Sale/CallBackSeededDrill', { seed: 8 })
    await at.rows(sql<Values>`
      update callbackdrill set "lotId" = ${lot.id} where "callbackId" = ${drill.id} returning id`)
    await played(drill, [made.id])
    const scored = await drillOf(drill.id)
    expect(scored).toMatchObject({ trueLots: 1, hitLots: 1, recallPercent: '100.00' })
    const trail = await at.rows(sql<Values>`
      select action, changes from auditlog where entity = 'callbackdrill' and "entityId" = ${String(scored.id)}
      order by id`)
    expect(trail).toMatchObject([
      { action: 'CREATE', changes: expect.stringContaining('seed: — → 8') },
      { action: 'UPDATE', changes: expect.stringContaining('scopeSeconds: — → ') },
      { action: 'UPDATE', changes: expect.stringContaining('trueLots: — → 1') },
    ])
  })

  test('never picks a lot of which nothing was made, or whose charge was undone', async () => {
    const charge = async () => {
      const lot = await at.plant.lot('M001', '9')
      const planId = await at.plant.plan('X1', '5')
      await at.day.issue(planId, [{ materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '5', ...otherLot }])
      return { lot, use: await at.day.use(planId, lot.id, '5') }
    }
    const [open, undone] = [await charge(), await charge()]
    await at.day.run('usematerialrecord.reverse', { id: undone.use.id, reason: '录错' })
    const charged = await at.rows(sql<Values & { id: number }>`
      select distinct "lotId" as id from stockledger where "moveType" = 'USE' order by 1`)
    for (const { lot } of [open, undone]) {
      const place = charged.findIndex(({ id }) => id === lot.id)
      const seed = Array.from({ length: 999 }, (_, each) => each + 1).find(
        each => pickBySeed(each, charged.length) === place,
      )
      const { data } = await post('Sale/CallBackSeededDrill', { seed })
      const picked = Number((await drillOf(data.id)).lotId)
      expect([open.lot.id, undone.lot.id]).not.toContain(picked)
      const led = await at.rows(sql<Values>`select 1 from lotlink where "inLotId" = ${picked}`)
      expect(led.length).toBeGreaterThan(0)
    }
  })

  test('has somebody responsible, and something to find', async () => {
    await recalls.signAs(null)
    expect(await post('Sale/CallBackSeededDrill', {})).toMatchObject({ data: { responsibleId: 'required' } })
    const named = await post('Sale/CallBackSeededDrill', { responsibleId: at.day.id('employee', 'E003') })
    expect(named).toMatchObject({ status: 0, data: { responsibleId: at.day.id('employee', 'E003') } })
    await recalls.signAs('E001')
  })
})

describe('any drill', () => {
  test('changes nothing beside itself, from its first step to its last', async () => {
    const lot = await recalls.soldLot('8', { D001: '3', D002: '1' })
    const { data: drill } = await post('Sale/CallBackSeededDrill', { seed: 3 })
    const before = await everythingElse()
    await played(drill, [lot.id])
    expect(await everythingElse()).toEqual(before)
    expect(await recalls.statusOf(lot)).toBe('RELEASED')
  })

  test('that was not seeded is measured from its start, and has no answer to be scored by', async () => {
    const lot = await recalls.soldLot('8', { D001: '3' })
    const drill = await recalls.saveRecall([lot.id], { callbackType: 'DRILL', noticeContent: '演练' })
    await played(drill, [lot.id])
    expect(await drillOf(drill.id)).toMatchObject({ seed: null, trueLots: null, foundLots: 1, precisionPercent: null })
  })

  test('ends with a summary alone, as its goods stay where they are', async () => {
    const lot = await recalls.soldLot('8', { D001: '3' })
    const drill = await recalls.saveRecall([lot.id], { callbackType: 'DRILL', noticeContent: '演练' })
    for (const step of ['start', 'notify', 'recover', 'dispose']) await at.day.run(`callback.${step}`, { id: drill.id })
    expect(await refusalOf(at.day.run('callback.close', { id: drill.id }))).toMatchObject({
      data: { summary: 'required' },
    })
  })

  test('counts who could not be reached at the number that is known', async () => {
    const lot = await recalls.soldLot('8', { D001: '3', D002: '2' })
    const drill = await recalls.saveRecall([lot.id], { callbackType: 'DRILL', noticeContent: '演练', summary: '完' })
    await at.day.run('callback.start', { id: drill.id })
    const [first] = await recalls.called(drill.id)
    await at.day.run('callbackdealer.called', { id: first?.id, outcome: 'DEAD_PHONE', notifyMethod: 'PHONE' })
    for (const step of ['notify', 'recover', 'dispose', 'close']) await at.day.run(`callback.${step}`, { id: drill.id })
    expect(await drillOf(drill.id)).toMatchObject({ deadContacts: 1, notifiedAllMinutes: null })
  })
})

describe('the score of a drill', () => {
  test('is what was found of what is affected, each lot once', () => {
    expect(scoreOf([1, 2, 3, 4], [2, 2, 3, 9])).toEqual({
      trueLots: 4,
      foundLots: 3,
      hitLots: 2,
      precisionPercent: '66.67',
      recallPercent: '50.00',
    })
    expect(scoreOf([], [])).toMatchObject({ precisionPercent: null, recallPercent: null })
    expect(scoreOf([1], [])).toMatchObject({ precisionPercent: null, recallPercent: '0.00' })
  })

  test('takes the moment at which so many were done, and none while they are not', () => {
    const [one, two] = ['2026-11-22T01:00:00.000Z', '2026-11-22T02:00:00.000Z']
    expect(momentOfShare([two, one, null], 0.5)).toBe(two)
    expect(momentOfShare([two, one, null], 1 / 3)).toBe(one)
    expect(momentOfShare([two, one, null], 1)).toBeNull()
    expect(momentOfShare([], 1)).toBeNull()
    expect(minutesBetween(one, two)).toBe('60.00')
    expect(minutesBetween(one, null)).toBeNull()
  })

  test('is of a lot that any seed picks, and neighbours do not pick alike', () => {
    const picks = Array.from({ length: 300 }, (_, seed) => pickBySeed(seed, 10))
    expect(new Set(picks).size).toBe(10)
    expect(picks.every(pick => pick >= 0 && pick < 10)).toBe(true)
    expect(picks.filter((pick, at) => pick === picks[at - 1]).length).toBeLessThan(60)
    expect(pickBySeed(5, 0)).toBe(0)
  })
})
