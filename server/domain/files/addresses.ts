/** SSRF guard: public addresses only, never this host or its network. */
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** IPv4-compatible range ::/96 (obsolete), wrongly public in the library. */
const old = ipaddr.IPv6.parseCIDR('::/96')
/** Ranges that embed IPv4 addresses, refused without decoding. */
const translated = [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')]

/** Connection check of an address, as the operating system formats it. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.parse(bare)
  if (parsed.range() !== 'unicast') return false
  if (!(parsed instanceof ipaddr.IPv6)) return true
  return ![old, ...translated].some(range => parsed.match(range))
}

/** IP literal of a URL host; the parser turned 0x7f.1 into 127.0.0.1. */
export function isLiteral(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}

/** Addresses where clouds tell machines their secrets. */
const metadata: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200'])
const printable: ReadonlySet<string> = new Set(['unicast', 'private', 'uniqueLocal', 'loopback', 'carrierGradeNat'])

/** Address of a printer: also in private networks, never link-local. */
export function isPrinterAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (!printable.has(parsed.range()) || metadata.has(parsed.toString())) return false
  if (!(parsed instanceof ipaddr.IPv6)) return true
  return ![old, ...translated].some(range => parsed.match(range)) || parsed.range() === 'loopback'
}

/** Address of this machine, whose services trust what comes from it. */
export function isOwnMachine(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const own = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  return (
    parsed.range() === 'loopback' || own.some(each => ipaddr.process(each.address).toString() === parsed.toString())
  )
}
