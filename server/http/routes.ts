/** All routes: mounted, documented, swept by tests. */
import { calls, entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { FileAnswer } from '../domain/basis/fileAnswer.ts'
import { type BusinessCallName, handlers } from '../domain/calls.ts'
import type { Route } from './calls/route.ts'
import { fileRoutes } from './files/files.ts'
import { namedRoutes } from './named.ts'
import { describeRoutes } from './openapi.ts'
import { routeOfCall, sessionRoutes } from './sessionRoutes.ts'
import { templateRoutes } from './template.ts'
import { transferRoutes } from './transferRoutes.ts'

const routeNamed = <N extends BusinessCallName>(name: N): Route => routeOfCall(calls[name], handlers[name])

/** Notices tell of what is only just written; PDFs of papers are recorded. */
const onPrimary: ReadonlySet<BusinessCallName> = new Set(['ownNotices', 'paperPdf'])

function businessRoutes(): readonly Route[] {
  const names = Object.keys(handlers) as BusinessCallName[]
  return names.map(name => (onPrimary.has(name) ? { ...routeNamed(name), onPrimary: true } : routeNamed(name)))
}

/**
 * Validates the routes.
 * @throws Error without permissions, on duplicates, or for an unserved call
 */
export function refuseFlawed(list: readonly Route[]): void {
  const seen = new Set<string>()
  for (const { method, path, permissions } of list) {
    const place = `${method} ${path}`
    if (permissions.length === 0 || permissions.some(permission => !permission))
      throw new Error(`${place} says no permission`)
    if (seen.has(place)) throw new Error(`${place} is there twice`)
    seen.add(place)
  }
  for (const { method, path } of Object.values(calls)) {
    if (!seen.has(`${method} ${path}`)) throw new Error(`${method} ${path} is declared and not served`)
  }
}

const openapi: Route = {
  method: 'GET',
  path: 'openapi.json',
  permissions: ['session'],
  writes: false,
  purpose: 'This description.',
  query: {},
  // Without envelope: OpenAPI tools expect a bare document.
  handle: async () =>
    new FileAnswer(
      'openapi.json',
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(describeRoutes(routes))),
    ),
}

const all = Object.values<Entity>(entities)

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...all.flatMap(templateRoutes),
  ...all.flatMap(transferRoutes),
  ...all.flatMap(namedRoutes),
  ...businessRoutes(),
  ...fileRoutes,
  openapi,
]
