import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../server/http/route.ts'
import { refuseFlawed, routes } from '../server/http/routes.ts'
import { tables } from '../src/contract/index.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let nobody: string
const before = new Map<string, number>()

// What the server counts for itself; signing in is what this test does.
const unwatched = new Set(['token', 'loginfailure'])

async function rowsOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(server.db)
  return rows[0]?.n ?? -1
}

async function counts(): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (const { entity } of tables()) if (!unwatched.has(entity.name)) all.set(entity.name, await rowsOf(entity.name))
  return all
}

const needs = (route: Route, what: 'public' | 'session') => route.permissions.some(permission => permission === what)
const guarded = routes.filter(route => !needs(route, 'public'))
const permitted = guarded.filter(route => !needs(route, 'session'))

beforeAll(async () => {
  server = await startTestServer()
  nobody = await server.signInWith([])
  for (const [table, count] of await counts()) before.set(table, count)
})
afterAll(() => server.close())

describe('every call', () => {
  test('says who may', () => {
    expect(routes.length).toBeGreaterThan(150)
    expect(routes.filter(route => route.permissions.length === 0)).toEqual([])
  })

  test('without a session is 401', async () => {
    for (const { method, path } of guarded) {
      const { http, status } = await server.call(method, path, { id: 1, ids: [1] })
      expect([method, path, http, status]).toEqual([method, path, 401, 401])
    }
  })

  test('without the right is 1002', async () => {
    for (const { method, path } of permitted) {
      const { http, status } = await server.call(method, path, { id: 1, ids: [1] }, nobody)
      expect([method, path, http, status]).toEqual([method, path, 200, 1002])
    }
  })

  test('of these changed nothing', async () => {
    expect(await counts()).toEqual(before)
  })

  test('that only reads is answered to the administrator', async () => {
    const admin = await server.signIn()
    const isAsked = ({ query = {} }: Route) => Object.values(query).every(field => !field.required)
    const isList = ({ path }: Route) => path.startsWith('template/list/')
    for (const route of guarded.filter(({ writes, path }) => !writes && path !== 'openapi.json')) {
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
