/** Guarded picture fetch: checks each hop, unlike the library's redirects. */
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { isLiteral } from './addresses.ts'

export interface Fence {
  readonly mayReach: (address: string) => boolean
  readonly ports: readonly number[]
  readonly mayAsk?: (hostname: string) => boolean
  readonly bytes: number
  readonly hops: number
  /** Name resolution; the operating system's by default. */
  readonly lookup?: LookupFunction
}

export interface Fetched {
  readonly bytes: Buffer
  readonly type: string
  readonly url: URL
}

/** Uniform error: details would help probing. */
export class Unfetchable extends Error {}

/** Resolves a name, provided every address is allowed. */
const fenced =
  ({ mayReach, lookup: ask = lookup as LookupFunction }: Fence): LookupFunction =>
  (hostname, options, callback) => {
    ask(hostname, { ...options, all: true }, (error, found) => {
      const all = (Array.isArray(found) ? found : [{ address: String(found), family: 4 }]) as {
        address: string
        family: number
      }[]
      const refused = error ?? (all.length > 0 && all.every(each => mayReach(each.address)) ? null : new Unfetchable())
      const [first] = all
      if (refused || !first) callback(refused ?? new Unfetchable(), '', 4)
      else if (options.all) callback(null, all)
      else callback(null, first.address, first.family)
    })
  }

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/**
 * Next hop.
 * @throws Unfetchable if forbidden
 */
function permitted(said: string, base: URL | undefined, fence: Fence): URL {
  if (said.length > 2000 || !URL.canParse(said, base)) throw new Unfetchable()
  const url = new URL(said, base)
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
  if (!isPlain || !fence.ports.includes(portOf(url))) throw new Unfetchable()
  if (fence.mayAsk && !fence.mayAsk(url.hostname)) throw new Unfetchable()
  // Literals skip name resolution, so check here.
  if (isLiteral(url.hostname) && !fence.mayReach(url.hostname.replace(/^\[|\]$/g, ''))) throw new Unfetchable()
  return url
}

const redirects = new Set([301, 302, 303, 307, 308])

async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw new Unfetchable()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

type Hop = { readonly to: string } | Omit<Fetched, 'url'>

async function hop(url: URL, fence: Fence, agent: Agent, signal: AbortSignal): Promise<Hop> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method: 'GET',
    // Compressed bodies could not be counted before unpacking.
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif', 'accept-encoding': 'identity' },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    signal,
  })
  try {
    if (redirects.has(statusCode)) return { to: String(headers.location ?? '') }
    const isWhole = statusCode === 200 && (headers['content-encoding'] ?? 'identity') === 'identity'
    if (!isWhole || Number(headers['content-length'] ?? 0) > fence.bytes) throw new Unfetchable()
    return { bytes: await collect(body, fence.bytes), type: String(headers['content-type'] ?? '') }
  } finally {
    body.on('error', () => undefined).destroy()
  }
}

/**
 * Fetches a picture.
 * @throws Unfetchable for every failure
 */
export async function fetchPicture(said: string, fence: Fence, signal: AbortSignal): Promise<Fetched> {
  const agent = new Agent({
    connect: { lookup: fenced(fence), timeout: 5_000 },
    pipelining: 0,
    maxHeaderSize: 16 * 1024,
  })
  try {
    let url = permitted(said, undefined, fence)
    for (let left = fence.hops; ; left--) {
      const found = await hop(url, fence, agent, signal)
      if (!('to' in found)) return { ...found, url }
      if (left === 0) throw new Unfetchable()
      url = permitted(found.to, url, fence)
    }
  } catch {
    throw new Unfetchable()
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}
