/** Macros of others: nothing runs unseen, nothing takes a name that is in use. */
import { describe, expect, test } from 'vitest'
import { findCommand } from '../../src/commands/core/registry.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerArguments, answerConfirmation, argumentAtom, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import { isAllowed, isGrave, type Macro, macroIn, macrosIn, storedMacros } from '../../src/commands/macro/macro.ts'
import { AGREED } from '../../src/commands/macro/macroRun.ts'
import { stepsInWords } from '../../src/commands/macro/macroWords.ts'
import { ownRecordingAtom } from '../../src/commands/recorder/recording.ts'
import { lotline } from '../../src/commands/script.ts'
import { connect } from '../../src/data/api/transport.ts'
import { changeUserSetting, userSettingAtom } from '../../src/data/settings/userSettings.ts'
import { store } from '../../src/data/store.ts'
import { uuid } from '../../src/data/uuid.ts'
import { withMacros } from './withMacros.ts'

const started = withMacros()

const macroOfStep = (id: string, args: Readonly<Record<string, unknown>>) =>
  macroIn({ id: uuid(), name: 'M', steps: [{ id, args }], asked: [], row: null, from: '' }) as Macro

const saving = (args: Readonly<Record<string, unknown>>) => macroOfStep('materialstorein.save', args)

const take = (macro: unknown) => lotline.run('macro.take', { macro: JSON.stringify(macro) }, { confirm: 'accept' })

/** Runs as a person who accepts, and calls off further prompts; with what was asked. */
async function accepted(id: string, args: Readonly<Record<string, unknown>> = {}, surface: 'link' | 'button' = 'link') {
  const questions: string[] = []
  const facts: string[] = []
  const ends = [
    store.sub(argumentAtom, () => {
      if (store.get(argumentAtom)) queueMicrotask(() => answerArguments(null))
    }),
    store.sub(confirmationAtom, () => {
      const request = store.get(confirmationAtom)
      if (!request) return
      questions.push(request.question)
      facts.push(...(request.facts ?? []))
      queueMicrotask(() => answerConfirmation({}))
    }),
  ]
  const result = await execute(id, args, { surface })
  for (const each of ends) each()
  return { result, questions, facts }
}

