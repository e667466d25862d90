/** Log position of commits. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { firstPosition, laterOf } from '#contract/system/logPosition.ts'
import type { Database } from '../context.ts'

interface Written {
  position: string | null
}

const written = new AsyncLocalStorage<Written>()

/** Reports the last commit's position. */
export async function withPosition<T>(work: () => Promise<T>, told: (position: string) => void): Promise<T> {
  const own: Written = { position: null }
  try {
    return await written.run(own, work)
  } finally {
    if (own.position !== null) told(own.position)
  }
}

interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

interface Answer {
  readonly rows: readonly { readonly position: string }[]
}

/** Reads the position with each commit. Wrap innermost. */
export function followCommits(client: unknown): void {
  const connection = client as Client
  const ask = connection.query.bind(connection)
  connection.query = async (text, values) => {
    const own = text === 'commit' ? written.getStore() : undefined
    if (!own) return ask(text, values)
    const answers = (await ask('commit; select pg_current_wal_insert_lsn()::text as position')) as readonly Answer[]
    own.position = laterOf(own.position ?? firstPosition, answers[1]?.rows[0]?.position ?? firstPosition)
    return answers[0]
  }
}

export async function currentPosition(db: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(db)
  return rows[0]?.position ?? firstPosition
}
