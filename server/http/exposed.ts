import type { FastifyInstance } from 'fastify'

const loopback = /^(::ffff:)?127\.|^::1$/

/** Does the server listen on an address that other machines reach? */
export const isExposed = (app: FastifyInstance): boolean =>
  app.addresses().some(at => typeof at === 'object' && !loopback.test(at.address))
