/** Scheduled tasks: requests a run and awaits its result. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import type { TestServer } from './server.ts'

/** One row of the log of runs. */
export interface Run {
  readonly id: number
  readonly code: string
  readonly outcome: string
  readonly message: string | null
  readonly cause: string
  readonly byUserId: number | null
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly durationMs: number | null
}

/** The log, the earliest first. */
export async function runsOf(db: Database, code?: string): Promise<readonly Run[]> {
  const { rows } = await sql<Run>`
    select t.code, r.* from taskrun r join task t on t.id = r."taskId"
    where ${code ?? null}::text is null or t.code = ${code ?? null} order by r.id`.execute(db)
  return rows
}

const timeoutMs = 30_000

/** Waits until something is so. */
export async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (isSo(answer)) return answer
    if (Date.now() > end) throw new Error(`not so within ${timeoutMs} ms: ${JSON.stringify(answer)}`)
    await delay(20)
  }
}

export const isOver = ({ outcome }: Run) => outcome !== 'WAITING' && outcome !== 'RUNNING'

export async function taskId(db: Database, code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from task where code = ${code} order by id limit 1`.execute(db)
  return (rows[0] as { id: number }).id
}

/** Has a task run by hand and waits for its end. */
export async function runNow(server: TestServer, code: string, token: string): Promise<Run> {
  const before = (await runsOf(server.db, code)).length
  const asked = await server.call('POST', 'template/run/task', { ids: [await taskId(server.db, code)] }, token)
  if (!asked.data.rows[0].ok) throw new Error(JSON.stringify(asked.data))
  const runs = await until(
    () => runsOf(server.db, code),
    all => all.length > before && all.every(isOver),
  )
  return runs[before] as Run
}
