import { describe, expect, test } from 'vitest'
import { calls, entities, entityNamed, tables } from '#contract/index.ts'
import type { Call } from '#contract/schema/call.ts'
import { type Entity, fieldAt, hasPage, stateOf } from '#contract/schema/entity.ts'
import type { Field, Fields } from '#contract/schema/field.ts'
import { patterns } from '#contract/schema/patterns.ts'
import { shapeOfEntity, shapeOfField, shapeOfFields } from '#contract/schema/shape.ts'
import { validateValue } from '#contract/schema/validate.ts'

const fieldOf = (entity: string, name: string): Field | undefined => entityNamed(entity)?.fields[name]
const every = tables().map(({ entity }) => [entity.name, entity] as const)

describe('the shape of a row', () => {
  test('says kind, title, length, pattern and codes of its fields', () => {
    const { fields } = entities.supply
    expect(shapeOfField(fields.phone)).toEqual({
      type: 'string',
      title: '联系电话',
      maxLength: 20,
      pattern: patterns.PHONE.source,
    })
    expect(shapeOfField(fields.approvalStatus)).toMatchObject({ enum: ['PENDING', 'APPROVED', 'SUSPENDED', 'BLOCKED'] })
    expect(shapeOfField(entities.materialstorein.fields.docNo)).toMatchObject({ readOnly: true })
    expect(shapeOfField(entities.materialstorein.fields.supplyId)).toMatchObject({
      type: 'integer',
      description: 'id of supply',
    })
  })

  test('asks for what a person has to fill, and holds the lines', () => {
    expect(shapeOfFields(entities.lotstatuslog.fields)).toMatchObject({ required: ['reason'] })
    expect(shapeOfEntity(entities.materialstorein)).toMatchObject({
      type: 'object',
      required: ['storeInDate', 'storeInType', 'warehouseId', 'receiverId'],
      properties: {
        id: { type: 'integer' },
        rowVersion: { type: 'integer' },
        lines: { type: 'array', items: { required: expect.arrayContaining(['materialId', 'supplierLotNo']) } },
      },
    })
  })

  test.each(every)('of %s is plain JSON', (_, entity) => {
    const shape = shapeOfEntity(entity)
    expect(JSON.parse(JSON.stringify(shape))).toEqual(shape)
  })
})

describe('the definitions', () => {
  const allFields = every.flatMap(([name, entity]) =>
    Object.entries<Field>(entity.fields).map(([field, of]) => [`${name}.${field}`, of] as const),
  )

  test('refer to entities that exist', () => {
    const known = new Set(every.map(([name]) => name))
    expect(allFields.filter(([, { to }]) => to !== undefined && !known.has(to)).map(([path]) => path)).toEqual([])
  })

  test.each(every)('of %s name only fields and states it has', (_, entity) => {
    const names = new Set([...Object.keys(entity.fields), ...Object.keys(entity.lines), 'id', 'createdAt'])
    // Lists filter by organisation first, so an index may begin with it.
    const columns = new Set([...names, ...(entity.global || entity.line ? [] : ['customerId'])])
    const named = [
      entity.title,
      ...(entity.search ?? []),
      ...(entity.order ?? []).map(([field]) => field),
      ...(entity.checks ?? []).map(check => check.at),
      ...(entity.uniqueTogether ?? []).flat(),
      ...Object.values<Field>(entity.fields).flatMap(({ unique }) => (typeof unique === 'string' ? [unique] : [])),
    ]
    expect(named.filter(name => !names.has(name))).toEqual([])
    const indexed = (entity.indexes ?? []).flatMap(index => [...index.on, ...(index.include ?? [])])
    expect(indexed.filter(name => !columns.has(name))).toEqual([])
    const states = Object.keys((entity.fields as Fields)[stateOf(entity)]?.enumeration?.options ?? {})
    for (const { from, to } of [
      ...Object.values(entity.actions),
      ...Object.values(entity.createsFrom ?? {}).map(b => ({ ...b, to: undefined })),
    ])
      expect([...(from ?? []), ...(to ? [to] : [])].filter(state => !states.includes(state))).toEqual([])
  })

  test.each(every.filter(([, entity]) => entity.related))(
    'of %s show beside a row what has a list and refers to it',
    (name, { related = [] }) => {
      for (const { entity, by } of related) {
        const other = entityNamed(entity)
        expect([entity, other && hasPage(other), other?.operations]).toEqual([
          entity,
          true,
          expect.arrayContaining(['list']),
        ])
        expect({ entity, by, ...fieldOf(entity, by) }).toMatchObject({
          entity,
          by,
          kind: 'reference',
          to: name,
        })
      }
      const shown = related.map(({ entity, by }) => `${entity}.${by}`)
      expect(shown).toEqual([...new Set(shown)])
    },
  )

  test.each(every.filter(([, entity]) => entity.createsFrom))(
    'of %s begin rows that can be saved and refer to it',
    (name, { createsFrom = {} }) => {
      for (const { entity, by } of Object.values(createsFrom)) {
        const begun = entityNamed(entity)
        expect(begun?.operations).toContain('save')
        expect({ entity, by, ...(begun && fieldAt(begun, by)) }).toMatchObject({ kind: 'reference', to: name })
      }
    },
  )

  test.each(every.filter(([, entity]) => entity.nextSteps))(
    'of %s go on by steps that there are, in states that there are',
    (_name, entity) => {
      const states = Object.keys((entity.fields as Fields)[stateOf(entity)]?.enumeration?.options ?? {})
      for (const { step, from, by } of entity.nextSteps ?? []) {
        const target = by === undefined ? entity : entityNamed(fieldAt(entity, by)?.to ?? '')
        expect([step, { ...target?.actions, ...target?.createsFrom }[step]]).toEqual([step, expect.anything()])
        expect(from.filter(state => !states.includes(state))).toEqual([])
      }
    },
  )

  test('number their documents by prefixes of their own, none the beginning of another', () => {
    const numbered = allFields.flatMap(([path, { numbered }]) => (numbered ? [[path, numbered] as const] : []))
    expect(numbered.length).toBeGreaterThan(15)
    for (const [path, prefix] of numbered)
      expect([path, ...numbered.flatMap(([other, its]) => (its.startsWith(prefix) ? [other] : []))]).toEqual([
        path,
        path,
      ])
  })

  test('have defaults that they accept themselves', () => {
    const given = allFields.filter(
      ([, field]) => field.default !== undefined && !['today', 'now'].includes(String(field.default)),
    )
    expect(given.filter(([, field]) => validateValue(field, field.default) !== null).map(([path]) => path)).toEqual([])
  })

  test('of calls and entities take no path twice', () => {
    const paths = [
      ...Object.values<Call>(calls).map(call => `${call.method} ${call.path}`),
      ...Object.values<Entity>(entities).flatMap(({ calls: named = {} }) => Object.values(named).flat().map(String)),
    ]
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  })

  test('are not found under names of the prototype', () => {
    for (const name of ['toString', '__proto__', 'constructor', '']) expect(entityNamed(name)).toBeUndefined()
    expect(entityNamed('brand')).toBe(entities.brand)
  })
})
