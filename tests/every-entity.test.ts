import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { type Entity, hasCalls, hasPage } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { isRequired } from '#contract/schema/validate.ts'
import { withPlant } from './support/plantServer.ts'
import { readyRows } from './support/readyRows.ts'
import { brokenRow, leastRow, overlongRow, sampleOf, typedFields } from './support/sampleRows.ts'

const at = withPlant()
const { prepare, idOf, newRow } = readyRows(at)
const call = (path: string, body: unknown) => at.server.call('POST', path, body, at.token)
const get = (path: string, parameters: Values) => at.server.call('GET', path, parameters, at.token)

beforeAll(prepare)

const withPage = Object.values<Entity>(entities).filter(hasPage)
// Nobody adds to a list that the server makes: tests/server/systemCalls says what may be changed of those.
const saving = withPage
  .filter(entity => entity.operations.includes('save') && !entity.seeded)
  .map(entity => [entity.name, entity] as const)
const listed = withPage
  .filter(entity => entity.operations.includes('list'))
  .map(entity => [entity.name, entity] as const)

/** What follows from something else in the row, so that it need not be said, or is not taken as it is said. */
const impliedFields: Readonly<Record<string, readonly string[]>> = {
  materialmakeup: ['semiProductId'],
  usematerialrecord: ['materialId', 'semiProductId', 'itemType', 'producePlanMaterialId'],
  retainsample: ['sampleQty'],
  detecequipmentrecord: ['validUntil'],
  qualityinspection: ['standardNo'],
}
/** A product that does not exist shows first in the packing, which is another's. */
const faultAt: Readonly<Record<string, string>> = {
  'produceplan.productId': 'productSpecId',
  'retainsample.productId': 'lotId',
}

async function counts(): Promise<Values> {
  const all = tables().filter(({ entity }) => !['token', 'numbering', 'verification'].includes(entity.name))
  const parts = all.map(
    ({ entity }) => sql`select ${entity.name}::text as name, count(*)::int as n from ${sql.table(entity.name)}
      ${entity.name === 'auditlog' ? sql`where action <> 'VIEW'` : sql``}`,
  )
  const rows = await at.rows(sql<Values>`${sql.join(parts, sql` union all `)}`)
  return Object.fromEntries(rows.map(row => [row.name, row.n]))
}

/** What was entered, as it must come back: decimals in the places they are kept with, secrets never. */
const returned = (entity: Entity, row: Values): Values =>
  Object.fromEntries(
    typedFields(entity.fields)
      .filter(([name, field]) => field.kind !== 'secret' && Object.hasOwn(row, name))
      .map(([name, field]) => {
        const digits = { quantity: 4, money: 2, rate: 2, decimal: 2 }[field.kind as string]
        return [name, digits === undefined ? row[name] : Number(row[name]).toFixed(digits)]
      }),
  )

