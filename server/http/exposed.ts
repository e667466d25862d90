import type { FastifyInstance } from 'fastify'

const loopback = /^(::ffff:)?127\.|^::1$/

/** Reachability of the server from other machines. */
export const isExposed = (app: FastifyInstance): boolean =>
  app.addresses().some(at => typeof at === 'object' && !loopback.test(at.address))
