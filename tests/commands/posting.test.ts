/** Posting on a real plant: all faults before the confirmation, which names its object. */

import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { materialstorein } from '#contract/material/materialstorein.ts'
import { materialstoreinline } from '#contract/material/materialstoreinline.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import { isMarkedRequired } from '#contract/schema/validate.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { provideForesight } from '../../src/commands/entity/entityActions.ts'
import * as foresight from '../../src/commands/entity/foresight.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerConfirmation, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import { connect } from '../../src/data/api/transport.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { draftsOf, unsavedOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, editDraft } from '../../src/data/drafts/drafts.ts'
import { loadOtherLanguages, switchLocale } from '../../src/data/language.ts'
import { navigate } from '../../src/data/location.ts'
import { dismissAll, notificationsAtom } from '../../src/data/notifications.ts'
import { loadRecord, prepareRecords } from '../../src/data/records/records.ts'
import type { RowId } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
withHeadless(at)

beforeAll(() => provideForesight(foresight))
afterEach(() => {
  answerConfirmation(null)
  forgetDrafts('')
  setContext({ selection: null })
})

const asked = () => store.get(confirmationAtom)
const press = (id: string, args: Values = {}) => execute(id, args, { surface: 'shortcut' })
const count = async (table: string) => (await at.rows(sql<Values>`select 1 from ${sql.table(table)}`)).length

function open(entity: string, values: Values): RowId {
  const id = addDraft(entity, values)
  navigate(`/${entity}/${id}`)
  return id
}

const receipt = (lines: readonly Values[]) => ({
  storeInDate: at.plant.script.now,
  storeInType: 'PURCHASE',
  supplyId: at.day.id('supply', 'S001'),
  deliveryNoteNo: 'DN1',
  warehouseId: at.day.id('warehouse', 'WH01'),
  receiverId: at.day.id('employee', 'E002'),
  lines: lines.map(line => ({ appearanceCheck: 'PASS', labelCheck: 'PASS', packageCheck: 'PASS', ...line })),
})

test('what five lines lack is told at once, with what the definition misses, and nothing is asked', async () => {
  const bare = { certificateNo: null, supplierLotNo: null }
  const lines = ['M001', 'M002', 'M001', 'M002', 'M001'].map(code => at.day.receiptLine(code, '10', bare))
  const id = open('materialstorein', receipt(lines))
  const stored = await count('materialstorein')
  const result = await press('materialstorein.submit')
  expect(asked()).toBe(null)
  expect(result).toMatchObject({ status: 'failed', code: 1001 })
  const draft = store.get(draftsOf('materialstorein')).get(id)
  expect(draft?.fieldErrors).toEqual(
    Object.fromEntries(
      lines.flatMap((_, index) =>
        ['supplierLotNo', 'certificateNo'].map(field => [`lines.${index}.${field}`, 'required']),
      ),
    ),
  )
  expect(await count('materialstorein')).toBe(stored)
  // What posting asks for bears the same star.
  for (const path of Object.keys(draft?.fieldErrors ?? {})) {
    const field = (materialstoreinline.fields as Fields)[path.split('.')[2] ?? '']
    expect(field && isMarkedRequired(field, {})).toBe(true)
  }
})

test('the question names partner, lines and total, and the trial before it leaves nothing behind', async () => {
  const lines = ['M001', 'M002'].map(code => at.day.receiptLine(code, '10', { unitPrice: '2.5' }))
  open('materialstorein', receipt(lines))
  const numbers = sql<Values>`select prefix, last from numbering order by prefix`
  const [before, stored] = [await at.rows(numbers), await count('materialstorein')]
  const posting = press('materialstorein.submit')
  await expect.poll(() => asked()?.facts?.[0]).toMatch(/^新单据 · .+ · 2 行 · 总金额 ¥50\.00/)
  expect([await at.rows(numbers), await count('materialstorein')]).toEqual([before, stored])
  answerConfirmation({})
  expect(await posting).toMatchObject({ status: 'ok', data: { status: 'SUBMITTED' } })
})

