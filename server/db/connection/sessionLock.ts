/** Session advisory locks, released with the connection. */
import type { Database } from './context.ts'
import { openDedicated } from './open.ts'

/** Heartbeat in ms; the second unanswered one gives the lock up. */
const usualSignMs = 5_000

export interface SessionLock {
  release(): Promise<void>
}

const gotIt = (answer: unknown) =>
  (answer as { readonly rows: readonly { readonly got: boolean }[] }).rows[0]?.got === true

/** Advisory lock on its own connection, else null; `lost`: connection ended. */
export async function takeSessionLock(
  db: Database,
  kind: number,
  id: number,
  lost: () => void,
  signMs = usualSignMs,
): Promise<SessionLock | null> {
  let isHeld = false
  let signs: NodeJS.Timeout | undefined
  const ended = () => {
    clearInterval(signs)
    if (isHeld) lost()
  }
  const line = await openDedicated(db, { heard: () => undefined, lost: ended })
  const key = `${Math.trunc(kind)}, ${Math.trunc(id)}`
  try {
    isHeld = gotIt(await line.query(`select pg_try_advisory_lock(${key}) as got`))
  } finally {
    if (!isHeld) line.close()
  }
  if (!isHeld) return null
  let missed = 0
  const give = async () => {
    try {
      await line.query('select')
      missed = 0
    } catch {
      missed += 1
      if (missed > 1) line.close()
    }
  }
  // A promoted standby grants it anew while the old primary is silent.
  signs = setInterval(() => void give(), signMs)
  signs.unref()
  return {
    async release() {
      isHeld = false
      clearInterval(signs)
      // Closing the connection releases it too, slightly later.
      await line.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
      line.close()
    },
  }
}
