/** Reference lookup: candidates, and records by text. */
import { referrersOf } from '#contract/pages.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Fields, flag, isObject, refs, text } from '#contract/schema/field.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { templateCalls } from '#contract/schema/templateCalls.ts'
import { options } from '../../db/query/referenceOptions.ts'
import { resolve } from '../../db/query/resolve.ts'
import { maxSearchLength } from '../../db/query/where.ts'
import { guardQuery } from '../../domain/basis/privacy.ts'
import { filterFields } from './listQuery.ts'
import { checked, maxParts } from './parameters.ts'
import type { Route, RouteHandler } from './route.ts'

export const optionFields = (entity: Entity): Fields => ({
  ...filterFields(entity, ['reference', 'enumeration', 'flag']),
  q: text('搜索', { max: 200 }),
  ids: refs('编号', entity.name),
  anyStatus: flag('含停用'),
})

export const optionsWith = (entity: Entity, isWhole = false): RouteHandler => {
  const fields = optionFields(entity)
  return (context, parameters) => {
    const { q, ids, anyStatus, ...where } = checked(fields, parameters)
    guardQuery(context, entity, { where: Object.keys(where).map(field => ({ field, op: 'eq' })) })
    return options(context, entity, {
      ...(typeof q === 'string' ? { q } : {}),
      ...(Array.isArray(ids) ? { ids: ids as number[] } : {}),
      anyStatus: anyStatus === true,
      isWhole,
      where,
    })
  }
}

const namesShape: JsonSchema = {
  type: 'object',
  properties: {
    names: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: maxParts },
    where: { type: 'object' },
  },
  required: ['names'],
}

const isName = (item: unknown): item is string =>
  typeof item === 'string' && item.length <= maxSearchLength && item.normalize('NFKC').length <= maxSearchLength

const resolveWith = (entity: Entity): RouteHandler => {
  const { q: _, ids: __, anyStatus: ___, ...fields } = optionFields(entity)
  return (context, { names, where = {} }) => {
    if (!Array.isArray(names) || names.length > maxParts || !names.every(isName)) throw invalid({ names: 'text' })
    if (!isObject(where)) throw invalid({ where: 'text' })
    checked(fields, where)
    guardQuery(context, entity, { where: Object.keys(where).map(field => ({ field, op: 'eq' })) })
    return resolve(context, entity, names, where)
  }
}

/** Lookup permission follows from permission to fill in the reference. */
export function choiceRoutes(entity: Entity): readonly Route[] {
  const { name, ownedBy } = entity
  const permissions = ownedBy ? (['session'] as const) : [{ menu: [name, ...referrersOf(name)] }]
  return [
    {
      method: 'GET',
      path: `template/options/${name}`,
      permissions,
      writes: false,
      purpose: `At most 20 choices of ${name}, as value and label.`,
      query: optionFields(entity),
      returns: templateCalls.options.returns.schema,
      handle: optionsWith(entity),
    },
    {
      method: 'POST',
      path: `template/resolve/${name}`,
      permissions,
      writes: false,
      purpose: `Which ${name} each of up to 500 texts means, by code, title or both.`,
      body: namesShape,
      returns: templateCalls.resolve.returns.schema,
      handle: resolveWith(entity),
    },
  ]
}