test('stored documents are named by their numbers, with those that will be refused', async () => {
  const draft = { submit: false }
  const good = await at.day.receive([at.day.receiptLine('M001', '10')], draft)
  const bad = await at.day.receive([at.day.receiptLine('M001', '10', { certificateNo: null })], draft)
  navigate('/materialstorein')
  setContext({
    selection: { entity: 'materialstorein', ids: [good.id, bad.id], rows: [good, bad] },
  })
  const posting = press('materialstorein.submit')
  await expect.poll(() => asked()?.facts).toHaveLength(2)
  expect(asked()?.facts?.[0]).toContain(String(good.docNo))
  expect(asked()?.facts?.[1]).toMatch(new RegExp(`^不会执行：${bad.docNo}`))
  answerConfirmation(null)
  expect(await posting).toEqual({ status: 'cancelled' })
})

test('rows refused for one reason are said in one line', async () => {
  await loadOtherLanguages()
  await switchLocale('en-US')
  const known = [
    { id: 1, docNo: 'A-1' },
    { id: 2, docNo: 'A-2' },
    { id: 3, docNo: 'A-3' },
  ]
  const refused = (id: number, message: string) => ({ id, ok: false, status: 1004, message })
  const outcomes = [refused(1, 'Closed'), refused(2, 'No stock'), refused(3, 'Closed')]
  expect(foresight.refusedFacts(materialstorein, outcomes, known)).toEqual([
    'Skipped 2: A-1, A-3 (Closed)',
    'Skipped: A-2 (No stock)',
  ])
  await switchLocale('zh-CN')
})

test('two drafts over one stock are not both promised: the second is refused before the question', async () => {
  const lot = await at.plant.lot('M001', '5')
  const out = () =>
    at.day.run('materialstoreout.save', {
      outType: 'SAMPLE',
      warehouseId: at.day.id('warehouse', 'WH01'),
      handlerId: at.day.id('employee', 'E002'),
      outDate: at.plant.script.now,
      reason: '抽样',
      lines: [{ lotId: lot.id, qty: '5' }],
    })
  const rows = [await out(), await out()]
  const stocks = () => at.rows(sql<Values>`select quantity from stockbalance where "lotId" = ${lot.id} order by id`)
  const before = await stocks()
  navigate('/materialstoreout')
  setContext({ selection: { entity: 'materialstoreout', ids: rows.map(({ id }) => id), rows } })
  const posting = press('materialstoreout.submit')
  await expect.poll(() => asked()?.facts).toHaveLength(2)
  expect(asked()?.facts?.[1]).toMatch(new RegExp(`^不会执行：${rows[1]?.docNo}`))
  answerConfirmation(null)
  expect(await posting).toEqual({ status: 'cancelled' })
  expect(await stocks()).toEqual(before)
})

test('rows with unsaved changes are asked about as they stand, and saved before what is done with them', async () => {
  const inspected = async () => {
    const { id: lotId } = await at.plant.lot('M001', '5')
    const inspectorId = at.day.id('employee', 'E004')
    const entered = { inspectType: 'RETEST', lotId, sampleQty: '1', sampleTime: at.plant.script.now, inspectorId }
    return at.day.run('qualityinspection.save', { ...entered, standardNo: 'GB 1355' })
  }
  const rows = [await inspected(), await inspected()]
  navigate('/qualityinspection')
  setContext({ selection: { entity: 'qualityinspection', ids: rows.map(({ id }) => id), rows } })
  expect(await press('qualityinspection.judge')).toMatchObject({ status: 'failed' })
  expect(asked()).toBeNull()
  for (const row of rows) editDraft('qualityinspection', row.id, row, { standardNo: 'GB 5009' })
  const judging = press('qualityinspection.judge')
  await expect.poll(() => asked()?.facts).toHaveLength(2)
  answerConfirmation({})
  expect(await judging).toMatchObject({ status: 'failed' })
  const stored = await at.rows(sql<Values>`select "standardNo" from qualityinspection where "standardNo" like 'GB %'`)
  expect(stored).toEqual([{ standardNo: 'GB 5009' }, { standardNo: 'GB 5009' }])
})

