import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../src/commands/gate/execute.ts'
import { answerArguments, argumentAtom } from '../../src/commands/gate/prompts.ts'
import { lotline } from '../../src/commands/script.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
})
afterAll(() => console_.close())

interface User {
  readonly id: number
  readonly name: string
}

const admin = async () => {
  const result = await lotline.run('user.list', { q: 'admin' })
  return (result as { data: { rows: readonly User[] } }).data.rows[0] as User
}
const asked = () => store.get(argumentAtom)

test('a script that saves a user is refused until it has given the operation password', async () => {
  const { id } = await admin()
  expect(await lotline.run('user.save', { row: { id, remark: '甲' } })).toMatchObject({ status: 'failed', code: 1007 })
  expect(asked()).toBe(null)
  expect(await lotline.run('password.unlock', { password: 'wrong123' })).toMatchObject({ status: 'failed', code: 1010 })
})

test('a person is asked for it, told when it is wrong, and his save goes on when it is right', async () => {
  const { id } = await admin()
  const saving = execute('user.save', { row: { id, remark: '乙' } }, { surface: 'button' })
  await expect.poll(asked).toMatchObject({ command: { id: 'password.unlock' }, fieldErrors: {} })
  // The window says what for, and its button what happens then.
  expect(asked()?.confirmation).toMatchObject({ values: { title: '保存用户' }, accept: '保存' })
  answerArguments({ password: 'wrong123' })
  await expect.poll(asked).toMatchObject({ fieldErrors: { password: 'wrongPassword' } })
  answerArguments({ password: console_.server.password })
  expect(await saving).toMatchObject({ status: 'ok', data: { remark: '乙' } })
  // It was for this one thing: the next is asked for again.
  expect(await lotline.run('user.save', { row: { id, remark: '丙' } })).toMatchObject({ status: 'failed', code: 1007 })
})

test('what is refused leaves the ticket as it was, for the next try', async () => {
  const { id } = await admin()
  await lotline.run('password.unlock', { password: console_.server.password })
  const refused = await lotline.run('user.save', { row: { id, loginName: 'x'.repeat(31) } })
  expect(refused).toMatchObject({ status: 'failed', code: 1001 })
  expect(await lotline.run('user.save', { row: { id, remark: '丙' } })).toMatchObject({ status: 'ok' })
})

test('who calls it off has changed nothing', async () => {
  await console_.signInWith(['user', 'user.edit'])
  const { data } = (await lotline.run('user.list', { q: 'user1' })) as { data: { rows: readonly User[] } }
  const id = data.rows[0]?.id
  const saving = execute('user.save', { row: { id, remark: '丁' } }, { surface: 'button' })
  await expect.poll(asked).not.toBe(null)
  answerArguments(null)
  expect(await saving).toEqual({ status: 'cancelled' })
  expect((await lotline.run('user.load', { id })) as object).toMatchObject({ data: { remark: null } })
})
