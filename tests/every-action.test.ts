import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '../src/contract/index.ts'
import type { Entity } from '../src/contract/schema/entity.ts'
import { stateOf } from '../src/contract/schema/entity.ts'
import type { Field, Values } from '../src/contract/schema/field.ts'
import { withPlant } from './support/plantServer.ts'
import { readyQuality } from './support/readyQuality.ts'
import { readyRecall } from './support/readyRecall.ts'
import { readyStock } from './support/readyStock.ts'
import { sampleOf } from './support/sampleRows.ts'
import { stockroomOf } from './support/stockroom.ts'

const at = withPlant()
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  // Whoever approves signs as an employee who has done none of the work.
  await stockroomOf(at).signAs('E001')
})

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

const makeUp = async (submit = true) => {
  const { lot, planId } = await issued()
  const more = await at.plant.lot('M001', '5')
  const row = { producePlanId: planId, materialId: at.day.id('material', 'M001'), qty: '1', reasonType: 'SPILL' }
  const why = { reason: '洒漏', fefoOverrideReason: '测试', applicantId: at.day.id('employee', 'E004') }
  expect(lot.id).not.toBe(more.id)
  return (await at.day.run('materialmakeup.save', { ...row, ...why, lotId: more.id, submit })).id
}
const finished = async () => {
  const { planId } = await made()
  await at.day.run('produceplan.finish', { id: planId })
  return planId
}
const closed = async () => {
  const id = await finished()
  await at.day.run('produceplan.close', { id })
  return id
}
let steps = 0
const step = async (approve = false) => {
  steps += 1
  const { id } = await at.day.run('techflow.save', { code: `T${steps}`, name: `工序${steps}`, flowType: 'BLEND' })
  if (approve) await at.day.run('techflow.approve', { id })
  return id
}

/** A row on which each declared action may be run. */
const ready: Readonly<Record<string, () => Promise<number>>> = {
  ...readyStock(at),
  ...readyRecall(at),
  ...readyQuality(at),
  'materialstorein.submit': async () => (await at.day.receive([at.day.receiptLine('M001', '5')], draft)).id,
  'materialstorein.reverse': async () => (await received()).id,
  'produceplan.release': plan,
  'produceplan.finish': async () => (await made()).planId,
  'produceplan.cancel': released,
  'produceplan.scrapRest': async () => (await issued()).planId,
  'produceplan.close': finished,
  'produceplan.reopen': closed,
  'materialmakeup.submit': () => makeUp(false),
  'materialmakeup.reverse': () => makeUp(),
  'usematerialrecord.check': async () => (await charged()).use.id,
  'usematerialrecord.correct': async () => (await charged()).use.id,
  'techflow.approve': () => step(),
  'techflow.retire': () => step(true),
  'techflow.revise': () => step(true),
  'product.duplicate': async () => at.day.id('product', 'X1'),
  'productformula.newVersion': approved,
  'getmaterialrecord.submit': async () => (await issued(draft)).issue.id,
  'getmaterialrecord.reverse': async () => (await issued()).issue.id,
  'usematerialrecord.reverse': async () => (await charged()).use.id,
  'productstorein.submit': async () => (await at.day.produce((await charged()).planId, '5', draft)).id,
  'productstorein.reverse': async () => (await made()).receiptId,
  'productsaleout.submit': async () => (await sold(draft)).id,
  'productsaleout.reverse': async () => (await sold()).id,
  'productsaleout.confirm': async () => (await sold()).id,
  'stocklot.release': pending,
  'stocklot.hold': pending,
  'stocklot.reject': pending,
  'productformula.approve': formula,
  'productformula.retire': approved,
}

/** These make something new each time, or say it better. */
const repeatable: ReadonlySet<string> = new Set([
  'questionanswer.answer',
  'product.duplicate',
  'productformula.newVersion',
])

/** What is said with an action: now where the dialog proposes it, else any value that is accepted. */
const told = (field: Field) => (field.default === 'now' ? new Date().toISOString() : sampleOf(field, '', () => 0))

const declared = Object.values<Entity>(entities).flatMap(entity =>
  Object.entries(entity.actions).map(([name, action]) => ({ entity, name, action, key: `${entity.name}.${name}` })),
)

test('every declared action is told here', () => {
  expect(Object.keys(ready).sort()).toEqual(declared.map(({ key }) => key).sort())
})

describe.each(declared.map(each => [each.key, each] as const))('%s', (key, { entity, name, action }) => {
  const audits = () => at.rows(sql<Values>`select action, entity, "entityId", reason from auditlog order by id`)
  const wanted = Object.entries<Field>(action.arguments ?? {}).filter(([, field]) => field.required)
  const given: Values = {
    ...Object.fromEntries(wanted.map(([field, each]) => [field, told(each)])),
    ...(action.arguments?.reason ? { reason: '原因' } : {}),
  }
  const act = (id: number, token = at.token) =>
    at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...given }, token)

  test('leads from a state it allows to the state it says, once, with one row in the audit trail', async () => {
    const id = (await ready[key]?.()) as number
    const before = await audits()
    const nobody = await at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...given }, null)
    expect(nobody.status).toBe(401)
    const { data } = await act(id)
    expect(data.rows, JSON.stringify(data)).toMatchObject([{ id, ok: true, status: 0 }])
    if (action.to) expect(data.rows[0].data[stateOf(entity)]).toBe(action.to)
    // What it led to elsewhere is told there: a plan that began, a copy that was made.
    const own = (row: Values) => row.entity === entity.name && row.entityId === String(id)
    const added = (await audits()).slice(before.length).filter(own)
    const code = name === 'submit' ? 'SUBMIT' : name === 'reverse' ? 'REVERSE' : 'STATUS'
    expect(added).toEqual([{ action: code, entity: entity.name, entityId: String(id), reason: given.reason ?? null }])
    if (repeatable.has(key)) return
    const done = (await audits()).length
    const again = await act(id)
    expect(again.data.rows).toMatchObject([{ id, ok: false, status: 1008 }])
    expect((await audits()).length).toBe(done)
  })

  test('on what does not exist is refused as not found', async () => {
    expect((await act(999_999_999)).data.rows).toMatchObject([{ ok: false, status: 1005 }])
  })
})
