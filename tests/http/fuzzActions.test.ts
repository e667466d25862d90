/** Fuzz of actions and changes on the demo plant: no defect, and balanced books. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, hasCalls } from '#contract/schema/entity.ts'
import { type Field, type Fields, isEntered, type Values } from '#contract/schema/field.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { randomFrom } from '../fuzz/random.ts'
import { brokenIdentities } from '../support/identities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sized } from '../support/soak.ts'

/** Requests an action; more by `FUZZ=50`. */
const rounds = sized(1, 50, 'FUZZ')

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ filled: { as: 'demonstrated', with: db => seedDemo(db) } })
  token = await server.signIn()
}, 120_000)
afterAll(() => server.close())

/** Fixed seed: findings can be repeated. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const { chance, pick } = randomFrom(seed)

const odd: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 2, 7, 1.5, 2 ** 31, 2 ** 53, '', 'x', '0', '-1', '0.0001', '99999999.9999', 'NaN'],
  ...[
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    '9999-12-31T23:59:59Z',
    '\u0000',
    'a'.repeat(3000),
    'PI',
    'constructor',
  ],
  ...[[], [1], [null], [{}], {}, [{ id: 1 }], [{ lotId: 1 }], [{ quantity: '-1', lotId: 2 }]],
]

/** Plausible value of a field, with ids of stored rows. */
function plausible(field: Field, ids: ReadonlyMap<string, readonly number[]>): unknown {
  if (field.enumeration) return pick(Object.keys(field.enumeration.options))
  if (field.to) return pick(ids.get(field.to) ?? [1])
  if (field.kind === 'date') return '2026-11-01'
  if (field.kind === 'instant') return new Date().toISOString()
  if (field.kind === 'flag') return chance(0.5)
  return field.kind === 'text' || field.kind === 'longText' ? '原因' : pick(['1', '2.5', '0', '1000000'])
}

const valuesOf = (fields: Fields, ids: ReadonlyMap<string, readonly number[]>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plausible(field, ids)]))

async function idsOf(): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = new Map<string, readonly number[]>()
  for (const { name, view } of Object.values<Entity>(entities)) {
    if (view) continue
    const { rows } = await sql<{
      id: number
    }>`select id from ${sql.table(name)} order by md5(id::text || ${String(seed)}) limit 60`.execute(server.db)
    ids.set(
      name,
      rows.map(({ id }) => id),
    )
  }
  return ids
}

const wrong: string[] = []
async function ask(path: string, sent: Values): Promise<void> {
  const answer = await server.call('POST', path, sent, token)
  const parts = (answer.data?.rows as { status: number }[] | undefined) ?? []
  if ([answer, ...parts].some(({ status }) => status === 500 || status === 503))
    wrong.push(`${path} ${JSON.stringify(sent)}`)
}

/** Stored row with one hostile value, in a field or a line. */
function spoiled(entity: Entity, row: Values): Values {
  const lines = Object.keys(entity.lines)
  const line = lines.length > 0 && chance(0.4) ? pick(lines) : undefined
  const fields = line ? (entity.lines[line] as Entity).fields : entity.fields
  const name = pick(Object.entries(fields).filter(([, field]) => isEntered(field)))?.[0] ?? 'unheardOf'
  if (!line) return { ...row, [name]: pick(odd) }
  const stored = (row[line] as Values[] | undefined) ?? []
  return { ...row, [line]: stored.map((each, index) => (index === 0 ? { ...each, [name]: pick(odd) } : each)) }
}

test('whatever is done to a stored record is done or refused by name, and every figure still adds up', {
  timeout: 900_000,
}, async () => {
  const ids = await idsOf()
  const guarded = new Set(['user', 'role', 'menu', 'customer', 'setting'])
  for (const entity of Object.values<Entity>(entities)) {
    if (!hasCalls(entity) || guarded.has(entity.name)) continue
    const own = ids.get(entity.name) ?? []
    for (let round = 0; round < rounds && own.length > 0; round += 1) {
      for (const [action, { arguments: asked = {} }] of Object.entries(entity.actions)) {
        const given = valuesOf(asked, ids)
        const name = pick(Object.keys(given))
        const sent = chance(0.5) && name ? { ...given, [name]: pick(odd) } : given
        await ask(`template/${action}/${entity.name}`, { ids: [pick(own)], ...sent })
      }
      if (!entity.operations.includes('save')) continue
      const id = pick(own)
      const { data: row } = await server.call('GET', `template/edit/${entity.name}`, { id }, token)
      if (row) await ask(`template/save/${entity.name}`, spoiled(entity, row))
      const { id: _, rowVersion: __, ...copy } = row ?? {}
      await ask(`template/save/${entity.name}`, { ...spoiled(entity, copy), submit: entity.document && chance(0.5) })
      await ask(`template/prepare/${entity.name}`, spoiled(entity, { ...valuesOf(entity.fields, ids) }))
    }
  }
  expect(wrong).toEqual([])
  expect(await brokenIdentities(server.db)).toEqual([])
})
