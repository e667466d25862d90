/** Generic calls of every entity, as concrete routes. */
import { AppError, invalid } from '#contract/schema/answer.ts'
import {
  type Entity,
  type GenericCall,
  hasCalls,
  hasHistory,
  postsOnSave,
  submitActionOf,
} from '#contract/schema/entity.ts'
import { bigint, type Fields, isEmpty, isObject, ref, secretsOf, type Values } from '#contract/schema/field.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { type Permission, permits } from '#contract/schema/permission.ts'
import { shapeOfEntity, shapeOfFields } from '#contract/schema/shape.ts'
import { templateCalls } from '#contract/schema/templateCalls.ts'
import { recordHistory } from '#contract/system/recordHistory.ts'
import { historyOf } from '../domain/basis/history.ts'
import { disclosed, hasPersonal, listFor } from '../domain/basis/privacy.ts'
import { localized } from '../domain/basis/systemTexts.ts'
import { bulkSave, eligibleForBulk } from '../domain/bulkSave.ts'
import { loadRecord, prepareRecord, removeRecord, runAction, saveRecord } from '../domain/records.ts'
import { choiceRoutes } from './calls/choices.ts'
import { listQueryOf } from './calls/listQuery.ts'
import { checked, idOf, idsOf, maxParts, versionOf } from './calls/parameters.ts'
import type { CallPart, Route, RouteHandler } from './calls/route.ts'
import { configOf } from './config.ts'

const idShape = { type: 'integer' }
const idsShape = { type: 'object', properties: { ids: { type: 'array', items: idShape } }, required: ['ids'] }

const listShape: JsonSchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', default: 1 },
    size: { type: 'integer', default: 50, maximum: 200 },
    sort: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    where: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, op: { type: 'string' }, value: {} } },
    },
    q: { type: 'string' },
  },
}

/** Row of an entity, described once for all calls. */
export const rowAnswer = ({ name }: Entity): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Page of a list, its rows those of the entity. */
export function pageAnswer(entity: Entity): JsonSchema {
  const { schema } = templateCalls.list.returns
  const rows = { type: 'array', items: rowAnswer(entity) }
  return { ...schema, properties: { ...(schema.properties as object), rows } }
}

export const savedAnswer = (entity: Entity): JsonSchema => ({
  anyOf: [rowAnswer(entity), templateCalls.saveRows.returns.schema],
})

export const idFields: Fields = { id: ref('记录', '', { required: true }) }

/** Permission: page and button; personal entities need only a session. */
export const permissionOf = ({ name, ownedBy }: Entity, button?: string): Permission =>
  ownedBy ? 'session' : { menu: name, ...(button === undefined ? {} : { button }) }

const onePerId = (parameters: Values): readonly CallPart[] => {
  const { ids: _, ...given } = parameters
  return idsOf(parameters).map(id => ({ about: { id }, parameters: { ...given, id } }))
}

export const onePerRow = (parameters: Values): readonly CallPart[] | null => {
  const { rows } = parameters
  if (rows === undefined) return null
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isObject)) throw invalid({ rows: 'lines' })
  if (rows.length > maxParts) throw new AppError('tooLarge')
  return rows.map(row => ({ about: {}, parameters: row }))
}

function submitButton(entity: Entity): string {
  const name = submitActionOf(entity)
  if (!name) throw invalid({ submit: 'unknown' })
  return entity.actions[name]?.button ?? name
}

/** Saves one row; adding, editing and posting are separate permissions. */
export const saveWith =
  (entity: Entity): RouteHandler =>
  async (context, { submit = false, ...row }) => {
    if (typeof submit !== 'boolean') throw invalid({ submit: 'flag' })
    const buttons = [isEmpty(row.id) ? 'add' : 'edit', ...(submit ? [submitButton(entity)] : [])]
    for (const button of buttons) {
      const permission = permissionOf(entity, button)
      if (!permits(context.grants, permission)) throw new AppError('notPermitted', permission)
    }
    if (!isEmpty(row.id)) idOf(row)
    if (row.rowVersion !== undefined && !Number.isInteger(row.rowVersion)) throw invalid({ rowVersion: 'integer' })
    return localized(context.locale, entity, await saveRecord(context, entity, row, submit))
  }

/** Bulk save; adding and editing need permissions. */
const saveTogetherWith =
  (entity: Entity): NonNullable<Route['runBatch']> =>
  async (context, rows) => {
    const may = (button: string) => permits(context.grants, permissionOf(entity, button))
    const rights = { add: may('add'), edit: may('edit') }
    // Rows that post or lack an id run alone, for exact errors.
    const isPlain = (row: Values) =>
      row.submit === undefined &&
      (isEmpty(row.id) ? rights.add : rights.edit && Number.isSafeInteger(row.id)) &&
      (row.rowVersion === undefined || Number.isInteger(row.rowVersion))
    const plain = rows.filter(isPlain)
    const saved = plain.length > 0 ? await bulkSave(context, entity, plain) : []
    const byRow = new Map(plain.map((row, at) => [row, saved[at] ?? null]))
    return rows.map(row => byRow.get(row) ?? null)
  }

export const loadWith =
  (entity: Entity): RouteHandler =>
  async (context, parameters) => {
    const row = await loadRecord(context, entity, idOf(checked(idFields, parameters)))
    return (await disclosed(context, entity, [row]))[0]
  }

const historyFields: Fields = { ...idFields, before: bigint('早于') }

