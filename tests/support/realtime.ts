/** Recording client of the realtime channel. */
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { realtimePath } from '#contract/system/realtime.ts'
import type { TestServer } from './server.ts'

export interface Listener {
  /** Everything that was said so far. */
  readonly heard: readonly Readonly<Record<string, unknown>>[]
  /** Waits for the first message that is so. */
  next(isMeant: (message: Readonly<Record<string, unknown>>) => boolean): Promise<Readonly<Record<string, unknown>>>
  /** Sends a text as it is. */
  send(text: string): void
  /** Code and reason with which the channel was closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

const timeoutMs = 20_000

/** Opens a channel without saying who it is. */
export async function openChannel(
  url: string,
  origin: string = url,
  headers: Readonly<Record<string, string>> = {},
): Promise<Listener> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${realtimePath}`, { origin, headers })
  const heard: Readonly<Record<string, unknown>>[] = []
  socket.on('message', data => heard.push(JSON.parse(String(data))))
  const closed = new Promise<{ code: number; reason: string }>(resolve =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  return {
    heard,
    closed,
    send: text => socket.send(text),
    close: () => socket.terminate(),
    async next(isMeant) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const found = heard.find(isMeant)
        if (found) return found
        if (Date.now() > until) throw new Error(`not told within ${timeoutMs} ms: ${JSON.stringify(heard)}`)
        await delay(5)
      }
    },
  }
}

export interface Who {
  readonly token?: string
  readonly client?: string
  readonly page?: string
}

/** Opens a channel and says who it is. */
export async function connectChannel(url: string, { token, client = '17637281734561', page }: Who): Promise<Listener> {
  const channel = await openChannel(url)
  channel.send(JSON.stringify({ type: 'Connect', ClientID: client, Token: token, PageID: page }))
  await channel.next(({ type }) => type === 'Connected')
  return channel
}

export interface Tokens {
  readonly access: string
  readonly socket: string
}

/** Signs in; answers the tokens of calls and channel. */
export async function tokensOf(server: TestServer, username = 'admin'): Promise<Tokens> {
  const asked = { grant_type: 'password', username, password: server.password }
  const { data } = await server.call('POST', 'Auth/login', asked)
  return { access: data.access_token, socket: data.SocketToken }
}
