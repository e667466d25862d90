import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X2', [
    ['M001', '1'],
    ['M006', '0.01'],
  ])
})

const line = (code: string, lot: Lot, qty: string): Values => ({
  materialId: at.day.id('material', code),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})

/** A plan with 40 kg issued and 30 of it charged. */
async function charged(more: Values = {}) {
  const lot = await at.plant.lot('M001', '50')
  const planId = await at.plant.plan('X1', '40', more)
  await at.day.issue(planId, [line('M001', lot, '40')])
  return { lot, planId, use: await at.day.use(planId, lot.id, '30') }
}
const correct = (id: number, factAmount: string) =>
  at.day.run('usematerialrecord.correct', { id, factAmount, reason: '复秤' })
const records = (planId: number) =>
  at.rows(sql<Values>`
    select "docNo", "factAmount", status, "correctionOfId", "correctionReason" from usematerialrecord
    where "producePlanId" = ${planId} order by id`)
const figures = async (planId: number) =>
  (await at.rows(sql<Values>`select "usedQty", "wipQty" from produceplanmaterial where "parentId" = ${planId}`))[0]
const edges = (planId: number) =>
  at.rows(sql<Values>`select "usedQuantity" from lotlink where "producePlanId" = ${planId}`)
const stateOf = async (planId: number) =>
  (await at.rows(sql<Values>`select status from produceplan where id = ${planId}`))[0]?.status

