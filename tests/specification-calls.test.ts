/**
 * Every call of specification §7, made on one day of the plant by its own method and path with valid parameters: first by
 * somebody whose role does not permit it, then by the administrator, for whom it does what it says (domain.md §2.5).
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pages } from '#contract/pages.ts'
import type { Values } from '#contract/schema/field.ts'
import { routes } from '../server/http/routes.ts'
import { withPlant } from './support/plantServer.ts'
import { basicCalls, templateCalls } from './support/specificationCallsBasic.ts'
import { type SpecificationCall, specificationDay } from './support/specificationCallsDay.ts'
import { materialCalls } from './support/specificationCallsMaterial.ts'
import { named, templates } from './support/specificationCallsNames.ts'
import { productionCalls } from './support/specificationCallsProduction.ts'
import { saleCalls } from './support/specificationCallsSale.ts'
import { excepted, sessionCalls } from './support/specificationCallsSession.ts'
import { systemCalls } from './support/specificationCallsSystem.ts'

const at = withPlant()
const day = specificationDay(at)
const sink = join(tmpdir(), `specification-${process.pid}-${Date.now()}.txt`)

/** In the order of a day, since each finds what those before it have left. */
const calls: readonly SpecificationCall[] = [
  ...sessionCalls(day, () => sink),
  ...systemCalls(day),
  ...templateCalls(day),
  ...materialCalls(day),
  ...basicCalls(day),
  ...productionCalls(day),
  ...saleCalls(day),
]

const routeOf = ({ method, path }: Pick<SpecificationCall, 'method' | 'path'>) =>
  routes.find(route => route.method === method && route.path === path)

let nobody = ''
let looker = ''
beforeAll(async () => {
  vi.stubEnv('SMS_SINK', sink)
  // Whoever approves signs as an employee who has done none of the work.
  await day.room.signAs('E001')
  nobody = await at.server.signInWith([])
  looker = await at.server.signInWith(pages.map(page => page.name))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(sink, { force: true })
})

const send = (call: SpecificationCall, sent: Values, token: string | null) =>
  at.server.call(call.method, call.path, sent, token)

/** What the administrator is answered. */
async function answered(call: SpecificationCall, sent: Values): Promise<unknown> {
  const { status, data } = await send(call, sent, call.by ? await call.by() : at.token)
  expect([status, data]).toEqual([0, data])
  return data
}

/** A file as its bytes; a refusal, which is no file, fails the test. */
async function download(call: SpecificationCall, sent: Values): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${at.server.url}/${call.path}`, {
    method: call.method,
    headers,
    body: JSON.stringify(sent),
  })
  expect(answer.headers.get('content-type')).not.toContain('json')
  return new Uint8Array(await answer.arrayBuffer())
}

test('the day has every call of the specification, each once', () => {
  const places = calls.map(({ method, path }) => `${method} ${path}`)
  expect(places.toSorted()).toEqual([...named, ...templates].map(([method, path]) => `${method} ${path}`).toSorted())
  expect(places).toHaveLength(105)
})

test('calls of the session, and no others, ask for no permission', () => {
  const open = calls.flatMap(call => {
    const [permission] = routeOf(call)?.permissions ?? []
    return typeof permission === 'string' ? [[call.path, permission]] : []
  })
  expect(Object.fromEntries(open)).toEqual(
    Object.fromEntries(Object.entries(excepted).map(([path, [permission]]) => [path, permission])),
  )
})

describe.each(calls.map(call => [`${call.method} ${call.path}`, call] as const))('%s', (_place, call) => {
  let sent: Values = {}
  let before: Readonly<Record<string, unknown>> | undefined

  test('is refused to whom it is not permitted, and changes nothing', async () => {
    sent = await call.send()
    const [needs] = excepted[call.path] ?? []
    // What is public is answered to anybody: there is nobody to refuse it to.
    if (needs === 'public') return
    // Who sees every page and may press no button shows best that a button is asked for.
    const token = needs === 'session' ? null : routeOf(call)?.writes ? looker : nobody
    before = await day.contents()
    const { status, data } = await send(call, sent, token)
    expect([status, data]).toEqual([needs === 'session' ? 401 : 1002, data])
    expect(await day.contents()).toEqual(before)
  })

  test('does for the administrator what it says', async () => {
    const data = call.isFile ? await download(call, sent) : await answered(call, sent)
    // The same parameters that changed nothing a moment ago change something now; a ticket is kept where nobody looks.
    if (before && routeOf(call)?.writes && call.path !== 'Home/OperatePwd')
      expect(await day.contents()).not.toEqual(before)
    await call.did(data, sent)
  })
})
