/** Poolers before PostgreSQL, checked at start. */
import type { Database } from '../../db/connection/context.ts'
import { type DedicatedConnection, openDedicated } from '../../db/connection/open.ts'

const page = 'docs/reference/high-availability.md'
const rounds = 3

/** Settings that poolers drop. */
const needed: Readonly<Record<string, { readonly value: string; readonly fits: (now: string) => boolean }>> = {
  TimeZone: { value: 'UTC', fits: now => /^(Etc\/)?(UTC|UCT|Zulu|Universal)$/i.test(now) },
  DateStyle: { value: 'ISO', fits: now => now.startsWith('ISO') },
  statement_timeout: { value: '10s', fits: now => now !== '0' },
  lock_timeout: { value: '8s', fits: now => now !== '0' },
  idle_in_transaction_session_timeout: { value: '60s', fits: now => now !== '0' },
}

type Row = Readonly<Record<string, string | number>>

async function ask(line: DedicatedConnection, text: string): Promise<Row> {
  return ((await line.query(text)) as { readonly rows: readonly Row[] }).rows[0] ?? {}
}

async function refuseLostSettings(line: DedicatedConnection): Promise<void> {
  const names = Object.keys(needed)
  const now = await ask(
    line,
    `select current_user as role, ${names.map(name => `current_setting('${name}') as "${name}"`)}`,
  )
  const lost = names.filter(name => !needed[name]?.fits(String(now[name])))
  if (lost.length === 0) return
  const orders = lost.map(name => `ALTER ROLE "${now.role}" SET ${name} = '${needed[name]?.value}';`)
  throw new Error(
    `The settings of the server's sessions are lost on their way to the database, as by a pooler. Set them at the role, then start again: ${orders.join(' ')} (${page})`,
  )
}

const pid = 'select pg_backend_pid() as pid'

/** Whether connections share a PostgreSQL process. */
async function isShared(one: DedicatedConnection, other: DedicatedConnection): Promise<boolean> {
  const seen = new Set<unknown>()
  for (let round = 0; round < rounds; round += 1) {
    seen.add((await ask(one, pid)).pid)
    try {
      await other.query('begin')
      const taken = (await ask(other, pid)).pid
      await other.query('commit')
      if (seen.has(taken) || seen.size > 1) return true
    } catch (error) {
      if (/statement pooling/.test(String(error))) return true
      throw error
    }
  }
  return false
}

/**
 * Refuses poolers that share sessions, and sessions without their settings.
 * @throws Error, a sentence with the way out
 */
export async function requireSessions(db: Database): Promise<void> {
  const lines: DedicatedConnection[] = []
  const open = async () => {
    const line = await openDedicated(db, { heard: () => undefined, lost: () => undefined })
    lines.push(line)
    return line
  }
  try {
    const one = await open()
    if (await isShared(one, await open()))
      throw new Error(
        `A pooler in transaction or statement mode stands before the database: prepared statements, LISTEN and the locks of tasks need sessions. Give Lotline an entry with pool_mode=session in PgBouncer, or connect to PostgreSQL directly (${page}).`,
      )
    await refuseLostSettings(one)
  } finally {
    for (const line of lines) line.close()
  }
}
