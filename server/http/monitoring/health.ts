/** Probes of supervisors: the process lives, the server is ready for calls. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../db/connection/context.ts'
import type { Standby } from '../../db/connection/replication/standby.ts'

/** Time for the database to answer, in ms. */
const readyMs = 1_000

async function answersInTime(db: Database): Promise<boolean> {
  const leaving = new AbortController()
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const late = delay(readyMs, false, { signal: leaving.signal }).catch(() => false)
  return Promise.race([answered, late]).finally(() => leaving.abort())
}

const standbyState = (standby: Standby | undefined) =>
  standby ? { standby: standby.state, lagSeconds: standby.lagSeconds } : {}

/** Serves `/healthz` and `/readyz`: no session, nothing about the plant. A closing server answers 503. */
export function serveHealth(app: FastifyInstance, db: Database, standby?: Standby): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (app.isDraining) return reply.code(503).send({ status: 'unavailable', reason: 'closing' })
    if (await answersInTime(db)) return reply.send({ status: 'ok', ...standbyState(standby) })
    return reply.code(503).send({ status: 'unavailable', reason: 'database' })
  })
}
