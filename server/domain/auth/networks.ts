/** Network addresses as limits count them. */
import ipaddr from 'ipaddr.js'

/**
 * What one sender counts as: an IPv4 address, or the /64 that an IPv6 host chooses its addresses from. Anything that is no
 * address counts as itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [a = 0, b = 0, c = 0, d = 0] = (parsed as ipaddr.IPv6).parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toString()}/64`
}

/** An address in its shortest form, an IPv4 one always as such; null for what is none. */
export const plainAddress = (address: string): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
