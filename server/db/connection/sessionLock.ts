/** Locks that last as long as a connection: whoever holds one and ends, however he ends, gives it free. */
import type { Database } from './context.ts'
import { lineTo } from './open.ts'

/** One lock that is held. */
export interface SessionLock {
  /** Gives it free. */
  release(): Promise<void>
}

const gotIt = (answer: unknown) =>
  (answer as { readonly rows: readonly { readonly got: boolean }[] }).rows[0]?.got === true

/**
 * Takes a lock by its two numbers, on a connection of its own; null when somebody has it. `lost` is called when the connection
 * ends while it is held, since somebody else may have it from then on.
 */
export async function takeSessionLock(
  db: Database,
  kind: number,
  id: number,
  lost: () => void,
): Promise<SessionLock | null> {
  let isHeld = false
  const line = await lineTo(db, { heard: () => undefined, lost: () => isHeld && lost() })
  const key = `${Math.trunc(kind)}, ${Math.trunc(id)}`
  try {
    isHeld = gotIt(await line.ask(`select pg_try_advisory_lock(${key}) as got`))
  } finally {
    if (!isHeld) line.close()
  }
  if (!isHeld) return null
  return {
    async release() {
      isHeld = false
      // A connection that hangs up gives it free as well, only a moment later.
      await line.ask(`select pg_advisory_unlock(${key})`).catch(() => undefined)
      line.close()
    },
  }
}
