/** Parameters of a request. */
import type { FastifyRequest } from 'fastify'
import type { Values } from '#contract/schema/field.ts'
import { bodyOf, queryOf } from './calls/parameters.ts'
import type { Route } from './calls/route.ts'
import { uploadOf } from './files/multipart.ts'

/** Query of a GET, body of a POST; uploads get both and a reader. */
export function requestParameters(route: Route, request: FastifyRequest): Values {
  if (route.method === 'GET') return queryOf(route.query ?? {}, request.query)
  if (!route.bringsFile) return bodyOf(request.body)
  const said = queryOf(route.query ?? {}, request.query)
  return request.isMultipart()
    ? { ...said, file: () => uploadOf(request) }
    : { ...said, ...bodyOf(request.body), ...said }
}
