/** Cookie for stored files, where no token fits: HttpOnly, same-site, reads only. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { filesSeconds } from '../../domain/auth/tokens.ts'

const name = 'lotlineFiles'

/** Plants use plain HTTP internally; behind TLS the cookie is Secure. */
const isSecure = () => process.env.PUBLIC_ORIGIN?.startsWith('https:') === true

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
