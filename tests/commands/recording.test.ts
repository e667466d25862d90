import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { materialstorein } from '#contract/material/materialstorein.ts'
import type { Values } from '#contract/schema/field.ts'
import { initial } from '#contract/schema/validate.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { downloadsAtom, takeDownload } from '../../src/commands/core/downloads.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerConfirmation, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import { recordingsAtom } from '../../src/commands/recorder/recording.ts'
import { lotline } from '../../src/commands/script.ts'
import { addDraft, discardDrafts, editDraft } from '../../src/data/drafts/drafts.ts'
import { navigate } from '../../src/data/location.ts'
import type { Row } from '../../src/data/records/row.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { openTestPlant, type TestPlant } from '../support/plant.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
let plant: TestPlant
beforeAll(async () => {
  console_ = await startConsole()
  plant = await openTestPlant(console_.server.db)
  await lotline.ready()
})
afterAll(() => console_.close())
afterEach(() => {
  setContext({ selection: null, record: null })
  navigate('/index')
})

const accept = { confirm: 'accept' } as const

async function ok<T = Row>(id: string, args: Values = {}): Promise<T> {
  const result = await lotline.run(id, args, accept)
  expect(result, id).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}

/** Key or button pressed by a person who confirms when asked. */
async function pressed(id: string, args: Values = {}) {
  const running = execute(id, args, { surface: 'shortcut' })
  const end = store.sub(confirmationAtom, () => store.get(confirmationAtom) && answerConfirmation({}))
  const result = await running.finally(end)
  expect(result, `${id}: ${JSON.stringify(result)}`).toMatchObject({ status: 'ok' })
  return result
}

const select = (entity: string, rows: readonly Values[]) =>
  setContext({ selection: { entity, ids: rows.map(row => Number(row.id)), rows } })

describe('a recording', () => {
  test('holds what was entered, the rows that were selected, and nothing of the screen', async () => {
    const recording = lotline.record()
    await pressed('navigate.brand')
    const draft = addDraft('brand', { code: 'R1', name: '录', status: 'ENABLED' })
    await pressed('record.save')
    const { rows } = await ok<{ rows: Row[] }>('brand.list', { q: '录' })
    const [brand] = rows as [Row]
    editDraft('brand', brand.id, brand, { name: '录制' })
    await pressed('record.save')
    select('brand', [brand])
    await pressed('record.delete')
    await execute('theme.toggle', {}, { surface: 'shortcut' })
    const steps = recording.stop()
    expect(steps.map(({ id, args }) => ({ id, args }))).toEqual([
      { id: 'navigate.brand', args: undefined },
      { id: 'brand.save', args: { row: { code: 'R1', name: '录', status: 'ENABLED' } } },
      { id: 'brand.save', args: { row: { id: brand.id, name: '录制' } } },
      { id: 'brand.delete', args: { ids: [brand.id] } },
    ])
    expect(draft).toMatch(/^new:/)
  })

  test('leaves out what a script did, what was refused, and what came before or after it', async () => {
    await pressed('navigate.unit')
    const recording = lotline.record()
    await lotline.run('navigate.brand')
    expect(await execute('brand.save', { row: { code: '' } }, { surface: 'button' })).toMatchObject({
      status: 'failed',
    })
    expect(await execute('brand.save', {}, { surface: 'button' })).toMatchObject({ message: 'result.nothingToSave' })
    expect(recording.stop()).toEqual([])
    await pressed('navigate.unit')
    expect(recording.stop()).toEqual([])
    expect(store.get(recordingsAtom)).toEqual([])
  })

  test('of several rows saved together holds those that were taken', async () => {
    const recording = lotline.record()
    navigate('/brand')
    addDraft('brand', { code: 'R5', name: '好', status: 'ENABLED' })
    addDraft('brand', { code: 'R5', name: '重', status: 'ENABLED' })
    expect(await execute('brand.save', {}, { surface: 'button' })).toMatchObject({ status: 'partial' })
    discardDrafts('brand')
    expect(recording.stop()).toMatchObject([{ id: 'brand.save', args: { row: { code: 'R5', name: '好' } } }])
  })

  test('never holds a password', async () => {
    const { rows } = await ok<{ rows: Row[] }>('user.list', {})
    await ok('password.unlock', { password: console_.server.password })
    const { customerId, roleIds } = rows[0] as Row
    const person = { loginName: 'recorded', name: '乙', password: 'first123', customerId, roleIds }
    const { id } = await ok<Row>('user.save', { row: person })
    const { rows: saved } = await ok<{ rows: Row[] }>('user.list', { q: 'recorded' })
    await ok('password.unlock', { password: console_.server.password })
    const recording = lotline.record()
    editDraft('user', Number(id), saved[0] as Row, { remark: '甲', operationPassword: console_.server.password })
    await pressed('user.save')
    await pressed('password.unlock', { password: console_.server.password })
    const steps = recording.stop()
    expect(steps).toMatchObject([{ id: 'user.save', args: { row: { id, remark: '甲' } } }])
    expect(JSON.stringify(steps)).not.toMatch(/assword|admin123/)
  })

  test('of somebody else is nobody’s', async () => {
    const recording = lotline.record()
    await pressed('navigate.brand')
    await console_.signInWith(['brand', 'brand.add'])
    expect(recording.stop()).toEqual([])
    await pressed('navigate.brand')
  })
})

