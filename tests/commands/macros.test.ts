/** Macros: recordings as commands, on a real server. */
import { afterEach, describe, expect, test } from 'vitest'
import { setContext } from '../../src/commands/core/context.ts'
import { findCommand } from '../../src/commands/core/registry.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerArguments, answerConfirmation, argumentAtom, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import { type Macro, macroIn, macroOf, macroValues, withAnswers } from '../../src/commands/macro/macro.ts'
import { stepsInWords } from '../../src/commands/macro/macroWords.ts'
import { lotline } from '../../src/commands/script.ts'
import { editDraft } from '../../src/data/drafts/drafts.ts'
import { navigate } from '../../src/data/location.ts'
import type { Row } from '../../src/data/records/row.ts'
import { changeUserSetting, loadUserSettings } from '../../src/data/settings/userSettings.ts'
import { store } from '../../src/data/store.ts'
import { uuid } from '../../src/data/uuid.ts'
import { withMacros } from './withMacros.ts'

const started = withMacros()
afterEach(() => {
  setContext({ selection: null, record: null })
  navigate('/index')
})

const select = (entity: string, rows: readonly Row[]) =>
  setContext({ selection: { entity, ids: rows.map(({ id }) => id), rows } })

async function brands(prefix: string, count: number): Promise<readonly Row[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    code: `${prefix}${at}`,
    name: `${prefix} ${at}`,
    status: 'ENABLED',
  }))
  const result = await lotline.run('brand.save', { rows })
  if (result.status !== 'ok') throw new Error(JSON.stringify(result))
  return result.data as readonly Row[]
}

const stored = async (id: number) => ((await lotline.run('brand.load', { id })) as { data: Row }).data

interface Answers {
  readonly args?: Readonly<Record<string, unknown>>
  readonly values?: Readonly<Record<string, unknown>>
  readonly isAccepted?: boolean
}

/** Runs as a person who answers; with the questions that were asked. */
async function answered(id: string, { args = {}, values = {}, isAccepted = true }: Answers = {}) {
  const questions: string[] = []
  const facts: string[] = []
  const ends = [
    store.sub(argumentAtom, () => {
      const request = store.get(argumentAtom)
      if (request) queueMicrotask(() => answerArguments({ ...request.values, ...values }))
    }),
    store.sub(confirmationAtom, () => {
      const request = store.get(confirmationAtom)
      if (!request) return
      questions.push(request.question)
      facts.push(...(request.facts ?? []))
      queueMicrotask(() => answerConfirmation(isAccepted ? {} : null))
    }),
  ]
  const result = await execute(id, args, { surface: 'shortcut' })
  for (const each of ends) each()
  return { result, questions, facts }
}

/** Records a change of one row, and keeps it. */
async function recorded(row: Row, patch: Readonly<Record<string, unknown>>, name: string, asked: readonly string[]) {
  navigate('/brand')
  expect(await execute('script.record', {}, { surface: 'shortcut' })).toMatchObject({ status: 'ok' })
  editDraft('brand', row.id, row, patch)
  expect(await execute('brand.save', {}, { surface: 'shortcut' })).toMatchObject({ status: 'ok' })
  const { result } = await answered('macro.keep', { values: { name, asked } })
  expect(result).toMatchObject({ status: 'ok', message: 'macro.kept' })
  const { id } = (result as { data: { id: string } }).data
  expect(findCommand(`macro.${id}`)).toMatchObject({ values: { name } })
  return `macro.${id}`
}

