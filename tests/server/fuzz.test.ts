/** Every route is sent what no client sends: nothing may be a defect, and what is refused may change nothing. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Route } from '../../server/http/route.ts'
import { routes } from '../../server/http/routes.ts'
import { entityNamed, tables } from '../../src/contract/index.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import type { Field, Fields, Values } from '../../src/contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'

const shared = withPlant()
/** Requests a route; more by `FUZZ=300`. */
const rounds = Number(process.env.FUZZ ?? 8)

/** The same numbers in every run, so that what is found once is found again. */
let seed = Number(process.env.FUZZ_SEED ?? 1)
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])

const poison: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, Number.MAX_SAFE_INTEGER],
  ...['', ' ', 'x', 'NaN', 'Infinity', '-0', '1e5', '0', '-1', '0.00001', '99999999.9999', '99999999'],
  ...['99999999999999.999999999999', '9'.repeat(400), '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31'],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T24:00:00Z', '2026-01-01'],
  ...['\u0000', '\ud800', 'a'.repeat(5000), "'; drop table brand --", '%', '\\', 'constructor', '__proto__', 'DRAFT'],
  ...[[], [[]], {}, { a: 1 }, [1, 'x', null], [1.5], ['ENABLED'], [1], [0], [null], ['\u0000'], { $gt: '' }, deep(40)],
]

let serial = 0

/** A value that a field of this kind might well have. */
function plausible(field: Field): unknown {
  serial += 1
  if (field.enumeration) return pick(Object.keys(field.enumeration.options))
  switch (field.kind) {
    case 'integer':
    case 'reference':
      return 1 + Math.floor(random() * 3)
    case 'references':
      return [1]
    case 'date':
      return '2026-11-01'
    case 'instant':
      return new Date().toISOString()
    case 'flag':
      return random() < 0.5
    case 'image':
      return null
    case 'files':
      return []
    case 'text':
    case 'longText':
    case 'richText':
    case 'secret':
      return field.pattern === 'PHONE' ? '12345' : field.pattern === 'EMAIL' ? 'a@b.cn' : `v${serial}a1`
    default:
      return field.kind === 'texts' ? ['a'] : '2.50'
  }
}

function spoil(values: Record<string, unknown>): Values {
  const names = Object.keys(values)
  const name = random() < 0.9 && names.length > 0 ? pick(names) : 'unheardOf'
  const inner = values[name]
  if (Array.isArray(inner) && typeof inner[0] === 'object' && inner[0] !== null && random() < 0.7)
    return { ...values, [name]: [spoil(inner[0] as Record<string, unknown>)] }
  return { ...values, [name]: pick(poison) }
}

const valuesOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.byServer && !field.derived && !field.computed)
      .map(([name, field]) => [name, plausible(field)]),
  )

function rowOf(entity: Entity): Record<string, unknown> {
  const lines = Object.entries(entity.lines).map(([name, line]) => [name, [valuesOf(line.fields)]])
  // Accounts are only added: a good new password of the caller would end the session of this test.
  const known = entity.name !== 'user' && random() < 0.5 ? { id: 1 + Math.floor(random() * 3), rowVersion: 1 } : {}
  return { ...known, ...valuesOf(entity.fields), ...Object.fromEntries(lines) }
}

const conditionOf = (entity: Entity) => ({
  field: pick([...Object.keys(entity.fields), 'id', 'createdAt', 'rowVersion', 'password', 'nowhere']),
  op: pick(['eq', 'ne', 'lt', 'in', 'between', 'like', 'startsWith', 'isNull', 'notNull', 'drop']),
  value: pick([...poison, [1, 2], ['2026-01-01', '2026-01-02'], '2026-01-01']),
})

