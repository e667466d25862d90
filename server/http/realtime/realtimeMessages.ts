/** Client messages of the realtime channel and their limits. Pure. */
import type { ConnectMessage } from '#contract/system/realtime.ts'

/** Maximum message size in bytes. */
export const largestMessage = 16 * 1024

const maxMessages = 20
const perMs = 10_000

const tokenPattern = /^[\w-]{20,200}$/
const namePattern = /^[\w-]{1,40}$/

const isName = (value: unknown): value is string => typeof value === 'string' && namePattern.test(value)

export function readConnect(said: string): ConnectMessage | null {
  try {
    const message: unknown = JSON.parse(said)
    if (typeof message !== 'object' || message === null) return null
    const { type, ClientID, Token, PageID }: Record<string, unknown> = { ...message }
    if (type !== 'Connect' || !isName(ClientID)) return null
    return {
      type,
      ClientID,
      ...(typeof Token === 'string' && tokenPattern.test(Token) ? { Token } : {}),
      ...(isName(PageID) ? { PageID } : {}),
    }
  } catch {
    return null
  }
}

/** Writer id of a change: browser and tab. Empty when unknown. */
export function writerOf(clientId: unknown, pageId: unknown): string {
  return isName(clientId) ? `${clientId}/${isName(pageId) ? pageId : ''}` : ''
}

export function clientOf(writer: string): string {
  return writer.split('/')[0] ?? ''
}

/** Rate limiter of messages: true while within the limit. */
export function messageLimit(): (now: number) => boolean {
  let times: readonly number[] = []
  return now => {
    times = [...times.filter(time => now - time < perMs), now]
    return times.length <= maxMessages
  }
}

/** Same-origin check, against cross-site WebSocket hijacking. */
export function isOwnOrigin(origin: unknown, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (typeof origin !== 'string') return false
  if (publicOrigin) return origin === publicOrigin
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
