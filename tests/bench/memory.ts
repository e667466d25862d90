/** How much memory a call takes, of the server and of the database together. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchServer } from './server.ts'

const everyMs = 10

/** Memory of its own that a process has just now, bytes; what it shares with others, as the pages of tables, is not in it. */
export async function privateMemory(processId: number): Promise<number> {
  // a process may have ended
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/**
 * Most memory, bytes, that the server and its connections took during some work beyond what they had before, looked at a
 * hundred times a second; undefined where the system does not tell. A server that did the same before has kept some of it:
 * to be asked of a fresh one.
 */
export async function extraMemory(
  { client, processId }: BenchServer,
  work: () => Promise<unknown>,
): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const taken = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'lotline'`,
    )
    const each = await Promise.all([processId, ...rows.map(row => row.pid)].map(privateMemory))
    return each.reduce((sum, bytes) => sum + bytes, 0)
  }
  const before = await taken()
  let most = before
  let isDone = false
  const looking = (async () => {
    while (!isDone) {
      most = Math.max(most, await taken())
      await delay(everyMs)
    }
  })()
  await work().finally(() => {
    isDone = true
  })
  await looking
  return most - before
}
