/** Slow requests are cut off, so that nobody holds a connection by sending a letter a minute. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const usual = 30

/** Cuts off whoever takes longer than so many seconds to send a request, half a minute unless said; some may take their time. */
export function requestTimeout(
  app: FastifyInstance,
  mayTakeTime: (request: FastifyRequest) => boolean,
  seconds = usual,
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
