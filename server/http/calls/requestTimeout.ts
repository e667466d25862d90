/** Request timeout against slow senders (slowloris). */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const defaultSeconds = 30

/** Seconds to send a request; default 30. */
export function requestTimeout(
  app: FastifyInstance,
  mayTakeTime: (request: FastifyRequest) => boolean,
  seconds = defaultSeconds,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async request => {
    if (mayTakeTime(request)) return
    timers.set(request, setTimeout(() => request.raw.socket.destroy(), seconds * 1000).unref())
  })
  app.addHook('preHandler', stop)
  app.addHook('onResponse', stop)
}
