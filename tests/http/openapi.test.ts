/** Answers as openapi.json describes them. */
import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, hasCalls } from '#contract/schema/entity.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
let described: Described
let soy: Lot
let made: Lot
let planId: number

interface Operation {
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> } }
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Where a value is not as its schema says. */
function differences(schema: JsonSchema, value: unknown, place: string): readonly string[] {
  if (typeof schema.$ref === 'string')
    return differences(described.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? { enum: [] }, value, place)
  if (Array.isArray(schema.anyOf)) {
    const each = schema.anyOf.map(one => differences(one, value, place))
    return each.find(found => found.length === 0) ?? each.flat()
  }
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? [] : [`${place}: ${value} is no code`]
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const isOf = types.includes(typeOf(value)) || (types.includes('number') && typeof value === 'number')
  if (types.length > 0 && !isOf) return [`${place}: ${typeOf(value)}`]
  if (Array.isArray(value))
    return value.flatMap((item, index) => differences((schema.items as JsonSchema) ?? {}, item, `${place}.${index}`))
  if (typeof value !== 'object' || value === null) return []
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
    readonly additionalProperties?: JsonSchema
  }
  return [
    ...required.filter(name => !Object.hasOwn(value, name)).map(name => `${place}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, held]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      return own ? differences(own, held, `${place}.${name}`) : []
    }),
  ]
}

/** Calls and compares; answers the data. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function compared(method: 'GET' | 'POST', path: string, given: object = {}): Promise<any> {
  const { status, message, data } = await at.server.call(method, path, given, at.token)
  expect([path, status, message]).toEqual([path, 0, ''])
  const schema = described.paths[`/${path}`]?.[method.toLowerCase()]?.responses[200].content['application/json']?.schema
  const { data: shape = {} } = (schema?.properties ?? {}) as { readonly data?: JsonSchema }
  expect(Object.keys(shape), path).not.toEqual([])
  expect(differences(shape, data, path)).toEqual([])
  return data
}

beforeAll(async () => {
  const { day, plant, server, token } = at
  const response = await fetch(`${server.url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  described = (await response.json()) as Described
  await day.product('X1', [['M001', '1']])
  soy = await plant.lot('M001', '100')
  made = await day.madeFrom('X1', soy, '40', '40')
  await day.sell('D001', [day.saleLine('X1', made.id, '12')])
  planId = await plant.plan('X1', '10')
})

test('every call says what it answers', () => {
  const silent = Object.entries(described.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) => {
      const { schema } = responses[200]?.content?.['application/json'] ?? {}
      const { data } = (schema?.properties ?? {}) as { readonly data?: JsonSchema }
      return data && Object.keys(data).length === 0 ? [`${method} ${path}`] : []
    }),
  )
  // The description itself comes without an envelope.
  expect(silent).toEqual(['get /openapi.json'])
})

test('lists, records, choices and definitions are as described', async () => {
  for (const entity of Object.values<Entity>(entities).filter(hasCalls)) {
    await compared('GET', `template/config/${entity.name}`)
    await compared('GET', `template/options/${entity.name}`)
    if (!entity.operations.includes('list')) continue
    const { rows } = await compared('POST', `template/list/${entity.name}`)
    const [first] = rows
    if (first && entity.operations.includes('load'))
      await compared('GET', `template/edit/${entity.name}`, { id: first.id })
  }
})

test('session, home and plan calls are as described', async () => {
  for (const path of [
    'Lang/List',
    'String/List',
    'String/Pinyin',
    'SystemSetting/AuthMenuList',
    'SystemSetting/MenuList',
  ])
    await compared('GET', path)
  for (const path of ['Home/CreateCode', 'SystemSetting/NotifyMine', 'Home/GetCharts', 'User/AuthenticatorGet'])
    await compared('GET', path)
  await compared('POST', 'Home/GetSysInfo')
  for (const path of ['GetProduceMateriaList', 'GetProducePlanMaterialStoreOutList', 'GetProducePlanState'])
    await compared('GET', `Produce/${path}`, { planId })
  await compared('GET', 'Produce/GetProducePlanLabelValueList')
  await compared('GET', 'Material/InitSpecByMaterialId', { materialId: at.day.id('material', 'M001') })
})

test.each([
  ['Asc', () => ({ lotNos: [soy.lotNo] })],
  ['Desc', () => ({ productLotNos: [made.lotNo] })],
])('traces %s are as described', async (direction, asked) => {
  const { asOfSeq } = await compared('POST', `SafetyReview/Review${direction}`, asked())
  const page = { ...asked(), asOfSeq, section: 'reviewproductlot' }
  await compared('POST', `SafetyReview/Review${direction}Rows`, page)
  await compared('POST', `SafetyReview/Review${direction}Graph`, asked())
})