/** What a route takes, before it is spoiled. */
function parametersOf(route: Route): Record<string, unknown> {
  const [, verb = '', name = ''] = route.path.split('/')
  const entity = route.path.startsWith('template/') ? entityNamed(name) : undefined
  if (entity && verb === 'list')
    return {
      page: 1,
      size: 10,
      sort: [[pick(Object.keys(entity.fields)), 'asc']],
      where: [conditionOf(entity)],
      q: pick(['a', '酱', '']),
    }
  if (entity && ['save', 'prepare'].includes(verb)) return { submit: random() < 0.3, ...rowOf(entity) }
  const taken = entity && Object.hasOwn(entity.actions, verb) ? entity.actions[verb]?.arguments : undefined
  if (entity && !route.query) return { ids: [1 + Math.floor(random() * 3)], ...valuesOf(taken ?? {}) }
  const properties = Object.keys((route.body?.properties as object | undefined) ?? {})
  return route.query
    ? valuesOf(route.query)
    : Object.fromEntries(properties.map(property => [property, pick([1, 'a', '2.5', null, '2026-11-01', [{}], ['a']])]))
}

// Signing in and out and the own password have their waits; they have tests of their own.
const left = new Set(['Auth/login', 'Home/LoginOut', 'Home/OperatePwd', 'User/EditPwd', 'User/ResetPwd'])
/** Calls that prove a password: a wrong one stands in the trail. */
const proving = new Set(['User/AuthenticatorBegin', 'User/AuthenticatorRemove'])
const asked = routes.filter(route => !left.has(route.path))

/** Sign-ins and wrong passwords are counted in refusals too, and a number that was taken is never given again. */
const counted = new Set(['token', 'loginfailure', 'loginorigin', 'passwordhistory', 'verification', 'numbering'])

/** All there is, as one number. */
async function contents(): Promise<string> {
  const names = tables().flatMap(({ entity }) => [
    entity.name,
    ...Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'references' && !field.derived)
      .map(([field]) => `${entity.name}_${field}`),
  ])
  const parts = names
    .filter(name => !counted.has(name))
    .map(name => sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`)
  const { rows } = await sql<{
    sum: string
  }>`select string_agg(sum, ' ') as sum from (${sql.join(parts, sql` union all `)}) s`.execute(shared.server.db)
  return rows[0]?.sum ?? ''
}

interface Outcome {
  readonly sent: Values
  /** Statuses of the answer, of each of its parts where it has several. */
  readonly answers: readonly { readonly status: number; readonly data?: unknown }[]
}

async function send(route: Route): Promise<Outcome> {
  const sent = spoil(parametersOf(route))
  const given =
    route.method === 'GET'
      ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value ?? '').slice(0, 2000)]))
      : sent
  const answer = await shared.server.call(route.method, route.path, given, shared.token)
  const parts: unknown = route.parts && answer.status === 0 ? answer.data?.rows : undefined
  return { sent, answers: Array.isArray(parts) ? parts : [answer] }
}

/** Envelopes that should not have been: defects, and refusals of fields that name none. */
const isWrong = ({ status, data }: Outcome['answers'][number]) =>
  status === 500 || status === 503 || (status === 1001 && Object.keys((data as object | null) ?? {}).length === 0)

test('is answered by name, never as a defect, and changes nothing when refused', { timeout: 600_000 }, async () => {
  const wrong: string[] = []
  // What is stored, as long as nothing was accepted since it was last read.
  let known: string | null = null
  for (const route of asked) {
    const place = `${route.method} ${route.path}`
    const before: string | null = route.writes ? (known ?? (await contents())) : null
    const outcomes: Outcome[] = []
    for (let round = 0; round < rounds; round += 1) outcomes.push(await send(route))
    for (const { sent, answers } of outcomes)
      for (const answer of answers.filter(isWrong)) wrong.push(`${place} ${answer.status} ${JSON.stringify(sent)}`)
    const refused = outcomes.every(({ answers }) => answers.every(({ status }) => status !== 0))
    if (!refused) known = null
    else if (route.writes) {
      known = await contents()
      if (known !== before && !proving.has(route.path)) wrong.push(`${place} changed something`)
    }
  }
  expect(wrong).toEqual([])
  expect((await shared.server.call('GET', 'SystemSetting/AuthMenuList', {}, shared.token)).status).toBe(0)
})
