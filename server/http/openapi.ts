import { entities } from '#contract/index.ts'
import { refusals } from '#contract/schema/answer.ts'
import { type Entity, hasCalls } from '#contract/schema/entity.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { shapeOfField, shapeOfRow } from '#contract/schema/shape.ts'
import { realtimePath } from '#contract/system/realtime.ts'
import { productVersion } from '../domain/basis/productVersion.ts'
import type { Route } from './calls/route.ts'

const answerOf = (data: JsonSchema) => ({
  type: 'object',
  properties: { status: { type: 'integer' }, message: { type: 'string' }, data },
  required: ['status', 'message', 'data'],
})

const isFile = ({ returns }: Route) => returns?.format === 'binary'

/** Envelope with what is answered; of a file its bytes. */
const contentOf = (route: Route) =>
  isFile(route)
    ? { 'application/octet-stream': { schema: route.returns } }
    : { 'application/json': { schema: answerOf(route.returns ?? {}) } }

const trial = {
  name: 'Trial',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'With any value the call runs, answers, and is rolled back.',
}

const parametersOf = (route: Route) => [
  ...Object.entries(route.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required === true,
    schema: shapeOfField(field),
  })),
  ...(route.isTriable ? [trial] : []),
]

function bodyOf(route: Route) {
  if (route.method === 'GET') return {}
  if (route.multipart) {
    const file = { type: 'string', format: 'binary' }
    return { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties: { file } } } } } }
  }
  const type = route.isAuthRoute ? 'application/x-www-form-urlencoded' : 'application/json'
  return { requestBody: { content: { [type]: { schema: route.body ?? {} } } } }
}

function operationOf(route: Route) {
  const open = route.permissions.includes('public')
  return {
    summary: route.purpose,
    operationId: `${route.method.toLowerCase()}_${route.path.replace(/\W/g, '_')}`,
    ...(open ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...bodyOf(route),
    responses: { 200: { description: isFile(route) ? 'its bytes' : 'envelope', content: contentOf(route) } },
    'x-permission': route.permissions,
    'x-writes': route.writes,
  }
}

/** Stored files authenticate by a separate cookie, set on sign-in. */
const storedFile = {
  get: {
    summary:
      'A stored file, whole or a range of it, for whoever may see a record it hangs on. See docs/reference/files.md.',
    operationId: 'file',
    'x-permission': ['session'],
    security: [{ filesCookie: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'its bytes' },
      206: { description: 'a range' },
      404: { description: 'none to see' },
    },
  },
}

/** WebSocket upgrade; its messages are in docs/reference/realtime.md. */
const channel = {
  get: {
    summary: 'The realtime channel: a websocket on which changes are told. See docs/reference/realtime.md.',
    operationId: 'realtime',
    'x-permission': ['public'],
    security: [],
    responses: { 101: { description: 'switched to the websocket' }, 403: { description: 'of another origin' } },
  },
}

/** OpenAPI 3.1 document; every route also exists below a locale. */
export function describeRoutes(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = paths[`/${route.path}`] ?? {}
    path[route.method.toLowerCase()] = operationOf(route)
    paths[`/${route.path}`] = path
  }
  paths[`/${realtimePath}`] = channel
  paths['/files/{id}'] = storedFile
  return {
    openapi: '3.1.0',
    info: { title: 'Lotline', version: productVersion },
    servers: ['', 'zh-CN', 'zh-TW', 'en-US'].map(locale => ({ url: `/${locale}` })),
    security: [{ bearer: [] }],
    components: {
      schemas: Object.fromEntries(
        Object.values<Entity>(entities)
          .filter(hasCalls)
          .map(entity => [entity.name, shapeOfRow(entity)]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        filesCookie: { type: 'apiKey', in: 'cookie', name: 'lotlineFiles' },
      },
    },
    paths,
    'x-statuses': Object.fromEntries(
      Object.entries(refusals).map(([name, { status, http }]) => [name, { status, http }]),
    ),
  }
}
