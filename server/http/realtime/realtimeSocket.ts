/** Socket of the realtime channel: protocol, limits and lifetime. */
import type { WebSocket } from '@fastify/websocket'
import type { ConnectMessage, ServerMessage } from '#contract/system/realtime.ts'
import { messageLimit, readConnect } from './realtimeMessages.ts'

/** WebSocket close codes (RFC 6455, 7.4). */
export const closing = {
  /** Policy violation: silence, flood or nonsense; also session end. */
  policy: 1008,
  restart: 1012,
  later: 1013,
} as const

const connectMs = 3_000
const pingMs = 30_000
/** Send buffer limit in bytes, for slow readers. */
const maxBuffered = 1024 * 1024
/** Timeout of the close handshake, in ms. */
const goodbyeMs = 1_000

export interface SocketEvents {
  readonly connect: (message: ConnectMessage) => void
  readonly closed: () => void
}

export interface Channel {
  say(message: ServerMessage | string): void
  isOpen(): boolean
  close(code: number, reason: string): void
  /** Terminates without a close handshake. */
  cut(): void
}

export function openChannel(socket: WebSocket, { connect, closed }: SocketEvents): Channel {
  const mayPass = messageLimit()
  let isAlive = true

  const close = (code: number, reason: string) => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), goodbyeMs).unref()
  }
  const deadline = setTimeout(() => close(closing.policy, 'Connect'), connectMs)
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  pings.unref()

  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    if (!mayPass(Date.now())) return close(closing.policy, 'too many messages')
    const message = isBinary ? null : readConnect(String(data))
    if (!message) return close(closing.policy, 'not understood')
    clearTimeout(deadline)
    connect(message)
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    clearInterval(pings)
    closed()
  })

  return {
    close,
    cut: () => socket.terminate(),
    isOpen: () => socket.readyState === socket.OPEN,
    say(message) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > maxBuffered) return socket.terminate()
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
  }
}
