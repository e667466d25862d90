/** Objects without text or number, in every field of saves, prepares and actions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities, entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import { routes } from '../../server/http/routes.ts'
import { randomFrom } from '../fuzz/random.ts'
import { commonValue } from '../fuzz/values.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const hostile = { toString: 1, valueOf: 1 }
const random = randomFrom(1)
const plain = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.serverManaged && !field.derived)
      .map(([name, field]) => [name, commonValue(random, field, new Map())]),
  )

/** One row per field, also of lines, with that one hostile. */
function rowsOf({ fields, lines }: Pick<Entity, 'fields' | 'lines'>): readonly Values[] {
  const own = {
    ...plain(fields),
    ...Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, [plain(line.fields)]])),
  }
  return [
    ...Object.keys(own).map(name => ({ ...own, [name]: hostile })),
    ...Object.entries(lines).flatMap(([line, of]) =>
      Object.keys(of.fields).map(name => ({ ...own, [line]: [{ ...plain(of.fields), [name]: hostile }] })),
    ),
  ]
}

const cases = Object.values<Entity>(entities).flatMap(entity =>
  [
    ...['save', 'prepare'].map(verb => ({ path: `template/${verb}/${entity.name}`, rows: rowsOf(entity) })),
    ...Object.entries(entity.actions).map(([action, { arguments: fields = {} }]) => ({
      path: `template/${action}/${entity.name}`,
      rows: rowsOf({ fields, lines: {} }).map(row => ({ ids: [1], ...row })),
    })),
  ].filter(({ path }) => routes.some(route => route.path === path)),
)

test('is refused by name', async () => {
  const wrong: string[] = []
  for (const { path, rows } of cases) {
    const answers = await Promise.all(rows.map(row => server.call('POST', path, row, token)))
    for (const [at, { status, data }] of answers.entries()) {
      const parts = (data?.rows as { status: number }[] | undefined) ?? []
      if ([{ status }, ...parts].some(each => each.status === 500 || each.status === 503))
        wrong.push(
          `${path} ${Object.entries(rows[at] as Values).find(([, value]) => JSON.stringify(value)?.includes('valueOf'))?.[0]}`,
        )
    }
  }
  expect(wrong).toEqual([])
})

test('an empty text is nothing to what is prepared', async () => {
  const wrong: string[] = []
  for (const { path, rows } of cases.filter(({ path }) => path.startsWith('template/prepare/'))) {
    const names = Object.keys(entityNamed(path.split('/')[2] as string)?.fields ?? {})
    const given = Object.fromEntries(Object.entries(rows[0] as Values).filter(([name]) => names.includes(name)))
    const sent = names.map(name => ({ ...given, [Object.keys(given)[0] ?? name]: null, [name]: '' }))
    const alone = names.map(name => ({ [name]: '' }))
    for (const row of [...sent, ...alone])
      if ((await server.call('POST', path, row, token)).status === 500) wrong.push(`${path} ${JSON.stringify(row)}`)
  }
  expect(wrong).toEqual([])
})