describe.each(saving)('a row of %s', (name, entity) => {
  const save = (row: Values) => call(`template/save/${name}`, row)
  const submitted = (row: Values) =>
    entity.document && Object.keys(entity.actions)[0] === 'submit' ? { ...row, submit: true } : row

  test('with the least that is asked for is saved, listed, found, loaded as it was entered, and audited', async () => {
    const row = await newRow(entity)
    const before = await counts()
    const saved = await save(row)
    expect(saved, JSON.stringify(saved.data)).toMatchObject({ status: 0 })
    const { id } = saved.data
    expect(saved.data).toMatchObject(returned(entity, row))
    expect((await get(`template/edit/${name}`, { id })).data).toEqual(saved.data)
    const page = await call(`template/list/${name}`, { size: 200 })
    expect(page.data.rows.map((each: Values) => each.id)).toContain(id)
    const title = entity.fields[entity.title]?.to ? saved.data[`${entity.title}$label`] : saved.data[entity.title]
    const found = await call(`template/list/${name}`, { q: String(title), size: 200 })
    expect(found.data.rows.map((each: Values) => each.id)).toContain(id)
    const after = await counts()
    expect(after.auditlog).toBe((before.auditlog as number) + 1)
    expect(after[name]).toBe((before[name] as number) + 1)
  })

  test('is refused with the name of every field that is missing or does not fit, and changes nothing', async () => {
    const row = await newRow(entity)
    const before = await counts()
    const refusedFor = async (sent: Values, fieldErrors: Values) => {
      const answer = await save(sent)
      expect([answer.status, answer.data]).toEqual([1001, expect.objectContaining(fieldErrors)])
    }
    const implied = impliedFields[name] ?? []
    const asked = typedFields(entity.fields).filter(
      ([field, each]) => isRequired(each, row) && !implied.includes(field),
    )
    // A plan, a recall, an analysis have no posting: they are asked for everything when they are released or started.
    const hasPosting = Object.keys(entity.actions)[0] === 'submit'
    for (const [field] of entity.document && !hasPosting ? [] : asked)
      await refusedFor(submitted({ ...row, [field]: null }), { [field]: expect.any(String) })
    for (const { row: bad, fieldErrors } of [brokenRow(entity.fields), overlongRow(entity.fields)])
      if (Object.keys(fieldErrors).length > 0) await refusedFor({ ...row, ...bad }, fieldErrors)
    await refusedFor({ ...row, nobodyKnows: 1 }, { nobodyKnows: 'unknown' })
    for (const [lines, line] of Object.entries(entity.lines)) {
      const least = (row[lines] as Values[] | undefined)?.[0] ?? leastRow(line, 'x', idOf)
      for (const make of [brokenRow, overlongRow]) {
        const { row: bad, fieldErrors } = make(line.fields, `${lines}.0.`)
        if (Object.keys(fieldErrors).length > 0)
          await refusedFor({ ...row, [lines]: [{ ...least, ...bad }] }, fieldErrors)
      }
      if (!entity.document || !Object.keys(entity.actions).includes('submit')) continue
      for (const [field] of typedFields(line.fields).filter(([, each]) => isRequired(each, least)))
        await refusedFor(submitted({ ...row, [lines]: [{ ...least, [field]: null }] }), {
          [`${lines}.0.${field}`]: 'required',
        })
    }
    const references = typedFields(entity.fields).filter(([, { to }]) => to !== undefined)
    const nowhere = ({ kind }: Field) => (kind === 'references' ? [999_999_999] : 999_999_999)
    for (const [field, each] of references.filter(([field]) => !implied.includes(field)))
      await refusedFor(
        { ...row, [field]: nowhere(each) },
        { [faultAt[`${name}.${field}`] ?? field]: expect.any(String) },
      )
    const codes = typedFields(entity.fields).filter(([, { kind }]) => kind === 'enumeration')
    const each = (value: string) => Object.fromEntries(codes.map(([field]) => [field, value]))
    if (codes.length > 0) await refusedFor({ ...row, ...each('NOBODY') }, each('option'))
    expect(await counts()).toEqual(before)
  })

  test('that somebody else has saved since is refused as stale; removed it is gone, or stays for a named reason', async () => {
    const { data } = await save(await newRow(entity))
    const { id, rowVersion } = data
    const posted = ['usematerialrecord', 'consumablesout'].includes(entity.name)
    const stale = await save({ id, rowVersion: (rowVersion as number) + 7 })
    expect(stale.status).toBe(1003)
    if (!posted) expect((await save({ id, rowVersion })).status).toBe(0)
    if (!entity.operations.includes('remove')) return
    const before = await counts()
    const { data: removed } = await call(`template/delete/${name}`, { ids: [id] })
    const [outcome] = removed.rows
    expect([0, 1004, 1008]).toContain(outcome.status)
    // That something was wrong with a lot is decided on, and an accident is followed up: neither is ever deleted.
    expect(outcome.ok).toBe(!posted && entity.removableIn?.length !== 0)
    const after = await counts()
    expect(after.auditlog).toBe((before.auditlog as number) + (outcome.ok ? 1 : 0))
    if (outcome.ok) expect((await get(`template/edit/${name}`, { id })).status).toBe(1005)
    expect((await call(`template/delete/${name}`, { ids: [id] })).data.rows[0].ok).toBe(false)
  })
})

