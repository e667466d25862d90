/** Trusted proxies (`X-Forwarded-For`), and the client address. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../../domain/auth/networks.ts'

/**
 * Addresses from TRUST_PROXY. Never networks or names: wrongly trusted clients choose their address.
 * @throws Error naming an invalid address
 */
export function trustedProxies(text: string | undefined): readonly string[] {
  const named = (text ?? '').split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim()]))
  const stray = named.find(address => isIP(address) === 0)
  if (stray !== undefined)
    throw new Error(`TRUST_PROXY names addresses of proxies, divided by commas; ${JSON.stringify(stray)} is none.`)
  return named
}

/** Normalized client address; an invalid forwarded one falls back to the proxy's. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const { remoteAddress = '' } = socket
  // Proxies never write short forms such as `10.1`.
  return (isIP(ip) ? plainAddress(ip) : plainAddress(remoteAddress)) ?? remoteAddress
}
