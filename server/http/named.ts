/** Generic calls at the specification's paths: same handlers, same permissions. */

import { referrersOf } from '#contract/pages.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Fields, secretsOf } from '#contract/schema/field.ts'
import { shapeOfEntity, shapeOfFields } from '#contract/schema/shape.ts'
import { templateCalls } from '#contract/schema/templateCalls.ts'
import { hasPersonal, listFor } from '../domain/basis/privacy.ts'
import { optionFields, optionsWith } from './calls/choices.ts'
import { flatListQueryOf, listFields } from './calls/listQuery.ts'
import { checked } from './calls/parameters.ts'
import type { Route, RouteHandler } from './calls/route.ts'
import {
  idFields,
  loadWith,
  onePerRow,
  pageAnswer,
  prepareWith,
  removeWith,
  rowAnswer,
  saveButtons,
  savedAnswer,
  saveWith,
} from './template.ts'

type Method = Route['method']

function readPath(said: string, defaultMethods: readonly Method[]): readonly (readonly [Method, string])[] {
  const [first = '', second] = said.split(' ')
  return second === undefined ? defaultMethods.map(method => [method, first]) : [[first as Method, second]]
}

type Rest = Omit<Route, 'method' | 'path' | 'query' | 'body'>

const routesAt = (
  said: string | undefined,
  defaultMethods: readonly Method[],
  takes: Fields,
  rest: Rest,
): readonly Route[] =>
  said === undefined
    ? []
    : readPath(said, defaultMethods).map(([method, path]) => ({
        method,
        path,
        ...(method === 'GET' ? { query: takes } : { body: shapeOfFields(takes) }),
        ...rest,
      }))

function listWith(entity: Entity): RouteHandler {
  const fields = listFields(entity)
  return async (context, parameters) => listFor(context, entity, flatListQueryOf(checked(fields, parameters)))
}

export function namedRoutes(entity: Entity): readonly Route[] {
  const { name, calls = {} } = entity
  const page = { permissions: [{ menu: name }], writes: false, onPrimary: hasPersonal(entity) } as const
  const lookups = typeof calls.options === 'string' ? [calls.options] : (calls.options ?? [])
  return [
    ...routesAt(calls.list, ['GET'], listFields(entity), {
      ...page,
      purpose: `A page of ${name}.`,
      returns: pageAnswer(entity),
      handle: listWith(entity),
    }),
    ...routesAt(calls.load, ['GET'], idFields, {
      ...page,
      purpose: `One ${name} with its lines.`,
      returns: rowAnswer(entity),
      handle: loadWith(entity),
    }),
    ...lookups.flatMap(path => {
      const isWhole = !path.includes('/Remote')
      return routesAt(path, ['GET'], optionFields(entity), {
        permissions: [{ menu: [name, ...referrersOf(name)] }],
        writes: false,
        purpose: `${isWhole ? 'All' : 'At most 20'} choices of ${name}, as value and label.`,
        returns: templateCalls.options.returns.schema,
        handle: optionsWith(entity, isWhole),
      })
    }),
    ...routesAt(calls.prepare, ['GET', 'POST'], entity.fields, {
      permissions: [{ menu: name, button: 'add' }],
      writes: false,
      purpose: `Values a new ${name} starts with, given some of them.`,
      returns: templateCalls.prepare.returns.schema,
      handle: prepareWith(entity),
    }),
    ...routesAt(calls.save, ['POST'], entity.fields, {
      permissions: saveButtons(entity),
      writes: true,
      ticket: entity.ticket === true,
      secrets: secretsOf(entity.fields),
      purpose: `Saves a ${name}, new or changed.`,
      parts: onePerRow,
      returns: savedAnswer(entity),
      handle: saveWith(entity),
    }).map(route => ({ ...route, body: shapeOfEntity(entity) })),
    ...routesAt(calls.remove, ['GET', 'POST'], idFields, {
      permissions: [{ menu: name, button: 'delete' }],
      writes: true,
      purpose: `Removes a ${name}.`,
      returns: { type: 'null' },
      handle: removeWith(entity),
    }),
  ]
}