test('a record with a marked fault still says that another command failed', async () => {
  const lines = [at.day.receiptLine('M001', '10', { certificateNo: null })]
  const { id } = await at.day.receive(lines, { submit: false })
  navigate(`/materialstorein/${id}`)
  dismissAll()
  expect(await press('materialstorein.submit')).toMatchObject({ status: 'failed' })
  expect(Object.keys(store.get(draftsOf('materialstorein')).get(Number(id))?.fieldErrors ?? {})).toHaveLength(1)
  expect(store.get(notificationsAtom)).toEqual([])
  connect({ baseUrl: 'http://127.0.0.1:1' })
  const removing = execute('materialstorein.delete', {}, { surface: 'shortcut', confirm: 'accept' })
  const result = await removing.finally(() => connect({ baseUrl: at.server.url }))
  expect(result).toMatchObject({ status: 'failed' })
  expect(store.get(notificationsAtom)).toHaveLength(1)
})

test('a new plan is released at once: it is saved, its formula laid out, and released in one step', async () => {
  const product = at.day.id('product', 'F101')
  const [rows] = [
    await at.rows(sql<Values>`
      select s.id as spec, f.id as formula from productspec s join productformula f on f."productId" = s."productId"
      where s."productId" = ${product} and f.status = 'APPROVED' limit 1`),
  ]
  const [prepared = {}] = await prepareRecords('produceplan')
  open('produceplan', {
    ...prepared,
    productId: product,
    productSpecId: rows[0]?.spec,
    formulaId: rows[0]?.formula,
    planType: 'NORMAL',
    plannedQty: '100',
    produceDate: at.plant.script.now.slice(0, 10),
    leaderId: at.day.id('employee', 'E003'),
  })
  const releasing = press('produceplan.release')
  await expect.poll(() => asked()?.facts?.[0]).toMatch(/ · \d+ 行 · /)
  answerConfirmation({})
  const result = await releasing
  expect(result).toMatchObject({ status: 'ok', data: { status: 'RELEASED', lines: expect.any(Array) } })
  expect((result as { data: { lines: unknown[] } }).data.lines.length).toBeGreaterThan(0)
})

/** Plan of a new product whose material was issued. */
async function issuedPlan(code: string): Promise<number> {
  await at.day.product(code, [['M001', '1']])
  const lot = await at.plant.lot('M001', '50')
  const planId = await at.plant.plan(code, '40')
  const material = at.day.id('material', 'M001')
  await at.day.issue(planId, [{ materialId: material, lotId: lot.id, qty: '40', fefoOverrideReason: '测试' }])
  return planId
}

test('use lines that saving posts are asked about, whichever key saves them', async () => {
  const planId = await issuedPlan('X1')
  navigate('/usematerialrecord')
  const rows = await prepareRecords('usematerialrecord', { producePlanId: planId })
  for (const command of ['record.submit', 'record.save']) {
    forgetDrafts('')
    for (const factAmount of ['1', '2'])
      addDraft('usematerialrecord', { ...rows[0], producePlanId: planId, useTime: at.plant.script.now, factAmount })
    const saving = press(command)
    await expect.poll(() => asked()?.question).toBe('confirm.posts')
    expect(asked()).toMatchObject({
      values: { count: 2 },
      facts: [expect.stringMatching(/ 1 千克$/), expect.any(String)],
    })
    answerConfirmation(null)
    expect(await saving).toEqual({ status: 'cancelled' })
  }
  expect(await count('usematerialrecord')).toBe(0)
})

