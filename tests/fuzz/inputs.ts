/** Inputs per operation, from its definition; fixed by seed, role and operation. */

import { entities, entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Route } from '../../server/http/calls/route.ts'
import { type Random, randomFrom, seedOf } from './random.ts'
import { type Ids, spoiled, strange, valuesOf } from './values.ts'

export interface Input {
  readonly method: 'GET' | 'POST'
  /** With the query. */
  readonly path: string
  readonly type?: string
  readonly body?: string | Buffer
}

export const placeOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

interface Kit {
  readonly random: Random
  readonly ids: Ids
}

function rowOf({ random, ids }: Kit, entity: Entity): Record<string, unknown> {
  const lines = Object.entries(entity.lines).map(([name, line]) => [
    name,
    Array.from({ length: 1 + random.below(3) }, () => valuesOf(random, line.fields, ids)),
  ])
  const own = ids.get(entity.name) ?? [1]
  const known = random.chance(0.5) ? { id: random.pick(own), rowVersion: 1 + random.below(2) } : {}
  return { ...known, ...valuesOf(random, entity.fields, ids), ...Object.fromEntries(lines) }
}

const operators = ['eq', 'ne', 'lt', 'gt', 'in', 'between', 'like', 'startsWith', 'isNull', 'notNull', 'drop']
const hiddenFields = ['id', 'createdAt', 'rowVersion', 'password', 'customerId', 'nowhere', 'constructor']

function listOf({ random }: Kit, entity: Entity): Record<string, unknown> {
  const fields = Object.keys(entity.fields)
  const condition = () => ({
    field: random.pick([...fields, ...hiddenFields]),
    op: random.pick(operators),
    value: random.pick([strange(random), [1, 2], ['2026-01-01', '2026-01-02'], '2026-01-01', 1, 'a']),
  })
  return {
    page: random.pick([1, 1, 2, 1000]),
    size: random.pick([1, 10, 50, 200]),
    sort: [[random.pick([...fields, 'id', 'nowhere']), random.pick(['asc', 'desc'])]],
    where: Array.from({ length: random.below(3) }, condition),
    q: random.pick(['', 'a', '酱', 'L2026', '重庆', '\ufdfa']),
  }
}

const names = ['酱油', '01', 'x', '\ufdfa'.repeat(190), '', '重庆', 'constructor']

function guessed({ random }: Kit, route: Route): Record<string, unknown> {
  const properties = Object.keys((route.body?.properties as object | undefined) ?? {})
  const some = () => random.pick<unknown>([1, 2, 'a', '2.5', null, '2026-11-01', [{}], ['a'], [1], true, undefined])
  return Object.fromEntries(properties.map(property => [property, some()]))
}

/** Entities by the specification's own paths for saving them. */
const savedAt = new Map(
  Object.values<Entity>(entities).flatMap(entity => (entity.calls?.save ? [[entity.calls.save, entity] as const] : [])),
)

/** What a route takes, before it is spoiled. */
function parametersOf(kit: Kit, route: Route): Record<string, unknown> {
  const { random, ids } = kit
  const [, verb = '', name = ''] = route.path.split('/')
  const entity = route.path.startsWith('template/') ? entityNamed(name) : undefined
  if (route.query) return valuesOf(random, route.query, ids)
  const named = savedAt.get(route.path)
  if (named) return rowOf(kit, named)
  if (!entity) return guessed(kit, route)
  if (verb === 'list') return listOf(kit, entity)
  if (verb === 'export') return { ...listOf(kit, entity), format: random.pick(['xlsx', 'csv', 'x']) }
  if (verb === 'resolve') return { names: Array.from({ length: 1 + random.below(40) }, () => random.pick(names)) }
  if (verb === 'save' && random.chance(0.15))
    return { rows: Array.from({ length: 1 + random.below(8) }, () => rowOf(kit, entity)) }
  if (verb === 'save' || verb === 'prepare') {
    const row = rowOf(kit, entity)
    return verb === 'save' && random.chance(0.3) ? { submit: true, ...row } : row
  }
  const action = Object.hasOwn(entity.actions, verb) ? entity.actions[verb] : undefined
  return { ids: [random.pick(ids.get(name) ?? [1])], ...valuesOf(random, action?.arguments ?? {}, ids) }
}

function sentTo(kit: Kit, route: Route): Record<string, unknown> {
  const sent = parametersOf(kit, route)
  return kit.random.chance(0.15) ? sent : spoiled(kit.random, sent)
}

const bodies = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '[[[[',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '\u0000',
  '{"id":1e999}',
]
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
]

const textOf = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).slice(0, 500).toWellFormed()

const query = (sent: Readonly<Record<string, unknown>>): string =>
  Object.entries(sent)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join('&')

const files = [
  ...[Buffer.from('GIF89a<script>'), Buffer.from('%PDF-1.7\n'), Buffer.from('PK\u0003\u0004xxxx'), Buffer.alloc(0)],
  ...[Buffer.from('code,name\n1,酱'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), Buffer.alloc(300_000, 7)],
  ...[Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`), Buffer.from('"'.repeat(50_000))],
]
const fileNames = ['a.xlsx', 'a.csv', 'a.png', '../a.pdf', 'a.svg', '\u202egnp.exe', 'a'.repeat(300), '', '酱.csv']

function multipart({ random }: Kit, sent: Readonly<Record<string, unknown>>): Input['body'] {
  const parts = Object.entries(sent).flatMap(([name, value]) => [
    `--fuzz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  ])
  const name = random.pick(fileNames)
  const head = `--fuzz\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const end = random.chance(0.9) ? '\r\n--fuzz--\r\n' : ''
  return Buffer.concat([Buffer.from(parts.join('') + head), random.pick(files), Buffer.from(end)])
}

const editorActions = ['config', 'uploadimage', 'uploadvideo', 'uploadfile', 'catchimage', 'listimage', 'listfile', 'x']

function inputOf(kit: Kit, route: Route): Input {
  const { random } = kit
  const locale = random.chance(0.1) ? random.pick(['zh-CN/', 'zh-TW/', 'en-US/', 'xx/']) : ''
  const path = locale + route.path
  const { method } = route
  const editor = route.path === 'Home/UE' ? { action: random.pick(editorActions) } : {}
  const sent = { ...editor, ...sentTo(kit, route) }
  if (method === 'GET') return { method, path: `${path}?${query(sent)}` }
  if (route.multipart) {
    const type = 'multipart/form-data; boundary=fuzz'
    const target = `${path}?${query(sent)}`
    if (random.chance(0.8)) return { method, path: target, type, body: multipart(kit, sent) as Buffer }
    return {
      method,
      path: target,
      type: 'application/json',
      body: JSON.stringify({ source: [strange(random)], ...sent }),
    }
  }
  if (random.chance(0.03)) return { method, path, type: random.pick(types), body: random.pick(bodies) }
  if (route.isAuthRoute) return { method, path, type: 'application/x-www-form-urlencoded', body: query(sent) }
  return { method, path, type: 'application/json', body: JSON.stringify(sent) }
}

/** The first inputs of an operation; a larger number starts with the same. */
export function inputsOf(route: Route, role: string, seed: number, count: number, ids: Ids): readonly Input[] {
  const random = randomFrom(seedOf(seed, `${role} ${placeOf(route)}`))
  return Array.from({ length: count }, () => inputOf({ random, ids }, route))
}