describe('rows of a macro', () => {
  test.each<Readonly<Record<string, unknown>>>([
    { row: { id: 5, submit: true } },
    { rows: [{ id: 5 }, { id: 6, submit: true }] },
    { row: { id: 5, constructor: 1 } },
    { row: { id: 5, lines: [{ id: 1, submit: true }] } },
    { submit: true, row: { id: 5, submit: '' } },
    { row: [{ id: 5 }] },
    { rows: { id: 5 } },
  ])('hold fields and lines only: %j', async args => {
    expect(isAllowed(saving(args))).toBe(false)
    expect(await take(saving(args))).toMatchObject({ message: 'macro.reason.steps' })
  })

  test('may name their version, and what is posted is an argument', () => {
    expect(isAllowed(saving({ submit: true, row: { id: 5, rowVersion: 2, remark: '', lines: [] } }))).toBe(true)
  })

  test('are shown with what they clear, apart from the arguments', () => {
    const [cleared] = stepsInWords(saving({ remark: 'A', row: { id: 5, remark: null, lines: [] } }))
    expect(cleared?.match(/清空/g)).toHaveLength(2)
    expect(cleared).toMatch(/A.*清空/)
    expect(stepsInWords(saving({ submit: true, row: { id: 5 } }))[0]).toMatch(/提交: 是 · #5/)
    expect(stepsInWords(saving({ rows: [{ id: 5 }, { id: 6, lines: [] }] }))[0]).toMatch(/#5.*#6.*清空/)
  })

  test('are not asked for where no value can be', () => {
    const macro = { ...saving({ row: { id: 5, lines: [] } }), asked: ['0.lines'] }
    expect(stepsInWords(macro)[0]).toMatch(/清空/)
  })
})

test('a step of an entity that posts when it is saved is asked for in each run', () => {
  expect(isGrave({ id: 'usematerialrecord.save', args: { row: { qty: '1' } } })).toBe(true)
  expect(isGrave({ id: 'brand.save', args: { row: { name: 'A' } } })).toBe(false)
  expect(isGrave({ id: 'brand.noSuchCommand' })).toBe(true)
})

test('a macro is as grave as its gravest step: its question is not accepted by Enter', async () => {
  const deleting = macroOfStep('brand.delete', { ids: [1] })
  const saving = macroOfStep('brand.save', { row: { id: 1 } })
  await changeUserSetting('macros', () => storedMacros([deleting, saving]))
  expect([deleting, saving].map(({ id }) => findCommand(`macro.${id}`)?.risk)).toEqual(['destructive', 'write'])
})

describe('a macro that is taken', () => {
  const step = { id: 'brand.save', args: { row: { code: 'TK', name: 'TK', status: 'ENABLED' } } }
  const shared = { id: uuid(), name: '收', steps: [step], asked: [], row: null, from: '' }

  test.each(['keep', 'edit', 'delete', 'share', 'take', 'own'])('has no id such as %s', async id => {
    expect(macroIn({ ...shared, id })).toBeNull()
    expect(await take({ ...shared, id })).toMatchObject({ message: 'macro.reason.steps' })
  })

  test('is stored once, however often it is listed', () => {
    expect(macrosIn({ macros: [shared, { ...shared, name: '乙' }] }).map(({ name }) => name)).toEqual(['乙'])
  })

  test('is foreign whatever its sender says, and says what it replaces', async () => {
    const text = JSON.stringify({ ...shared, isForeign: false })
    const first = await accepted('macro.take', { macro: text })
    expect(first).toMatchObject({ result: { status: 'ok' }, facts: [expect.stringMatching(/^1\. /)] })
    const again = await accepted('macro.take', { macro: text })
    expect(again.facts[0]).toMatch(/替换.*收/)
    const { questions } = await accepted(`macro.${shared.id}`, {}, 'button')
    expect(questions).toEqual(['macro.firstShared'])
  })
})

test('a late step that wants the operation password does not run the steps before it again', async () => {
  const brand = { id: 'brand.save', args: { row: { code: 'TICKET', name: 'T', status: 'ENABLED' } } }
  const user = { id: 'user.save', args: { row: { loginName: 'late', name: 'L' } } }
  const id = uuid()
  await changeUserSetting('macros', () => ({
    v: 1,
    macros: [{ id, name: '晚', steps: [brand, user], asked: [], row: null, from: '' }],
  }))
  const { result } = await accepted(`macro.${id}`, {}, 'button')
  expect(result).toMatchObject({ status: 'failed', code: 0, message: expect.stringMatching(/^2\. /) })
  const listed = await lotline.run('brand.list', { where: [{ field: 'code', op: 'eq', value: 'TICKET' }] })
  expect(listed).toMatchObject({ data: { total: 1 } })
})

test('a recording outlives a macro that could not be kept, and consent ends with its macro', async () => {
  await lotline.run('script.record')
  const row = { code: 'KEPT', name: 'K', status: 'ENABLED' }
  await execute('brand.save', { row }, { surface: 'button' })
  connect({ baseUrl: 'http://127.0.0.1:1' })
  const failed = await lotline.run('macro.keep', { name: '留' }).catch(() => ({ status: 'failed' }))
  connect({ baseUrl: started().server.url })
  expect(failed.status).toBe('failed')
  expect(store.get(ownRecordingAtom)?.steps()).toHaveLength(1)
  const kept = await lotline.run('macro.keep', { name: '留' })
  const { id } = (kept as { data: { id: string } }).data
  expect(store.get(ownRecordingAtom)).toBeNull()
  await accepted(`macro.${id}`, {}, 'button')
  expect(store.get(userSettingAtom(AGREED))).toHaveProperty(id)
  await lotline.run('macro.delete', { macro: id }, { confirm: 'accept' })
  expect(findCommand(`macro.${id}`)).toBeUndefined()
  expect(store.get(userSettingAtom(AGREED))).not.toHaveProperty(id)
})
