import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { entityNamed } from '#contract/index.ts'
import { text } from '#contract/schema/field.ts'
import { byHandler, type Command, type Result } from '../../src/commands/core/command.ts'
import { setContext } from '../../src/commands/core/context.ts'
import {
  findCommand,
  forwardTo,
  registerCommands,
  registerHandler,
  registerHandlers,
} from '../../src/commands/core/registry.ts'
import { reasonAgainst } from '../../src/commands/gate/availability.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerArguments, answerConfirmation, argumentAtom, confirmationAtom } from '../../src/commands/gate/prompts.ts'
import { lastResultsAtom, undoAtom } from '../../src/commands/gate/resultLog.ts'
import { isRunningWith, runningAtom } from '../../src/commands/gate/singleFlight.ts'
import { errorsAtom } from '../../src/data/errors.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
const removals: (() => void)[] = []

beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_.close())
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
  setContext({ overlay: 'none', selection: null })
})

const runs: unknown[] = []

function given(command: Partial<Command> = {}): void {
  const whole: Command = {
    id: 'test.run',
    title: 'brand',
    group: 'group.app',
    permission: 'session',
    risk: 'write',
    run: async args => {
      runs.push(args)
      return { status: 'ok', data: args }
    },
    ...command,
  }
  removals.push(registerCommands('test', [whole]))
  runs.length = 0
}

const script = { surface: 'script' } as const

test('a command nobody has registered is said to be unknown', async () => {
  expect(await execute('no.such')).toEqual({ status: 'denied', reason: 'unknown-command' })
})

test('what the role does not permit is denied, and not found in the registry either', async () => {
  given({ permission: { menu: 'brand', button: 'fly' } })
  expect(await execute('test.run', {}, script)).toEqual({ status: 'denied', reason: 'permission' })
  expect(runs).toEqual([])
})

test('a condition that does not hold denies', async () => {
  given({ when: { selection: 'one' } })
  expect(await execute('test.run', {}, script)).toMatchObject({ status: 'denied', reason: 'when' })
  setContext({ selection: { entity: 'brand', ids: [1], rows: [] } })
  expect(await execute('test.run', {}, script)).toMatchObject({ status: 'ok' })
})

test('a reason against it denies with that reason', async () => {
  given({ disabledReason: () => 'reason.wrongState' })
  const denied = { status: 'denied', reason: 'when', message: 'reason.wrongState' }
  expect(await execute('test.run', {}, script)).toEqual(denied)
  const command = findCommand('test.run')
  expect(command && reasonAgainst(command)).toBe('reason.wrongState')
})

test('a built-in that nothing on screen performs is denied, never silently done', async () => {
  expect(await execute('grid.fillDown', {}, script)).toMatchObject({ status: 'denied', reason: 'when' })
  removals.push(registerHandler('grid.fillDown', { run: () => void runs.push('filled') }))
  expect(await execute('grid.fillDown', {}, script)).toEqual({ status: 'ok' })
})

test('a script that leaves out what is required is told so', async () => {
  given({ arguments: { reason: text('原因', { required: true }) }, accepts: ['ids'] })
  expect(await execute('test.run', {}, script)).toEqual({ status: 'invalid', faults: { reason: 'required' } })
  const odd = { reason: 'a', other: 1, ids: 'all' }
  expect(await execute('test.run', odd, script)).toEqual({
    status: 'invalid',
    faults: { other: 'unknown', ids: 'reference' },
  })
  expect(await execute('test.run', { reason: 'a', ids: [1] }, script)).toMatchObject({ status: 'ok' })
})

test('a person is asked for what is required', async () => {
  given({ arguments: { reason: text('原因', { required: true }) } })
  const running = execute('test.run', {}, { surface: 'palette' })
  await expect.poll(() => store.get(argumentAtom)?.command.id).toBe('test.run')
  answerArguments({ reason: '破损' })
  expect(await running).toEqual({ status: 'ok', data: { reason: '破损' } })
  const calledOff = execute('test.run', {}, { surface: 'palette' })
  await expect.poll(() => store.get(argumentAtom)).not.toBeNull()
  answerArguments(null)
  expect(await calledOff).toEqual({ status: 'cancelled' })
})

