/** A websocket, reduced to what the realtime channel needs of it. */

export interface SocketEvents {
  opened(): void
  closed(): void
  said(data: unknown): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket; nothing is told before it is answered. */
export type Opening = (events: SocketEvents) => Socket

/** Opens the browser's own at an address. */
export const socketTo =
  (url: string): Opening =>
  events => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => events.opened())
    socket.addEventListener('close', () => events.closed())
    socket.addEventListener('message', ({ data }) => events.said(data))
    return socket
  }