const uniqueFields = (entity: Entity) =>
  Object.entries<Field>(entity.fields).filter(([, field]) => field.unique && !field.serverManaged)

test.each(saving.filter(([, entity]) => uniqueFields(entity).length > 0))(
  'a row of %s that takes what must be its own from another is refused at that field',
  async (name, entity) => {
    const save = (row: Values) => call(`template/save/${name}`, row)
    const unique = uniqueFields(entity)
    const [first, second] = [await newRow(entity), await newRow(entity)]
    const all = Object.fromEntries(
      unique.map(([field, each]) => [field, first[field] ?? sampleOf(each, `${name}U`.slice(-9), idOf)]),
    )
    expect((await save({ ...first, ...all })).status).toBe(0)
    for (const [field] of unique) {
      const answer = await save({ ...second, [field]: all[field] })
      expect([field, answer.status, answer.data]).toEqual([field, 1001, { [field]: 'taken' }])
    }
  },
)

describe.each(listed)('a list of %s', (name, entity) => {
  const list = (query: Values) => call(`template/list/${name}`, query)
  const fields = Object.entries<Field>(entity.fields)

  test('sorts by each of its columns and filters by each of its filters', async () => {
    // Several at a time: what the database cannot sort or compare by fails in company too.
    const sortable = fields
      .filter(([, each]) => each.list && !['references', 'enumerations'].includes(each.kind))
      .map(([field]) => field)
    for (let first = 0; first < sortable.length; first += 8) {
      const sort = sortable.slice(first, first + 8).map((field, index) => [field, index % 2 === 0 ? 'asc' : 'desc'])
      const { status, data } = await list({ sort })
      expect([status, data]).toEqual([0, expect.objectContaining({ page: 1 })])
      expect(data.rows.length > 0).toBe(data.total > 0)
    }
    const where = fields
      .filter(([, each]) => each.filter)
      .map(([field, each]) => ({
        field,
        op: 'eq',
        value: sampleOf({ ...each, kind: single(each) }, 'x', to => idOf(to) || 1),
      }))
    expect(await list({ where })).toMatchObject({ status: 0, data: { page: 1 } })
    expect((await list({ sort: [['nobodyKnows', 'asc']] })).status).toBe(1001)
    expect((await list({ where: [{ field: 'nobodyKnows', op: 'eq', value: 1 }] })).status).toBe(1001)
  })

  test('tells its definition and offers its rows for choosing', async () => {
    const { data: config } = await get(`template/config/${name}`, {})
    expect(config).toMatchObject({ name, titleField: entity.title, calls: entity.operations })
    expect(config.fields.map((field: Values) => field.name)).toEqual(Object.keys(entity.fields))
    expect(config.actions.map((action: Values) => action.name)).toEqual(Object.keys(entity.actions))
    expect(config.fields.filter((field: Values) => !field.title || field.title === `${name}.${field.name}`)).toEqual([])
    const options = await get(`template/options/${name}`, {})
    expect(options.status).toBe(0)
    expect(options.data.every((option: Values) => Number.isInteger(option.value) && option.label !== undefined)).toBe(
      true,
    )
    expect(options.data.length).toBeLessThanOrEqual(20)
  })
})

const single = (field: Field) =>
  field.kind === 'references' ? 'reference' : field.kind === 'enumerations' ? 'enumeration' : field.kind

test('what is only read is neither saved nor removed', async () => {
  const readOnly = withPage.filter(entity => !entity.operations.includes('save'))
  expect(readOnly.length).toBeGreaterThan(5)
  for (const { name } of readOnly) {
    expect([name, (await call(`template/save/${name}`, {})).http]).toEqual([name, 404])
    expect([name, (await call(`template/delete/${name}`, { ids: [1] })).http]).toEqual([name, 404])
  }
  for (const { entity } of tables().filter(({ entity }) => !hasCalls(entity)))
    expect([entity.name, (await call(`template/list/${entity.name}`, {})).http]).toEqual([entity.name, 404])
})
