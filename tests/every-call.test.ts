import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, tables } from '#contract/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { pages } from '#contract/pages.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Route } from '../server/http/calls/route.ts'
import { refuseFlawed, routes } from '../server/http/routes.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { isSoak } from './support/soak.ts'

let server: TestServer
let nobody: string
let looker: string
let before: Map<string, string | null>

// What the server counts for itself; signing in is what this test does.
const unwatched = new Set(['token', 'loginfailure', 'loginflood', 'loginorigin', 'passwordhistory', 'verification'])

/** Tables of an entity: its own, and one for each of its multiple references. */
const tablesOf = ({ name, fields }: Entity) => [
  name,
  ...Object.entries(fields)
    .filter(([, { kind, derived }]) => kind === 'references' && !derived)
    .map(([field]) => `${name}_${field}`),
]

/** All that is stored, as a sum by table: a changed row shows as much as a new one. */
async function contents(): Promise<Map<string, string | null>> {
  const all = new Map<string, string | null>()
  for (const table of tables().flatMap(({ entity }) => (unwatched.has(entity.name) ? [] : tablesOf(entity)))) {
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t`.execute(server.db)
    all.set(table, rows[0]?.sum ?? null)
  }
  return all
}

const needs = (route: Route, what: 'public' | 'session') => route.permissions.some(permission => permission === what)
const guarded = routes.filter(route => !needs(route, 'public'))
/** So many calls at a time: all of them at once would be a trial of the waiting room, which has its own. */
const maxParallel = 20

const prefixes = ['', ...locales.map(locale => `${locale}/`)]

/** Calls each of these with one of the prefixes in turn, in a soak run with each, and expects one answer of all. */
async function expectAll(list: readonly Route[], token: string | null, http: number, status: number): Promise<void> {
  const places = list.flatMap(({ method, path }, at) =>
    prefixes
      .filter((_, turn) => isSoak || turn === at % prefixes.length)
      .map(prefix => ({ method, path: prefix + path })),
  )
  for (let from = 0; from < places.length; from += maxParallel) {
    const some = places.slice(from, from + maxParallel)
    const answers = some.map(async ({ method, path }) => {
      const answer = await server.call(method, path, { id: 1, ids: [1] }, token)
      return [method, path, answer.http, answer.status]
    })
    expect(await Promise.all(answers)).toEqual(some.map(({ method, path }) => [method, path, http, status]))
  }
}

const permitted = guarded.filter(route => !needs(route, 'session'))

beforeAll(async () => {
  server = await startTestServer()
  nobody = await server.signInWith([])
  looker = await server.signInWith(pages.map(page => page.name))
  before = await contents()
})
afterAll(() => server.close())

describe('every call', () => {
  test('says who may', () => {
    expect(routes.length).toBeGreaterThan(150)
    expect(routes.filter(route => route.permissions.length === 0)).toEqual([])
  })

  test('without a session is 401', async () => {
    await expectAll(guarded, null, 401, 401)
  })

  test('without the right is 1002', async () => {
    await expectAll(permitted, nobody, 200, 1002)
  })

  test('that writes, with every page and no button, is 1002', async () => {
    const writing = permitted.filter(({ writes }) => writes)
    expect(writing.length).toBeGreaterThan(60)
    await expectAll(writing, looker, 200, 1002)
  })

  test('of the specification stands among them, by its own name', () => {
    const served = new Set(routes.map(({ path }) => path))
    const named = Object.values<Entity>(entities).flatMap(({ calls = {} }) => Object.values(calls).flat() as string[])
    for (const said of [...named, ...Object.values(calls).map(({ path }) => path)])
      expect([...served]).toContain(said.split(' ').at(-1))
  })

  test('of these changed nothing', async () => {
    expect(await contents()).toEqual(before)
  })

  test('that only reads is answered to the administrator', async () => {
    const admin = await server.signIn()
    const isAsked = ({ query = {} }: Route) => Object.values(query).every(field => !field.required)
    const isList = ({ path }: Route) => path.startsWith('template/list/')
    const isFile = ({ path }: Route) => path === 'openapi.json' || path.startsWith('template/importTemplate/')
    for (const route of guarded.filter(route => !route.writes && !isFile(route))) {
      if (route.method === 'GET' ? !isAsked(route) : !isList(route)) continue
      const { status, data } = await server.call(route.method, route.path, {}, admin)
      expect([route.path, status, data]).toEqual([route.path, 0, data])
      expect(JSON.stringify(data), route.path).not.toContain('$argon2')
    }
  })

  test('stands in openapi.json with its permission', async () => {
    const response = await fetch(`${server.url}/openapi.json`, { headers: { authorization: `Bearer ${nobody}` } })
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, Record<string, unknown>>> }
    for (const { method, path, permissions } of routes)
      expect(paths[`/${path}`]?.[method.toLowerCase()]?.['x-permission'], path).toEqual(permissions)
  })
})

test('a route without a permission keeps the server from starting', () => {
  const [first] = routes as [Route]
  expect(() => refuseFlawed([{ ...first, permissions: [] }])).toThrow('says no permission')
  expect(() => refuseFlawed([first, first])).toThrow('is there twice')
})
