/** Proxies whose `X-Forwarded-For` is believed, and the address a request comes from. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../../domain/auth/networks.ts'

/**
 * The addresses in TRUST_PROXY, divided by commas. No networks, names or counts of hops: whoever is believed by mistake
 * chooses his own address.
 * @throws Error naming what is no address
 */
export function trustedProxies(text: string | undefined): readonly string[] {
  const named = (text ?? '').split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim()]))
  const stray = named.find(address => isIP(address) === 0)
  if (stray !== undefined)
    throw new Error(`TRUST_PROXY names addresses of proxies, divided by commas; ${JSON.stringify(stray)} is none.`)
  return named
}

/** The address of whoever asks, in one form; what a proxy reports and is no address counts as the proxy's own. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const { remoteAddress = '' } = socket
  // A short form like `10.1` is none that a proxy writes.
  return (isIP(ip) ? plainAddress(ip) : plainAddress(remoteAddress)) ?? remoteAddress
}
