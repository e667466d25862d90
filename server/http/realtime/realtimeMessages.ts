/** What a client may say on the realtime channel, and how much of it. Pure. */
import type { ConnectMessage } from '../../../src/contract/system/realtime.ts'

/** Bytes of one message. */
export const largestMessage = 16 * 1024

const mostMessages = 20
const perMs = 10_000

const tokenPattern = /^[\w-]{20,200}$/
const namePattern = /^[\w-]{1,40}$/

const isName = (value: unknown): value is string => typeof value === 'string' && namePattern.test(value)

/** Reads a Connect message; null for anything else. A token that can be none counts as left out. */
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

/** Who writes, as a change tells it: the browser, and which of its tabs. Empty when it does not say who it is. */
export function writerOf(clientId: unknown, pageId: unknown): string {
  return isName(clientId) ? `${clientId}/${isName(pageId) ? pageId : ''}` : ''
}

/** The browser of a writer. */
export function clientOf(writer: string): string {
  return writer.split('/')[0] ?? ''
}

/** Counts messages: answers whether one more at this moment is still within what is allowed. */
export function messageLimit(): (now: number) => boolean {
  let times: readonly number[] = []
  return now => {
    times = [...times.filter(time => now - time < perMs), now]
    return times.length <= mostMessages
  }
}

/** Does a page of this origin belong to this site? */
export function isOwnOrigin(origin: unknown, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (typeof origin !== 'string') return false
  if (publicOrigin) return origin === publicOrigin
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
