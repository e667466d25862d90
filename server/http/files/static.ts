/** The built client: hashed assets for ever, one page for every URL of the console. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const localePrefix = /^\/(zh-CN|zh-TW|en-US)(?=\/|$)/

/** Does a path go up, however it is written? Of one that cannot be read, it is taken for granted. */
function climbs(path: string): boolean {
  try {
    return decodeURIComponent(path)
      .split(/[/\\]/)
      .some(part => part === '.' || part === '..')
  } catch {
    return true
  }
}

/** May this be the URL of a page? A call starts with a capital letter or `template/`, a file has a dot. */
export function isPageUrl(url: string): boolean {
  const path = (url.split('?')[0] ?? '').replace(localePrefix, '') || '/'
  if (path.startsWith('//') || /%2f|%5c/i.test(path) || climbs(path)) return false
  const [first = '', ...rest] = path.slice(1).split('/')
  const last = rest.at(-1) ?? first
  return !/^[A-Z]/.test(first) && first !== 'template' && !last.includes('.')
}

/** Serves a directory and answers page URLs with its index.html; says which requests those are. */
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
