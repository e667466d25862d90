/**
 * Where the server may go for a picture: addresses that are everybody's, never this machine, this network or the ones a cloud
 * keeps for itself (security.md T30, M10). What is not plainly public is refused.
 */
import ipaddr from 'ipaddr.js'

/** 0:0:0:0:0:0::/96, the old way to write an IPv4 address, which the library takes for a public one. */
const old = ipaddr.IPv6.parseCIDR('::/96')
/** Addresses that stand for IPv4 ones: whatever they stand for is not looked into, they are not gone to. */
const translated = [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')]

/** May a connection be made to this address, as the operating system writes it? */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.parse(bare)
  if (parsed.range() !== 'unicast') return false
  if (!(parsed instanceof ipaddr.IPv6)) return true
  return ![old, ...translated].some(range => parsed.match(range))
}

/** Is the host of a URL an address rather than a name? The URL parser has turned 0x7f.1 and the like into 127.0.0.1 by then. */
export function isLiteral(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}
