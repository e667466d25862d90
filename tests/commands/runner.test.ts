import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runScript } from '../support/runScript.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = (source: string, options: readonly string[] = [], password: string | undefined = server.password) =>
  runScript(source, ['--server', server.url, ...options], password)

const brand = (code: string) => `await lotline.run('brand.save', { row: { code: '${code}', name: '${code}名' } })`
const script = (...lines: readonly string[]) => `export default async ({ lotline }) => {\n${lines.join('\n')}\n}`

describe('a script run from the command line', () => {
  test('prints a line for each result, and ends well when all were ok', async () => {
    const { code, lines, complaints } = await run(script(brand('S1'), "await lotline.run('brand.list', { q: 'S1' })"))
    expect(complaints).toBe('')
    expect(lines).toEqual([
      expect.stringMatching(/^ok +brand\.save +保存品牌 · \d+ ms$/),
      expect.stringMatching(/^ok +brand\.list +列出品牌 · \d+ ms$/),
    ])
    expect(code).toBe(0)
  })

  test('says why a row was refused, goes on, and ends badly', async () => {
    const { code, lines } = await run(script(brand('S1'), brand('S2')), ['--locale', 'en-US'])
    expect(lines[0]).toMatch(/^failed +brand\.save +Save Brand · 1001 .*code: .*\d+ ms$/i)
    expect(lines[1]).toMatch(/^ok/)
    expect(code).toBe(1)
  })

  test('does nothing that wants a confirmation, unless it is given', async () => {
    const source = (options: string) =>
      script(
        "const { data } = await lotline.run('brand.list', { q: 'S2' })",
        `await lotline.run('brand.delete', { ids: [data.rows[0].id] }${options})`,
      )
    const refused = await run(source(''))
    expect(refused).toMatchObject({
      code: 1,
      lines: [expect.anything(), expect.stringMatching(/^unconfirmed .*--yes/)],
    })
    expect(await run(source(", { confirm: 'ask' }"))).toMatchObject({ code: 1 })
    expect(await run(source(", { confirm: 'refuse' }"), ['--yes'])).toMatchObject({ code: 1 })
    const done = await run(source(''), ['--yes'])
    expect(done).toMatchObject({ code: 0, lines: [expect.anything(), expect.stringMatching(/^ok .*1 行/)] })
    // Four processes in sequence, on a possibly busy machine.
  })

  test('may simply use lotline, without exporting anything', async () => {
    const { code, lines } = await run(
      "const { status } = await lotline.run('brand.list')\nif (status !== 'ok') throw 0",
    )
    expect(lines).toHaveLength(1)
    expect(code).toBe(0)
  })

  test('has the rights of its user and no more', async () => {
    await server.signInWith(['brand', 'brand.add'])
    const source = script("await lotline.run('navigate.brand')", "await lotline.run('unit.list')")
    const { code, lines } = await run(source, ['--user', 'user1'])
    expect(lines).toEqual([
      expect.stringMatching(/^ok/),
      expect.stringMatching(/^denied +unit\.list .*您没有此操作的权限/),
    ])
    expect(code).toBe(1)
  })

  test('prints JSON for programs, without passwords', async () => {
    const unlock = `await lotline.run('password.unlock', { password: '${server.password}' })`
    const { lines } = await run(script(unlock, "await lotline.run('brand.exportCsv')"), ['--json'])
    const results = lines.map(line => JSON.parse(line))
    expect(results[0]).toMatchObject({ id: 'password.unlock', args: {}, result: { status: 'ok' } })
    expect(results[1]).toMatchObject({ result: { data: { blob: { size: expect.any(Number) } } } })
    expect(lines.join()).not.toContain(server.password)
  })

  test('that throws ends badly and says where', async () => {
    const { code, complaints } = await run(script("throw new Error('weighing failed')"))
    expect(complaints).toMatch(/脚本出错：Error: weighing failed[\s\S]*day\.lotline\.ts/)
    expect(code).toBe(1)
  })
})

describe('nothing is run', () => {
  const nothing = script("await lotline.run('brand.list')")

  test('with a wrong password', async () => {
    const { code, lines, complaints } = await run(nothing, [], 'wrong-password')
    expect(complaints).toContain('登录失败：用户名或密码错误')
    expect({ code, lines }).toEqual({ code: 1, lines: [] })
  })

  test('without a password, or with one on the command line', async () => {
    const none = await runScript(nothing, ['--server', server.url])
    expect(none).toMatchObject({ code: 1, lines: [], complaints: expect.stringContaining('LOTLINE_PASSWORD') })
    const shown = await run(nothing, ['--password', server.password, '--locale', 'en-US'])
    expect(shown).toMatchObject({
      code: 1,
      lines: [],
      complaints: expect.stringContaining('Do not put the password on the command line'),
    })
  })

  test('where the command line makes no sense', async () => {
    expect(await run(nothing, ['--nonsense'])).toMatchObject({ code: 1, complaints: expect.stringContaining('用法') })
    expect(await run(nothing, ['--server', 'ftp://x'])).toMatchObject({ code: 1, lines: [] })
  })
})