describe('a macro', () => {
  test('runs over the selected rows one by one, goes on after failures and names the rows that failed', async () => {
    const rows = await brands('MA', 6)
    const macro = await recorded(rows[0] as Row, { remark: '已盘点' }, '盘点', [])
    await lotline.run('brand.delete', { ids: [rows[2]?.id, rows[4]?.id] }, { confirm: 'accept' })
    select('brand', rows)
    const first = await answered(macro)
    expect(first.questions).toEqual(['macro.first'])
    expect(first.facts).toEqual([expect.stringMatching(/^1\. .*已盘点/)])
    expect(first.result).toMatchObject({ status: 'partial' })
    const failed = 'rows' in first.result ? first.result.rows?.filter(({ ok }) => !ok) : []
    expect(failed?.map(({ id }) => id)).toEqual([rows[2]?.id, rows[4]?.id])
    expect(failed?.[0]?.message).toContain('MA 2')
    expect(await stored(rows[5]?.id ?? 0)).toMatchObject({ remark: '已盘点', name: 'MA 5' })
    // Known by now, and nothing that posts.
    select('brand', [rows[1] as Row])
    expect(await answered(macro)).toMatchObject({ questions: [], result: { status: 'ok', message: 'macro.done' } })
  })

  test('asks for the values that were marked, before anything runs', async () => {
    const rows = await brands('MB', 3)
    const macro = await recorded(rows[0] as Row, { remark: '旧' }, '备注', ['0.remark'])
    select('brand', rows.slice(1))
    const { result, facts } = await answered(macro, { values: { remark: '新' } })
    expect(result).toMatchObject({ status: 'ok' })
    expect(facts.join()).toContain('新')
    expect(await stored(rows[2]?.id ?? 0)).toMatchObject({ remark: '新' })
    expect(await stored(rows[0]?.id ?? 0)).toMatchObject({ remark: '旧' })
    const args = { macro: macro.slice('macro.'.length) }
    expect((await answered('macro.edit', { args, values: { name: '改', asked: [] } })).result).toMatchObject({
      status: 'ok',
    })
    expect(findCommand(macro)?.values).toEqual({ name: '改' })
    expect(await answered(macro)).toMatchObject({ questions: ['macro.first'], facts: [expect.stringContaining('旧')] })
    expect((await answered('macro.delete', { args })).result).toMatchObject({ status: 'ok' })
    expect(findCommand(macro)).toBeUndefined()
  })

  test('does nothing when its first run is not agreed to, and is asked about again once it has changed', async () => {
    const rows = await brands('MC', 2)
    const macro = await recorded(rows[0] as Row, { remark: '甲' }, '甲', [])
    select('brand', [rows[1] as Row])
    expect(await answered(macro, { isAccepted: false })).toMatchObject({ result: { status: 'cancelled' } })
    expect((await stored(rows[1]?.id ?? 0)).remark ?? null).toBeNull()
    expect((await answered(macro)).questions).toEqual(['macro.first'])
    const link = await lotline.run('macro.share', { macro: macro.slice('macro.'.length) })
    const { address } = (link as { data: { address: string } }).data
    const shared = JSON.parse(JSON.parse(new URLSearchParams(address.slice(2)).get('args') ?? '{}').macro) as Macro
    expect(shared).toMatchObject({ name: '甲', from: expect.stringMatching(/./) })
    const changed = {
      ...shared,
      steps: shared.steps.map(step => ({ ...step, args: { row: { id: shared.row?.id, remark: '乙' } } })),
    }
    expect(await lotline.run('macro.take', { macro: JSON.stringify(changed) }, { confirm: 'accept' })).toMatchObject({
      status: 'ok',
    })
    const again = await answered(macro)
    expect(again.questions).toEqual(['macro.firstShared'])
    expect(again.facts.join()).toContain('乙')
    expect(await stored(rows[1]?.id ?? 0)).toMatchObject({ remark: '乙' })
  })

  test('that deletes is confirmed once for all rows, each time', async () => {
    const rows = await brands('MD', 5)
    navigate('/brand')
    await execute('script.record', {}, { surface: 'shortcut' })
    select('brand', [rows[0] as Row])
    await answered('brand.delete')
    const { result } = await answered('macro.keep', { values: { name: '删' } })
    const macro = `macro.${(result as { data: { id: string } }).data.id}`
    select('brand', [rows[1] as Row])
    expect(await answered(macro)).toMatchObject({ questions: ['macro.first'], result: { status: 'ok' } })
    select('brand', rows.slice(2))
    expect(await answered(macro)).toMatchObject({ questions: ['macro.confirm'], result: { status: 'ok' } })
  })

  test('does no more than the person may, whoever shared it, and holds business commands only', async () => {
    const step = { id: 'session.signOut' }
    const evil = { id: uuid(), name: 'E', steps: [step], asked: [], row: null, from: '某人' }
    expect(await lotline.run('macro.take', { macro: JSON.stringify(evil) }, { confirm: 'accept' })).toMatchObject({
      message: 'macro.reason.steps',
    })
    await changeUserSetting('macros', () => ({ v: 1, macros: [evil] }))
    expect(await answered(`macro.${evil.id}`)).toMatchObject({
      result: { message: 'macro.reason.steps' },
      questions: [],
    })
    const [row] = await brands('ME', 1)
    await started().signInWith(['brand'])
    await loadUserSettings()
    const shared = {
      ...evil,
      id: uuid(),
      steps: [{ id: 'brand.save', args: { row: { id: 1, remark: 'X' } } }],
      row: { entity: 'brand', id: 1 },
    }
    await changeUserSetting('macros', () => ({ v: 1, macros: [shared] }))
    select('brand', [row as Row])
    expect((await answered(`macro.${shared.id}`)).result).toMatchObject({ status: 'failed' })
    expect((await stored(row?.id ?? 0)).remark ?? null).toBeNull()
  })
})

describe('what is kept of a recording', () => {
  const release = { id: 'stocklot.release', args: { ids: [12, 13], reason: '检验合格' } }

  test('the first of the selected rows stands for each, moves between pages are left out', () => {
    const { steps, row } = macroOf([{ id: 'navigate.stocklot' }, release, { id: 'stocklot.hold', args: { ids: [13] } }])
    expect(row).toEqual({ entity: 'stocklot', id: 12 })
    expect(steps).toEqual([
      { ...release, args: { ids: [12], reason: '检验合格' } },
      { id: 'stocklot.hold', args: { ids: [12] } },
    ])
  })

  test('rows that it created itself are no selected rows', () => {
    const made = { id: 'brand.save', args: { row: { code: 'A' } }, made: { brand: [7] } }
    expect(macroOf([made, { id: 'brand.delete', args: { ids: [7] } }]).row).toBeNull()
  })

  test('values are found with their fields, answers take their place, and words name all of them', () => {
    const { steps, row } = macroOf([release])
    expect(macroValues(steps).map(({ code }) => code)).toEqual(['0.reason'])
    expect(withAnswers(steps, new Map([[0, { reason: '复检' }]]))[0]?.args).toEqual({ ids: [12], reason: '复检' })
    const macro: Macro = { id: uuid(), name: 'A', steps, row, asked: [], from: '', isForeign: false }
    expect(stepsInWords(macro)[0]).toMatch(/所选的行.*检验合格/)
    expect(stepsInWords({ ...macro, asked: ['0.reason'] })[0]).toMatch(/每次询问/)
    expect(macroIn(JSON.parse(JSON.stringify(macro)))).toEqual(macro)
    for (const broken of [null, {}, { ...macro, id: '../a' }, { ...macro, name: '' }])
      expect(macroIn(broken)).toBeNull()
  })
})