test('only the record in front is asked about and posted, whatever is unfinished in another tab', async () => {
  const planId = await issuedPlan('X2')
  const rows = await prepareRecords('usematerialrecord', { producePlanId: planId })
  const use = { ...rows[0], producePlanId: planId, useTime: at.plant.script.now, factAmount: '3' }
  const other = addDraft('usematerialrecord', { ...use, factAmount: null })
  const id = open('usematerialrecord', use)
  const saving = press('record.save')
  await expect.poll(() => asked()?.question).toBe('confirm.posts')
  expect(asked()).toMatchObject({ values: { count: 1 }, facts: [expect.stringMatching(/ 3 千克$/)] })
  answerConfirmation({})
  expect(await saving).toMatchObject({ status: 'ok' })
  expect(await count('usematerialrecord')).toBe(1)
  const left = store.get(draftsOf('usematerialrecord'))
  expect([left.has(id), left.has(other)]).toEqual([false, true])
})

test.each([
  ['brand', { status: 'ENABLED' }, 'code', 'name'],
  ['materialstorein', {}, 'deliveryNoteNo'],
] as const)('drafts that are named are all saved, with one of them in front (%s)', async (entity, values, ...named) => {
  const ids = ['N1', 'N2', 'N3'].map(word =>
    addDraft(entity, { ...values, ...Object.fromEntries(named.map(name => [name, word])) }),
  )
  navigate(`/${entity}/${ids[0]}`)
  await execute(`${entity}.save`, { ids: ids.slice(0, 2) }, { surface: 'script' })
  expect([...store.get(draftsOf(entity)).keys()]).toEqual(ids.slice(2))
})

test('a line that was begun and left blank is no change of a stored document, and saving sends nothing', async () => {
  const receipt = await at.day.receive([at.day.receiptLine('M001', '10')], { submit: false })
  const id = Number(receipt.id)
  const stored = await loadRecord('materialstorein', id)
  const lines = [...(stored.lines as Values[]), { key$: 'new:line:1', appearanceCheck: 'PASS' }]
  const version = () => at.rows(sql<Values>`select "rowVersion" from materialstorein where id = ${id}`)
  const before = await version()
  navigate(`/materialstorein/${id}`)
  editDraft('materialstorein', id, stored, { lines })
  expect(store.get(draftsOf('materialstorein')).size).toBe(1)
  expect(store.get(unsavedOf('materialstorein')).size).toBe(0)
  expect(await press('record.save')).toMatchObject({ status: 'ok', message: 'result.nothingToSave' })
  expect(store.get(draftsOf('materialstorein')).size).toBe(0)
  editDraft('materialstorein', id, stored, { lines })
  expect(await execute('materialstorein.save', { ids: [id] }, { surface: 'script' })).toMatchObject({
    message: 'result.nothingToSave',
  })
  expect(await version()).toEqual(before)
  editDraft('materialstorein', id, stored, { lines: [...lines, { key$: 'new:line:2', baseQty: '1' }] })
  expect(store.get(unsavedOf('materialstorein')).size).toBe(1)
})

test('what is no document is saved first, and then its action runs with what it was told', async () => {
  const id = open('questionanswer', { title: '标签印错怎么办', content: '<p>新批号</p>' })
  const result = await execute(
    'questionanswer.answer',
    { answer: '<p>换标</p>' },
    { surface: 'script', confirm: 'accept' },
  )
  expect(result).toMatchObject({ status: 'ok' })
  expect(store.get(draftsOf('questionanswer')).has(id)).toBe(false)
  const [row] = await at.rows(sql<Values>`select status, answer from questionanswer`)
  expect(row).toEqual({ status: 'ANSWERED', answer: '<p>换标</p>' })
})