describe('correcting what was charged', () => {
  test('appends a record of the difference and leaves the old one as it was', async () => {
    const { planId, use } = await charged()
    await at.day.produce(planId, '30')
    const back = await correct(use.id, '28.5')
    expect(back).toMatchObject({ factAmount: '30.0000', status: 'SUBMITTED' })
    await correct(use.id, '33')
    expect(await records(planId)).toMatchObject([
      { factAmount: '30.0000', correctionOfId: null },
      { factAmount: '-1.5000', correctionOfId: use.id, correctionReason: '复秤' },
      { factAmount: '4.5000', correctionOfId: use.id },
    ])
    const [, first, second] = await records(planId)
    expect(await room.posted(first?.docNo)).toMatchObject([
      { moveType: 'USA', from: 'PROCESS', to: 'WIP', quantity: '1.5000', reason: '复秤' },
    ])
    expect(await room.posted(second?.docNo)).toMatchObject([{ moveType: 'USA', from: 'WIP', to: 'PROCESS' }])
    expect(await figures(planId)).toEqual({ usedQty: '33.0000', wipQty: '7.0000' })
    expect(await edges(planId)).toEqual([{ usedQuantity: '33.0000' }])
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('to more than the work in progress holds is refused', async () => {
    const { use } = await charged()
    expect(await refusalOf(correct(use.id, '40.5'))).toMatchObject({
      refusal: 'shortOfStock',
      data: { needed: '10.5000', available: '10.0000' },
    })
  })

  test('to what it is already is refused, and so is correcting a correction', async () => {
    const { planId, use } = await charged()
    expect(await refusalOf(correct(use.id, '30'))).toMatchObject({ refusal: 'wrongState' })
    await correct(use.id, '31')
    const [{ id } = { id: 0 }] = await at.rows(
      sql<Values>`select id from usematerialrecord where "producePlanId" = ${planId} and "correctionOfId" is not null`,
    )
    expect(await refusalOf(correct(id as number, '5'))).toEqual({
      refusal: 'correctionOfCorrection',
      data: { docNo: use.docNo },
    })
  })

  test('to nothing takes the lot out of the genealogy, unless it is all a lot was made of', async () => {
    const { lot, planId, use } = await charged()
    const second = await at.plant.lot('M001', '10')
    await at.day.issue(planId, [line('M001', lot, '10')], { issueType: 'RETURN' })
    await at.day.issue(planId, [line('M001', second, '10')])
    const other = await at.day.use(planId, second.id, '10')
    await at.day.produce(planId, '30')
    expect(await edges(planId)).toHaveLength(2)
    await correct(other.id, '0')
    expect(await edges(planId)).toEqual([{ usedQuantity: '30.0000' }])
    expect(await refusalOf(correct(use.id, '0'))).toMatchObject({ refusal: 'blockedByUse' })
  })

  test('to nothing of one batch links what is received of it to what the whole plan was charged with', async () => {
    const lot = await at.plant.lot('M001', '50')
    const planId = await at.plant.plan('X1', '40', { batchCount: 2 })
    await at.day.issue(planId, [line('M001', lot, '40')])
    await at.day.use(planId, lot.id, '20', { batchSeq: 1 })
    const second = await at.day.use(planId, lot.id, '10', { batchSeq: 2 })
    await correct(second.id, '0')
    await at.day.produce(planId, '15', { batchSeq: 2 })
    const links = await at.rows(
      sql<Values>`select "usedQuantity", "linkPrecision" from lotlink where "producePlanId" = ${planId}`,
    )
    expect(links).toEqual([{ usedQuantity: '20.0000', linkPrecision: 'PLAN' }])
  })

  test('is done by the specification’s own call, by who has the button', async () => {
    const { planId, use } = await charged()
    const call = (token: string) =>
      at.server.call(
        'POST',
        'Produce/UpdateUseMaterialFactAmount',
        { useId: use.id, factAmount: '29', reason: '复秤' },
        token,
      )
    const looker = await at.server.signInWith(['usematerialrecord', 'usematerialrecord.add'])
    expect((await call(looker)).status).toBe(1002)
    expect(await call(at.token)).toMatchObject({ status: 0, data: { factAmount: '30.0000' } })
    expect(await figures(planId)).toMatchObject({ usedQty: '29.0000' })
  })

  test('stops when the plan is closed', async () => {
    const { lot, planId, use } = await charged()
    await at.day.issue(planId, [line('M001', lot, '10')], { issueType: 'RETURN' })
    await at.day.produce(planId, '40')
    await at.day.run('produceplan.finish', { id: planId })
    await at.day.run('produceplan.close', { id: planId })
    expect(await refusalOf(correct(use.id, '29'))).toMatchObject({ refusal: 'planNotOpen' })
  })
})

describe('reversing a charge', () => {
  test('gives back before its corrections take, whatever was returned meanwhile', async () => {
    const { lot, planId, use } = await charged()
    await correct(use.id, '10')
    await correct(use.id, '30')
    await correct(use.id, '5')
    await at.day.issue(planId, [line('M001', lot, '35')], { issueType: 'RETURN' })
    await at.day.run('usematerialrecord.reverse', { id: use.id, reason: '锅次记错' })
    expect((await records(planId)).map(row => row.status)).toEqual(['REVERSED', 'REVERSED', 'REVERSED', 'REVERSED'])
    expect(await figures(planId)).toEqual({ usedQty: '0.0000', wipQty: '5.0000' })
    const running = await at.rows(sql<Values>`
      select min(quantity)::text as least from (
        select sum(case when t."locationType" = 'WIP' then g.quantity when f."locationType" = 'WIP' then -g.quantity
          else 0 end) over (order by g.id) as quantity
        from stockledger g join stocklocation t on t.id = g."toLocationId" join stocklocation f on f.id = g."fromLocationId"
        where g."producePlanId" = ${planId}) r`)
    expect(running).toEqual([{ least: '0.0000' }])
  })

  test('takes its corrections with it and puts the plan back to where it may be cancelled', async () => {
    const { lot, planId, use } = await charged()
    await correct(use.id, '25')
    await at.day.issue(planId, [line('M001', lot, '15')], { issueType: 'RETURN' })
    await at.day.run('usematerialrecord.reverse', { id: use.id, reason: '锅次记错' })
    expect((await records(planId)).map(row => row.status)).toEqual(['REVERSED', 'REVERSED'])
    expect(await figures(planId)).toEqual({ usedQty: '0.0000', wipQty: '25.0000' })
    expect(await stateOf(planId)).toBe('ISSUING')
    await at.day.issue(planId, [line('M001', lot, '25')], { issueType: 'RETURN' })
    await at.day.run('produceplan.cancel', { id: planId })
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('of a correction alone restores what was charged before it', async () => {
    const { planId, use } = await charged()
    await correct(use.id, '25')
    const [, correction] = await at.rows(
      sql<Values>`select id from usematerialrecord where "producePlanId" = ${planId} order by id`,
    )
    await at.day.run('usematerialrecord.reverse', { id: correction?.id as number, reason: '误更正' })
    expect(await figures(planId)).toMatchObject({ usedQty: '30.0000' })
    expect(await stateOf(planId)).toBe('PRODUCING')
  })
})

describe('an additive that was charged', () => {
  test('is checked by a second person, once', async () => {
    const [soy, msg] = [await at.plant.lot('M001', '10'), await at.plant.lot('M006', '1')]
    const planId = await at.plant.plan('X2', '10')
    await at.day.issue(planId, [line('M001', soy, '10'), line('M006', msg, '0.1')])
    const use = await at.day.use(planId, msg.id, '0.1')
    const check = () => at.day.run('usematerialrecord.check', { id: use.id })
    await room.signAs('E004')
    expect(await refusalOf(check())).toEqual({
      refusal: 'samePerson',
      data: { first: '复核人', second: '投料人', fieldErrors: { operatorId: 'samePerson' } },
    })
    await room.signAs('E006')
    expect(await check()).toMatchObject({ reviewerId: at.day.id('employee', 'E006') })
    expect(await refusalOf(check())).toMatchObject({ refusal: 'wrongState' })
  })
})

test('every state a posting leads a plan to is a row of its own in the audit trail', async () => {
  const { planId, use } = await charged()
  await at.day.run('usematerialrecord.reverse', { id: use.id, reason: '锅次记错' })
  const rows = await at.rows(sql<Values>`
    select changes from auditlog where entity = 'produceplan' and "entityId" = ${String(planId)} and action = 'STATUS'
    order by id`)
  expect(
    rows.map(row =>
      String(row.changes)
        .split('\n')
        .find(change => change.startsWith('status')),
    ),
  ).toEqual([
    'status: DRAFT → RELEASED',
    'status: RELEASED → ISSUING',
    'status: ISSUING → PRODUCING',
    'status: PRODUCING → ISSUING',
  ])
})
