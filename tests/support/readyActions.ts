/** Rows on which each declared action may run, with its arguments. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Action, Entity } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import { readyQuality } from './readyQuality.ts'
import { readyRecall } from './readyRecall.ts'
import { readyStock } from './readyStock.ts'
import { sampleOf } from './sampleRows.ts'
import { stockroomOf } from './stockroom.ts'
import { taskId } from './tasks.ts'

/** Every declared action, by the name of its command. */
export const declaredActions = Object.values<Entity>(entities).flatMap(entity =>
  Object.entries(entity.actions).map(([name, action]) => ({ entity, name, action, key: `${entity.name}.${name}` })),
)

/** Repeatable actions; all others are refused the second time. */
export const repeatable: ReadonlySet<string> = new Set([
  'questionanswer.answer',
  'callbackdealer.called',
  'product.duplicate',
  'productformula.newVersion',
  'task.run',
])

/** Argument of an action: now where the dialog proposes it, else any value. */
const reported = (field: Field) => (field.default === 'now' ? new Date().toISOString() : sampleOf(field, '', () => 0))

/** Required arguments of an action, and a reason where one fits. */
export function saidWith(action: Action): Values {
  const wanted = Object.entries<Field>(action.arguments ?? {}).filter(([, field]) => field.required)
  return {
    ...Object.fromEntries(wanted.map(([field, each]) => [field, reported(each)])),
    ...(action.arguments?.reason ? { reason: '原因' } : {}),
  }
}

/** Common base: product X1, and an approver who did none of the work. */
export async function prepareActions(at: PlantServer): Promise<void> {
  await at.day.product('X1', [['M001', '1']])
  await stockroomOf(at).signAs('E001')
}

/** Makes a row on which the named action may run. */
export function readyActions(at: PlantServer): Readonly<Record<string, () => Promise<number>>> {
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
    const { planId } = await issued()
    const more = await at.plant.lot('M001', '5')
    const row = { producePlanId: planId, materialId: at.day.id('material', 'M001'), qty: '1', reasonType: 'SPILL' }
    const why = { reason: '洒漏', fefoOverrideReason: '测试', applicantId: at.day.id('employee', 'E004') }
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

  /** A sign-in whose session nobody needs. */
  const signIn = async () => {
    await at.server.signIn()
    const [row] = await at.rows(sql<Values>`select max(id) as id from userlogin`)
    return row?.id as number
  }

  return {
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
    'labelprint.print': async () => {
      const named = { name: `失败${Date.now()}`, address: '127.0.0.1', port: 9 }
      const printer = await at.server.call('POST', 'template/save/labelprinter', named, at.token)
      const { rows } = await sql<{ id: number }>`select id from stocklocation limit 1`.execute(at.server.db)
      const asked = { purpose: 'LOCATION', records: rows, target: 'PRINTER', printerId: printer.data.id, reason: '试' }
      const { data } = await at.server.call('POST', 'Label/Print', asked, at.token)
      await sql`update labelprint set status = 'FAILED', attempts = 8 where id = ${data.id}`.execute(at.server.db)
      return data.id
    },
    'task.run': () => taskId(at.server.db, 'BALANCE_CHECK'),
    'userlogin.end': signIn,
  }
}
