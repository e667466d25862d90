/** Pasted remote pictures, fetched and stored like uploads. */
import { setTimeout as delay } from 'node:timers/promises'
import { format } from '#contract/messages/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { limitConcurrency } from '../../db/connection/semaphore.ts'
import { isPublicAddress } from './addresses.ts'
import { captureLimits, uploaded } from './editor.ts'
import { type Fence, type Fetched, fetchPicture } from './fetching.ts'
import { storeFile } from './storeFile.ts'

/** Allow-list of hosts and parents; empty allows all, `off` none. */
export function isNamedHost(named: string | undefined, hostname: string): boolean {
  const hosts = (named ?? '')
    .split(',')
    .map(host => host.trim().toLowerCase())
    .filter(Boolean)
  if (hosts.length === 0) return true
  return named !== 'off' && hosts.some(host => hostname === host || hostname.endsWith(`.${host}`))
}

const publicWeb: Fence = {
  mayReach: isPublicAddress,
  mayAsk: hostname => isNamedHost(process.env.CAPTURE_HOSTS, hostname),
  ports: [80, 443],
  bytes: captureLimits.bytes,
  hops: 3,
}

// Concurrent fetches of the process.
const fetching = limitConcurrency(4)

/** Concurrent fetches per person, so that slow sites block no one else. */
const maxPerPerson = 2
const ofPersons = new Map<number | null, { readonly inTurn: ReturnType<typeof limitConcurrency>; waiting: number }>()

async function inTurnOf<T>(person: number | null, work: () => Promise<T>): Promise<T> {
  const place = ofPersons.get(person) ?? { inTurn: limitConcurrency(maxPerPerson), waiting: 0 }
  ofPersons.set(person, place)
  place.waiting += 1
  try {
    return await place.inTurn(() => fetching(work))
  } finally {
    place.waiting -= 1
    if (place.waiting === 0) ofPersons.delete(person)
  }
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

function nameOf({ url, type }: Fetched): string {
  const ending = endings[type.split(';')[0]?.trim().toLowerCase() ?? '']
  if (!ending) throw new AppError('captureFailed')
  const last =
    url.pathname
      .split('/')
      .at(-1)
      ?.replace(/\.[A-Za-z0-9]{1,10}$/, '') ?? ''
  return `${/^[\w-]{1,60}$/.test(last) ? last : 'picture'}.${ending}`
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function captured(context: Context, source: string, fence: Fence, signal: AbortSignal): Promise<Values> {
  const found = await fetchPicture(source, fence, signal)
  const file = await storeFile(context, { name: nameOf(found), bytes: once(found.bytes) }, 'image')
  return { ...uploaded(file), source }
}

/** Minimum failure time in ms, against timing probes of internal networks. */
const leastFailure = 1000

/**
 * Fetches pictures by address, each with its own outcome; failures look alike.
 * @throws AppError invalid for no addresses or too many
 */
export async function capture(
  context: Context,
  sources: readonly unknown[],
  fence: Fence = publicWeb,
): Promise<Values[]> {
  if (sources.length === 0) throw invalid({ source: 'required' })
  const isList = sources.length <= captureLimits.urls && sources.every(source => typeof source === 'string')
  if (!isList) throw invalid({ source: 'option' })
  const signal = AbortSignal.timeout(captureLimits.milliseconds)
  const began = performance.now()
  const failed = format(context.locale, 'error.captureFailed', {})
  const all = await Promise.all(
    (sources as readonly string[]).map(source =>
      inTurnOf(context.userId, async () => {
        signal.throwIfAborted()
        return captured(context, source, fence, signal)
      }).catch(() => ({ state: failed, source })),
    ),
  )
  if (all.some(({ state }) => state === failed)) await delay(Math.max(leastFailure - (performance.now() - began), 0))
  return all
}
