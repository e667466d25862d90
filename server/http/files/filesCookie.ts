/**
 * Cookie for reading stored files, where scripts cannot send a token. HttpOnly, same-site, reads only (security.md
 * T33).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { filesSeconds } from '../../domain/auth/tokens.ts'

const name = 'lotlineFiles'

/** Plants use plain HTTP internally; behind TLS the cookie is Secure. */
const isSecure = () => process.env.PUBLIC_ORIGIN?.startsWith('https:') === true

/** Sets the files cookie; null clears it. */
export function setFilesCookie(reply: FastifyReply, token: string | null): void {
  const age = token === null ? 0 : filesSeconds
  const secure = isSecure() ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${name}=${token ?? ''}; Path=/files; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`,
  )
}

export function filesTokenOf(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,200})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null
}