test('an argument begins as its row has it, where there is one row', async () => {
  const entity = entityNamed('stocklot')
  given({
    confirm: true,
    arguments: { certificateNo: text('合格证号') },
    prefilled: ['certificateNo'],
    ...(entity ? { rows: { entity } } : {}),
  })
  const rows = [
    { id: 1, certificateNo: 'COA-1' },
    { id: 2, certificateNo: 'COA-2' },
  ]
  const askedFor = async (ids: readonly number[]) => {
    setContext({ selection: { entity: 'stocklot', ids, rows: rows.filter(({ id }) => ids.includes(id)) } })
    const running = execute('test.run')
    await expect.poll(() => store.get(argumentAtom)).not.toBeNull()
    const values = store.get(argumentAtom)?.values
    answerArguments(null)
    await running
    return values
  }
  expect(await askedFor([1])).toEqual({ certificateNo: 'COA-1' })
  expect(await askedFor([1, 2])).toEqual({})
})

test('a script confirms by saying so, or by the token of the first answer, once and for that call only', async () => {
  given({ confirm: true, accepts: ['ids'], risk: 'destructive' })
  const first = await execute('test.run', { ids: [1] }, script)
  expect(first).toMatchObject({ status: 'unconfirmed', question: 'confirm.destructive' })
  expect(runs).toEqual([])
  const token = first.status === 'unconfirmed' ? first.token : ''
  const other = await execute('test.run', { ids: [2] }, { ...script, confirm: { token } })
  expect(other.status).toBe('unconfirmed')
  const spent = await execute('test.run', { ids: [1] }, { ...script, confirm: { token } })
  expect(spent.status).toBe('unconfirmed')
  const again = spent.status === 'unconfirmed' ? spent.token : ''
  expect(await execute('test.run', { ids: [1] }, { ...script, confirm: { token: again } })).toMatchObject({
    status: 'ok',
  })
  expect(await execute('test.run', { ids: [1] }, { ...script, confirm: 'accept' })).toMatchObject({ status: 'ok' })
})

test('a person is asked and may refuse', async () => {
  given({ confirm: true })
  const refused = execute('test.run')
  await expect.poll(() => store.get(confirmationAtom)?.question).toBe('confirm.one')
  answerConfirmation(null)
  expect(await refused).toEqual({ status: 'cancelled' })
  const accepted = execute('test.run')
  await expect.poll(() => store.get(confirmationAtom)).not.toBeNull()
  answerConfirmation({})
  expect(await accepted).toMatchObject({ status: 'ok' })
  expect(store.get(confirmationAtom)).toBeNull()
})

test('more than fifty rows at once are asked about with their number, by a person and not by a script', async () => {
  const entity = entityNamed('brand')
  if (!entity) throw new Error('there are no brands')
  given({ rows: { entity } })
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => at + 1) })
  expect(await execute('test.run', ids(50))).toMatchObject({ status: 'ok' })
  const many = execute('test.run', ids(51))
  await expect.poll(() => store.get(confirmationAtom)?.question).toBe('confirm.many')
  expect(store.get(confirmationAtom)?.values).toMatchObject({ count: 51 })
  answerConfirmation(null)
  expect(await many).toEqual({ status: 'cancelled' })
  expect(await execute('test.run', ids(51), script)).toMatchObject({ status: 'ok' })
})

test('giving up while being asked cancels', async () => {
  given({ confirm: true })
  const controller = new AbortController()
  const running = execute('test.run', {}, { signal: controller.signal })
  await expect.poll(() => store.get(confirmationAtom)).not.toBeNull()
  controller.abort()
  expect(await running).toEqual({ status: 'cancelled' })
  expect(store.get(confirmationAtom)).toBeNull()
})

