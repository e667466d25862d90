/** Graceful shutdown, without waiting for idle connections. */
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/schema/answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers, but `/readyz` says 503. */
    isDraining: boolean
  }
}

/** Serves on while balancers notice. */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  app.isDraining = true
  await delay(ms)
}

/** Completes running calls, refuses new ones: Node awaits preconnected browsers. */
export function closeGently(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.decorate('isDraining', false)
  app.addHook('onRequest', async (_request, reply) => {
    if (app.isDraining) void reply.header('connection', 'close')
    if (sweep === undefined) return
    void reply.header('connection', 'close')
    throw new AppError('unavailable')
  })
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}