test('the question about a lot names its item and quantity', async () => {
  const lot = await at.plant.lot('M001', '50')
  navigate('/stocklot')
  const [row] = await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`)
  const { name } = (await at.rows(sql<Values>`select name from material where code = 'M001'`))[0] as { name: string }
  const shown = { ...row, id: lot.id, itemName: name, unitId$label: 'kg' }
  setContext({ selection: { entity: 'stocklot', ids: [lot.id], rows: [shown] } })
  const holding = press('stocklot.hold', { reason: '复检' })
  await expect.poll(() => asked()?.facts?.[0]).toContain(name)
  expect(asked()?.facts?.[0]).toMatch(/50 kg/)
  answerConfirmation(null)
  await holding
})

test('a plan within its loss is closed without a word about loss', async () => {
  await at.day.product('K0', [['M001', '1']], { baseUnitId: at.day.id('unit', 'kg') })
  const lot = await at.plant.lot('M001', '100')
  const planId = await at.plant.plan('K0', '100')
  await at.day.issue(planId, [
    { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '100', fefoOverrideReason: '测试' },
  ])
  await at.day.use(planId, lot.id, '100')
  await at.day.produce(planId, '100')
  await at.day.run('produceplan.finish', { id: planId })
  const [row] = await at.rows(sql<Values>`select * from produceplan where id = ${planId}`)
  navigate('/produceplan')
  setContext({ selection: { entity: 'produceplan', ids: [planId], rows: [{ ...row, id: planId }] } })
  const closing = press('produceplan.close')
  await expect.poll(() => asked()?.command.id).toBe('produceplan.close')
  answerConfirmation({})
  expect(await closing).toMatchObject({ status: 'ok' })
})

test('what others refer to is refused before anybody is asked to delete it', async () => {
  const [supplier] = await at.rows(
    sql<{ id: number }>`select "supplyId" as id from stocklot where "supplyId" is not null`,
  )
  const ids = [supplier?.id ?? 0]
  navigate('/supply')
  expect(await press('supply.delete', { ids })).toMatchObject({ status: 'failed' })
  expect(asked()).toBeNull()
  expect(await at.rows(sql`select 1 from supply where id = ${ids[0] ?? 0} and not "isDeleted"`)).toHaveLength(1)
})

test('only what was tried is said to be unused, and rows are tried in turn as they are deleted', async () => {
  navigate('/unit')
  const save = (code: string, more: Values = {}) =>
    execute('unit.save', { row: { code, name: code, unitType: 'MASS', status: 'ENABLED', ...more } })
  const idOf = (result: unknown) => (result as { readonly data: { readonly id: number } }).data.id
  const whole = idOf(await save('ZK'))
  const part = idOf(await save('ZG', { baseUnitId: whole, factorDenominator: 1000 }))
  const askedFor = async (ids: readonly number[]) => {
    setContext({ selection: { entity: 'unit', ids, rows: [] } })
    const deleting = press('unit.delete', { ids })
    await expect.poll(asked).not.toBeNull()
    const { question, title, facts = [] } = asked() ?? {}
    answerConfirmation(null)
    await deleting
    return { question, title, refused: facts.filter(fact => fact.startsWith('不会执行')).length }
  }
  expect(await askedFor([part, whole])).toMatchObject({ question: 'confirm.delete.unused', refused: 0 })
  // Only what can go is asked about.
  const mixed = await askedFor([whole, part])
  expect(mixed).toMatchObject({ question: 'confirm.delete.master', refused: 1 })
  expect(mixed.title).toMatch(/^删除计量单位/)
  const many = Array.from({ length: 101 }, (_, index) => index + 1)
  expect(await askedFor(many)).toMatchObject({ question: 'confirm.delete.master', refused: 0 })
  const accepted = await execute('unit.delete', { ids: [part, whole] }, { surface: 'shortcut', confirm: 'accept' })
  expect(accepted).toMatchObject({ status: 'ok' })
})

test('a loss that was explained is not asked about again', async () => {
  await at.day.product('K1', [['M001', '1']], { baseUnitId: at.day.id('unit', 'kg') })
  const lot = await at.plant.lot('M001', '100')
  const planId = await at.plant.plan('K1', '100')
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '100', fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, lot.id, '100')
  await at.day.produce(planId, '94')
  const { docNo } = await at.day.run('produceplan.finish', { id: planId })
  const [row] = await at.rows(sql<Values>`select * from produceplan where id = ${planId}`)
  navigate('/produceplan')
  setContext({ selection: { entity: 'produceplan', ids: [planId], rows: [{ ...row, id: planId }] } })
  const closing = press('produceplan.close', { lossReason: '换产清线' })
  await expect.poll(() => asked()?.facts).toEqual([expect.stringContaining(String(docNo))])
  answerConfirmation({})
  expect(await closing).toMatchObject({ status: 'ok' })
})
