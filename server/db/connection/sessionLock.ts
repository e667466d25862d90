/** Session advisory locks, released with the connection. */
import type { Database } from './context.ts'
import { openDedicated } from './open.ts'

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
): Promise<SessionLock | null> {
  let isHeld = false
  const line = await openDedicated(db, { heard: () => undefined, lost: () => isHeld && lost() })
  const key = `${Math.trunc(kind)}, ${Math.trunc(id)}`
  try {
    isHeld = gotIt(await line.query(`select pg_try_advisory_lock(${key}) as got`))
  } finally {
    if (!isHeld) line.close()
  }
  if (!isHeld) return null
  return {
    async release() {
      isHeld = false
      // Closing the connection releases it too, slightly later.
      await line.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
      line.close()
    },
  }
}
