/** Websocket reduced to the needs of the realtime channel. */

export interface SocketEvents {
  opened(): void
  closed(): void
  said(data: unknown): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

/** Socket factory; events fire only after it returns. */
export type Opening = (events: SocketEvents) => Socket

export const socketTo =
  (url: string): Opening =>
  events => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => events.opened())
    socket.addEventListener('close', () => events.closed())
    socket.addEventListener('message', ({ data }) => events.said(data))
    return socket
  }