describe('run again', () => {
  test('it makes new rows and goes on with those, not with the rows of then', async () => {
    await signInAsAdmin()
    const recording = lotline.record()
    addDraft('brand', { name: '再', code: 'R10', status: 'ENABLED' })
    await pressed('brand.save')
    const { rows } = await ok<{ rows: Row[] }>('brand.list', { q: 'R10' })
    const [first] = rows as [Row]
    editDraft('brand', first.id, first, { code: 'R11' })
    await pressed('brand.save')
    const steps = recording.stop()
    // Code and name are free for whoever does it all again.
    await ok('brand.save', { row: { id: first.id, code: 'R12', name: '先' } })
    const replayed = await lotline.replay(JSON.parse(JSON.stringify(steps)))
    expect(replayed.map(({ result }) => result.status)).toEqual(['ok', 'ok'])
    expect(replayed[1]?.args).toMatchObject({ row: { id: expect.any(Number), code: 'R11' } })
    expect(replayed[1]?.args).not.toMatchObject({ row: { id: first.id } })
  })

  test('a receipt that was entered, corrected, posted and reversed goes the same way once more, as another', async () => {
    const stored = (entity: string, key: string) => plant.script.id(entity, key)
    const [head] = (await ok<Values[]>('materialstorein.prepare')) as [Values]
    const moment = { today: '2026-11-20', now: '2026-11-20T08:00:00.000Z' }
    const line = {
      ...initial(materialstorein.lines.lines, moment),
      materialId: stored('material', 'M001'),
      materialSpecId: stored('materialspec', 'M001-1'),
      supplierLotNo: 'SB-R',
      produceDate: '2026-11-01',
      packageQty: '1',
      baseQty: '25',
      certificateNo: 'COA-R',
    }
    const entered = {
      ...head,
      supplyId: stored('supply', 'S001'),
      deliveryNoteNo: 'DN-R',
      warehouseId: stored('warehouse', 'WH01'),
      receiverId: stored('employee', 'E002'),
      lines: [line],
    }
    const recording = lotline.record()
    navigate(`/materialstorein/${addDraft('materialstorein', entered)}`)
    const saved = await pressed('materialstorein.save')
    const receipt = (saved as { data: Row & { lines: Values[] } }).data
    // Before it is posted somebody corrects the weight.
    navigate(`/materialstorein/${receipt.id}`)
    editDraft('materialstorein', receipt.id, receipt, { lines: [{ ...receipt.lines[0], baseQty: '30' }] })
    await pressed('materialstorein.submit')
    await pressed('materialstorein.reverse', { reason: '错' })
    const steps = recording.stop()
    expect(steps.map(step => step.id.split('.')[1])).toEqual(['save', 'save', 'submit', 'reverse'])
    expect(steps[1]?.args).toMatchObject({
      row: { id: receipt.id, lines: [{ id: receipt.lines[0]?.id, baseQty: '30' }] },
    })
    expect(steps[3]?.args).toEqual({ ids: [receipt.id], reason: '错' })

    const refused = await lotline.replay(steps)
    expect(refused.map(({ result }) => result.status)).toEqual(['ok', 'ok', 'unconfirmed'])
    const replayed = await lotline.replay(steps, accept)
    expect(replayed.map(({ result }) => result.status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    const id = [replayed[3]?.args.ids].flat()[0]
    expect(id).toBeTypeOf('number')
    expect(id).not.toBe(receipt.id)
    const again = await ok<Row & { lines: Values[] }>('materialstorein.load', { id })
    expect(again).toMatchObject({ status: 'REVERSED', lines: [{ baseQty: '30.0000' }] })
    expect(again.lines).toHaveLength(1)
  })

  test('it stops at the first result that is not ok, unless it is told to go on', async () => {
    const steps = [{ id: 'brand.load', args: { id: 999_999 } }, { id: 'navigate.unit' }]
    expect(await lotline.replay(steps)).toMatchObject([{ result: { status: 'failed' } }])
    expect(lotline.context().page).not.toBe('unit')
    const both = await lotline.replay(steps, { goOn: true })
    expect(both.map(({ result }) => result.status)).toEqual(['failed', 'ok'])
  })
})

describe('by hand', () => {
  test('a second press of the same command ends it and offers the file that does it again', async () => {
    expect(lotline.list({ prefix: 'script.stop' })).toMatchObject([{ enabled: false, why: 'reason.notRecording' }])
    await pressed('script.record')
    expect(store.get(recordingsAtom)).toHaveLength(1)
    await pressed('navigate.brand')
    const result = await pressed('script.record')
    expect(result).toMatchObject({ values: { count: 1 } })
    const [download] = store.get(downloadsAtom)
    expect(download?.name).toMatch(/^\d{4}-\d\d-\d\d-\d{4}\.lotline\.ts$/)
    const source = (await download?.blob.text()) ?? ''
    const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
    await lotline.run('navigate.index')
    await module.default({ lotline })
    expect(lotline.context().page).toBe('brand')
    takeDownload(download?.id ?? 0)
  })

  test('where nothing was done there is no file', async () => {
    await pressed('script.record')
    expect(await pressed('script.stop')).toMatchObject({ message: 'script.nothingRecorded' })
    expect(store.get(downloadsAtom)).toEqual([])
  })
})

async function signInAsAdmin() {
  await signIn('admin', console_.server.password)
  await loadMenu()
}
