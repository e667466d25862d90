/** Realtime channel from Node, with the origin a browser would send. */
import { WebSocket } from 'ws'
import { realtimePath } from '#contract/system/realtime.ts'
import type { Opening } from '../../src/data/realtime/realtimeSocket.ts'

export const nodeSocketTo =
  (url: string): Opening =>
  events => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${realtimePath}`, { origin: url })
    socket.on('open', () => events.opened())
    socket.on('close', () => events.closed())
    socket.on('error', () => undefined)
    socket.on('message', data => events.said(String(data)))
    return { send: text => socket.send(text), close: () => socket.terminate() }
  }
