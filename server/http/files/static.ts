/** Static client: immutable assets, one page for console URLs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const localePrefix = /^\/(zh-CN|zh-TW|en-US)(?=\/|$)/

/** Path traversal check, decoded; undecodable paths count as traversal. */
function climbs(path: string): boolean {
  try {
    return decodeURIComponent(path)
      .split(/[/\\]/)
      .some(part => part === '.' || part === '..')
  } catch {
    return true
  }
}

/** Page URLs: calls begin with a capital or `template/`, files have dots. */
export function isPageUrl(url: string): boolean {
  const path = (url.split('?')[0] ?? '').replace(localePrefix, '') || '/'
  if (path.startsWith('//') || /%2f|%5c/i.test(path) || climbs(path)) return false
  const [first = '', ...rest] = path.slice(1).split('/')
  const last = rest.at(-1) ?? first
  return !/^[A-Z]/.test(first) && first !== 'template' && !last.includes('.')
}

/**
 * Serves a directory, with index.html for page URLs.
 * @returns predicate of those requests
 */
export async function serveStatic(
  app: FastifyInstance,
  directory: string | undefined,
): Promise<(request: FastifyRequest) => boolean> {
  if (!directory || !existsSync(join(directory, 'index.html'))) return () => false
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = ['assets', 'static/UE'].some(folder => path.includes(join(directory, folder)))
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return request => request.method === 'GET' && isPageUrl(request.url)
}