function slow() {
  const { promise, resolve } = Promise.withResolvers<Result>()
  given({
    run: async args => {
      runs.push(args)
      return promise
    },
    accepts: ['ids'],
  })
  return () => resolve({ status: 'ok' })
}

test('a press later than a double click is told that the first still runs', async () => {
  const finish = slow()
  const first = execute('test.run')
  await new Promise(resolve => setTimeout(resolve, 600))
  expect(await execute('test.run')).toEqual({ status: 'denied', reason: 'when', message: 'reason.running' })
  finish()
  expect(await first).toEqual({ status: 'ok' })
  expect(runs).toHaveLength(1)
})

test('is called off when its time is over', async () => {
  given({
    run: (_args, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  expect(await execute('test.run', {}, { ...script, timeoutMs: 20 })).toEqual({ status: 'cancelled' })
})

test('answers in its time although what it does goes on, and the next call waits for that', async () => {
  const finish = slow()
  expect(await execute('test.run', {}, { ...script, timeoutMs: 20 })).toEqual({ status: 'cancelled' })
  const second = execute('test.run', {}, { ...script, timeoutMs: 10_000 })
  expect(runs).toHaveLength(1)
  finish()
  expect(await second).toEqual({ status: 'ok' })
  expect(runs).toHaveLength(2)
  // The first is remembered as well: it was done after all.
  const statuses = store.get(lastResultsAtom).map(({ result }) => result.status)
  expect(statuses.slice(0, 3)).toEqual(['ok', 'ok', 'cancelled'])
})

test('a script undoes what wants a confirmation only when it gives one; a person has decided', async () => {
  const asked = () => given({ confirm: true, accepts: ['ids'], risk: 'destructive' })
  const undo = { id: 'test.run', args: { ids: [1] }, number: 1 }
  asked()
  store.set(undoAtom, undo)
  const first = await execute('command.undo', {}, script)
  expect(first).toMatchObject({ status: 'unconfirmed' })
  expect(runs).toEqual([])
  const token = first.status === 'unconfirmed' ? first.token : ''
  expect(await execute('command.undo', {}, { ...script, confirm: { token } })).toMatchObject({ status: 'ok' })
  store.set(undoAtom, undo)
  expect(await execute('command.undo')).toMatchObject({ status: 'ok' })
  expect(runs).toHaveLength(2)

  // What could not be taken back is not forgotten.
  given({ run: async () => ({ status: 'failed', code: 503, message: '' }), accepts: ['ids'] })
  store.set(undoAtom, undo)
  expect(await execute('command.undo')).toMatchObject({ status: 'failed' })
  expect(store.get(undoAtom)).toEqual(undo)
})

test('of buttons that begin one command with other arguments, only the pressed one is busy', async () => {
  const finish = slow()
  const first = execute('test.run', { ids: [1] })
  expect([{ ids: [1] }, { ids: [2] }, undefined].map(args => isRunningWith('test.run', args))).toEqual([
    true,
    false,
    true,
  ])
  finish()
  await first
  expect(isRunningWith('test.run', { ids: [1] })).toBe(false)
})

test('a second press while the first runs is dropped', async () => {
  const finish = slow()
  const first = execute('test.run')
  expect(await execute('test.run')).toEqual({ status: 'cancelled' })
  expect(store.get(runningAtom).has('test.run')).toBe(true)
  finish()
  expect(await first).toEqual({ status: 'ok' })
  expect(store.get(runningAtom).has('test.run')).toBe(false)
  expect(runs).toHaveLength(1)
})

test('a script’s second call waits its turn', async () => {
  const finish = slow()
  const both = Promise.all([execute('test.run', { ids: [1] }, script), execute('test.run', { ids: [2] }, script)])
  await expect.poll(() => runs.length).toBe(1)
  finish()
  expect(await both).toEqual([{ status: 'ok' }, { status: 'ok' }])
  expect(runs).toEqual([{ ids: [1] }, { ids: [2] }])
})

test('a defect is a failed result and stands in the error log', async () => {
  given({ run: () => Promise.reject(new Error('broken')) })
  expect(await execute('test.run', {}, script)).toEqual({ status: 'failed', code: 500, message: 'broken' })
  expect(store.get(errorsAtom)[0]?.message).toBe('broken')
})

test('results are remembered, and said to people only', async () => {
  given()
  store.set(notificationsAtom, [])
  await execute('test.run', {}, script)
  expect(store.get(lastResultsAtom)[0]).toMatchObject({ id: 'test.run', surface: 'script', result: { status: 'ok' } })
  expect(store.get(notificationsAtom)).toEqual([])
  await execute('test.run')
  expect(store.get(notificationsAtom)).toHaveLength(1)
})

test('a refusal is said once, and several are said below one sentence', async () => {
  const last = () => store.get(notificationsAtom).at(-1)
  const row = (id: number, message: string) => ({ id, ok: false, status: 2001, message })
  const failed = (...rows: ReturnType<typeof row>[]) =>
    given({ run: async () => ({ status: 'failed', code: 2001, message: rows[0]?.message ?? '', rows }) })
  failed(row(1, '库存不足'))
  await execute('test.run')
  expect(last()?.text).toContain('库存不足')
  expect(last()?.details).toBeUndefined()
  for (const remove of removals.splice(0)) remove()
  failed(row(1, '库存不足'), row(2, '已到期'))
  await execute('test.run')
  expect(last()?.text).not.toContain('库存不足')
  expect(last()?.details).toBe('库存不足\n已到期')
  for (const remove of removals.splice(0)) remove()
  const said = store.get(notificationsAtom).length
  given({ run: async () => ({ status: 'failed', code: 2025, message: '找不到批次', isShown: true }) })
  await execute('test.run')
  expect(store.get(notificationsAtom)).toHaveLength(said)
})

test('signed out, only what is public runs', async () => {
  given()
  await signOut()
  expect(await execute('test.run', {}, script)).toEqual({ status: 'denied', reason: 'signed-out' })
  expect(await execute('locale.en-US', {}, script)).toMatchObject({ status: 'ok' })
  expect(await execute('locale.zh-CN', {}, script)).toMatchObject({ status: 'ok' })
  await signIn('admin', console_.server.password)
  await loadMenu()
})

test('a general verb is the command it stands for: its gate asks once, and both are remembered', async () => {
  let asked = 0
  given({
    confirm: true,
    disabledReason: () => {
      asked += 1
      return undefined
    },
  })
  const verb: Command = {
    id: 'test.verb',
    title: 'brand',
    group: 'group.app',
    permission: 'session',
    risk: 'read',
    accepts: ['row'],
    forwardTo: () => 'test.run',
    run: byHandler,
  }
  removals.push(registerCommands('test.verbs', [verb]))
  expect(await execute('test.verb', {}, script)).toMatchObject({ status: 'unconfirmed' })
  expect(asked).toBe(1)
  expect(await execute('test.verb', {}, { ...script, confirm: 'accept' })).toMatchObject({ status: 'ok' })
  expect(runs).toEqual([{}])
  expect(
    store
      .get(lastResultsAtom)
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['test.verb', 'test.run'])
})

test('a handler on screen has another command run in the place of its own', async () => {
  given()
  removals.push(registerHandlers({ 'record.submit': forwardTo(() => 'test.run') }))
  expect(await execute('record.submit', {}, script)).toMatchObject({ status: 'ok' })
  expect(runs).toEqual([{}])
})

test('commands that stand for each other end in a refusal, not in a loop', async () => {
  given({ id: 'test.one', forwardTo: () => 'test.two', run: byHandler })
  const other: Partial<Command> = { id: 'test.two', forwardTo: () => 'test.one', run: byHandler }
  removals.push(registerCommands('test.loop', [{ ...(findCommand('test.one') as Command), ...other }]))
  expect(await execute('test.one', {}, script)).toMatchObject({ status: 'denied', reason: 'when' })
})
