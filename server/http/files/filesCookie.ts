/**
 * The cookie by which a browser shows stored files, where no script can send a token. It is good for reading files and
 * nothing else, no script reads it, and no other site has it sent (security.md T33).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { filesSeconds } from '../../domain/auth/tokens.ts'

const name = 'lotlineFiles'

/** Plants run it over plain http in their own network; behind a proxy with a certificate it is never sent without. */
const isSecure = () => process.env.PUBLIC_ORIGIN?.startsWith('https:') === true

/** Hands the browser a token for files, or with null takes it away. */
export function setFilesCookie(reply: FastifyReply, token: string | null): void {
  const age = token === null ? 0 : filesSeconds
  const secure = isSecure() ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${name}=${token ?? ''}; Path=/files; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/** The token a browser sent; null without one. */
export function filesTokenOf(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,200})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null
}
