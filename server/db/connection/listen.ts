/** LISTEN on a dedicated connection that reconnects when lost. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './context.ts'
import { type DedicatedConnection, openDedicated } from './open.ts'

const againMs = 1_000
/** Heartbeat in ms: a cut cable reports no error. */
const signMs = 20_000

export interface Listener {
  heard(said: string): void
  /** Reconnected after a loss: notifications of the gap are unknown. */
  missed(): void
}

export interface Listening {
  /**
   * Resolves once LISTEN is active.
   * @throws the connection error
   */
  ready(): Promise<void>
  stop(): Promise<void>
}

export function listenTo(db: Database, channel: string, { heard, missed }: Listener): Listening {
  let line: Promise<DedicatedConnection> | null = null
  let wasLost = false
  let stopped = false
  let signs: NodeJS.Timeout | undefined

  async function open(): Promise<DedicatedConnection> {
    const opened = await openDedicated(db, { heard, lost })
    await opened.query(`listen ${channel}`).catch(error => {
      opened.close()
      throw error
    })
    signs = setInterval(() => void opened.query('select').catch(opened.close), signMs)
    signs.unref()
    if (wasLost) missed()
    wasLost = false
    return opened
  }

  function lost(): void {
    line = null
    wasLost = true
    clearInterval(signs)
    void reopen()
  }

  async function reopen(): Promise<void> {
    while (!stopped) {
      await delay(againMs, undefined, { ref: false })
      const isBack = await ready().then(
        () => true,
        () => false,
      )
      if (isBack) return
    }
  }

  async function ready(): Promise<void> {
    if (stopped) throw new Error('Connection terminated: nobody listens any more')
    const opening = line ?? open()
    line = opening
    try {
      await opening
    } catch (error) {
      if (line === opening) line = null
      throw error
    }
  }

  return {
    ready,
    async stop() {
      stopped = true
      clearInterval(signs)
      const last = await line?.catch(() => null)
      last?.close()
    },
  }
}