const historyWith =
  (entity: Entity): RouteHandler =>
  async (context, parameters) => {
    const { before, ...asked } = checked(historyFields, parameters)
    return historyOf(context, entity, idOf(asked), isEmpty(before) ? undefined : Number(before))
  }

export const removeWith =
  (entity: Entity): RouteHandler =>
  async (context, parameters) => {
    await removeRecord(context, entity, idOf(checked(idFields, parameters)))
    return null
  }

export const prepareWith =
  (entity: Entity): RouteHandler =>
  (context, given) =>
    prepareRecord(context, entity, given)

const runWith =
  (entity: Entity, action: string): RouteHandler =>
  async (context, parameters) => {
    const { id: _, versions, ...given } = parameters
    const id = idOf(parameters)
    const row = await runAction(context, entity, action, id, given, versionOf(versions, id))
    return localized(context.locale, entity, row)
  }

function readingRoutes(entity: Entity): readonly Route[] {
  const { name } = entity
  const page = [permissionOf(entity)]
  const reads = { permissions: page, writes: false, onPrimary: hasPersonal(entity) } as const
  const has = (call: GenericCall) => entity.operations.includes(call)
  return [
    {
      ...reads,
      method: 'GET',
      path: `template/config/${name}`,
      purpose: `Definition of ${name}.`,
      query: {},
      returns: { type: 'object' },
      handle: async context => configOf(entity, context),
    },
    ...choiceRoutes(entity),
    ...(has('list')
      ? [
          {
            ...reads,
            method: 'POST' as const,
            path: `template/list/${name}`,
            purpose: `A page of ${name}.`,
            body: listShape,
            returns: pageAnswer(entity),
            handle: (async (context, body) => listFor(context, entity, listQueryOf(body))) satisfies RouteHandler,
          },
        ]
      : []),
    ...(has('load')
      ? [
          {
            ...reads,
            method: 'GET' as const,
            path: `template/edit/${name}`,
            purpose: `One ${name} with its lines.`,
            query: idFields,
            returns: rowAnswer(entity),
            handle: loadWith(entity),
          },
        ]
      : []),
    ...(hasHistory(entity)
      ? [
          {
            ...reads,
            method: 'GET' as const,
            path: `template/${recordHistory.verb}/${name}`,
            purpose: `Changes of one ${name} by the audit trail, newest first.`,
            query: historyFields,
            returns: recordHistory.returns.schema,
            handle: historyWith(entity),
          },
        ]
      : []),
  ]
}

function savingRoutes(entity: Entity): readonly Route[] {
  const { name } = entity
  if (!entity.operations.includes('save')) return []
  const row = shapeOfEntity(entity)
  return [
    {
      method: 'POST',
      path: `template/save/${name}`,
      permissions: saveButtons(entity),
      writes: true,
      ticket: entity.ticket === true,
      isTriable: postsOnSave(entity) || entity.document === true,
      secrets: secretsOf(entity.fields),
      purpose: `Saves a ${name}, new or changed, or up to 500 of them as rows.`,
      body: {
        anyOf: [row, { type: 'object', properties: { rows: { type: 'array', items: row, maxItems: maxParts } } }],
      },
      parts: onePerRow,
      returns: savedAnswer(entity),
      ...(eligibleForBulk(entity) ? { runBatch: saveTogetherWith(entity) } : {}),
      handle: saveWith(entity),
    },
    {
      method: 'POST',
      path: `template/prepare/${name}`,
      permissions: [permissionOf(entity, 'add')],
      writes: false,
      // References are locked, as by a save.
      onPrimary: true,
      purpose: `Values a new ${name} starts with, given some of them.`,
      body: row,
      returns: templateCalls.prepare.returns.schema,
      handle: prepareWith(entity),
    },
  ]
}

export const saveButtons = (entity: Entity) => [permissionOf(entity, 'add'), permissionOf(entity, 'edit')]

function removingRoutes(entity: Entity): readonly Route[] {
  const { name } = entity
  if (!entity.operations.includes('remove')) return []
  return [
    {
      method: 'POST',
      path: `template/delete/${name}`,
      permissions: [permissionOf(entity, 'delete')],
      writes: true,
      purpose: `Removes up to 500 of ${name}, each with its own outcome.`,
      body: idsShape,
      parts: onePerId,
      isTriable: true,
      returns: templateCalls.onEach.returns.schema,
      handle: removeWith(entity),
    },
  ]
}

const actionRoutes = (entity: Entity): readonly Route[] =>
  Object.entries(entity.actions).map(([name, action]) => ({
    method: 'POST',
    path: `template/${name}/${entity.name}`,
    permissions: [{ menu: entity.name, button: action.button ?? name }],
    writes: true,
    isTriable: entity.document === true || action.rehearsed === true,
    purpose: `Does ${name} on up to 500 of ${entity.name}, each with its own outcome.`,
    body: {
      ...idsShape,
      properties: {
        ...idsShape.properties,
        versions: { type: 'object', additionalProperties: idShape },
        ...(shapeOfFields(action.arguments ?? {}).properties as object),
      },
    },
    parts: onePerId,
    returns: templateCalls.onEach.returns.schema,
    handle: runWith(entity, name),
  }))

/** Generic routes of an entity, if any. */
export function templateRoutes(entity: Entity): readonly Route[] {
  if (!hasCalls(entity)) return []
  return [...readingRoutes(entity), ...savingRoutes(entity), ...removingRoutes(entity), ...actionRoutes(entity)]
}
