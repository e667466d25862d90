/** Network addresses normalised for rate limits. */
import ipaddr from 'ipaddr.js'

/** Rate limit key: IPv4 address, or /64 of an IPv6 host. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [a = 0, b = 0, c = 0, d = 0] = (parsed as ipaddr.IPv6).parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toString()}/64`
}

/** Canonical address, mapped IPv4 unwrapped; null if invalid. */
export const plainAddress = (address: string): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
