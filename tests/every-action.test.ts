import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '../src/contract/index.ts'
import type { Entity } from '../src/contract/schema/entity.ts'
import { stateOf } from '../src/contract/schema/entity.ts'
import type { Values } from '../src/contract/schema/field.ts'
import { withPlant } from './support/plantServer.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const line = (lotId: number) => ({
  materialId: at.day.id('material', 'M001'),
  lotId,
  qty: '5',
  fefoOverrideReason: '测试',
})
const draft = { submit: false }
const released = () => at.plant.plan('X1', '5')
async function issued(more: Values = {}) {
  const lot = await at.plant.lot('M001', '5')
  const planId = await released()
  return { lot, planId, issue: await at.day.issue(planId, [line(lot.id)], more) }
}
async function charged() {
  const { lot, planId } = await issued()
  return { planId, use: await at.day.use(planId, lot.id, '5') }
}
const made = async () => at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
const received = async () => at.day.receive([at.day.receiptLine('M001', '5')])
const sold = async (more: Values = {}) => {
  const { id } = await made()
  return at.day.sell('D001', [at.day.saleLine('X1', id, '1', { fefoOverrideReason: '测试' })], more)
}
const pending = async () => (await received()).lines[0]?.lotId as number
let version = 1
const formula = async () => {
  version += 1
  return (
    await at.day.run('productformula.save', at.day.formulaRow('X1', [['M001', '1']], { versionNo: `V${version}` }))
  ).id
}
const approved = async () => (await at.day.run('productformula.approve', { id: await formula() })).id
const plan = async () => {
  const [row] = await at.rows(sql<Values>`select * from produceplan where id = ${await released()}`)
  const { productId, productSpecId, formulaId, plannedQty, leaderId, planStart, planEnd } = row as Values
  return (
    await at.day.run('produceplan.save', {
      productId,
      productSpecId,
      formulaId,
      plannedQty,
      leaderId,
      planStart,
      planEnd,
    })
  ).id
}

/** A row on which each declared action may be run. */
const ready: Readonly<Record<string, () => Promise<number>>> = {
  'materialstorein.submit': async () => (await at.day.receive([at.day.receiptLine('M001', '5')], draft)).id,
  'materialstorein.reverse': async () => (await received()).id,
  'produceplan.release': plan,
  'produceplan.finish': async () => (await made()).planId,
  'produceplan.cancel': released,
  'getmaterialrecord.submit': async () => (await issued(draft)).issue.id,
  'getmaterialrecord.reverse': async () => (await issued()).issue.id,
  'usematerialrecord.reverse': async () => (await charged()).use.id,
  'productstorein.submit': async () => (await at.day.produce((await charged()).planId, '5', draft)).id,
  'productstorein.reverse': async () => (await made()).receiptId,
  'productsaleout.submit': async () => (await sold(draft)).id,
  'productsaleout.reverse': async () => (await sold()).id,
  'stocklot.release': pending,
  'stocklot.hold': pending,
  'stocklot.reject': pending,
  'productformula.approve': formula,
  'productformula.retire': approved,
}

const declared = Object.values<Entity>(entities).flatMap(entity =>
  Object.entries(entity.actions).map(([name, action]) => ({ entity, name, action, key: `${entity.name}.${name}` })),
)

test('every declared action is told here', () => {
  expect(Object.keys(ready).sort()).toEqual(declared.map(({ key }) => key).sort())
})

describe.each(declared.map(each => [each.key, each] as const))('%s', (key, { entity, name, action }) => {
  const audits = () => at.rows(sql<Values>`select action, entity, "entityId", reason from auditlog order by id`)
  const reason = action.arguments?.reason ? { reason: '原因' } : {}
  const act = (id: number, token = at.token) =>
    at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...reason }, token)

  test('leads from a state it allows to the state it says, once, with one row in the audit trail', async () => {
    const id = (await ready[key]?.()) as number
    const before = await audits()
    const nobody = await at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...reason }, null)
    expect(nobody.status).toBe(401)
    const { data } = await act(id)
    expect(data.rows, JSON.stringify(data)).toMatchObject([{ id, ok: true, status: 0 }])
    if (action.to) expect(data.rows[0].data[stateOf(entity)]).toBe(action.to)
    const added = (await audits()).slice(before.length)
    const code = name === 'submit' ? 'SUBMIT' : name === 'reverse' ? 'REVERSE' : 'STATUS'
    expect(added).toEqual([{ action: code, entity: entity.name, entityId: String(id), reason: reason.reason ?? null }])
    const again = await act(id)
    expect(again.data.rows).toMatchObject([{ id, ok: false, status: 1008 }])
    expect((await audits()).length).toBe(before.length + 1)
  })

  test('on what does not exist is refused as not found', async () => {
    expect((await act(999_999_999)).data.rows).toMatchObject([{ ok: false, status: 1005 }])
  })
})
