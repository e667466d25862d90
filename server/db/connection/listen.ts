/** Hears what the database tells, on a connection of its own that is made anew whenever it is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './context.ts'
import { type Line, lineTo } from './open.ts'

const againMs = 1_000
/** A cable that was pulled says nothing: so often it is asked whether there is still somebody. */
const signMs = 20_000

export interface Listener {
  heard(said: string): void
  /** The connection was lost and is there again: what was told meanwhile is not known. */
  missed(): void
}

export interface Listening {
  /** Waits until everything that is told from now on will be heard. @throws what the database refuses a connection with */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Listens to a channel from the first time somebody waits for it. */
export function listenTo(db: Database, channel: string, { heard, missed }: Listener): Listening {
  let line: Promise<Line> | null = null
  let wasLost = false
  let stopped = false
  let signs: NodeJS.Timeout | undefined

  async function open(): Promise<Line> {
    const opened = await lineTo(db, { heard, lost })
    await opened.ask(`listen ${channel}`)
    signs = setInterval(() => void opened.ask('select').catch(opened.close), signMs)
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
