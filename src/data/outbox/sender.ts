/** Sends an outbox in order, one entry at a time. */
import { begun, type Entry, nextToSend, recovered, type SendOutcome, settled } from './entries.ts'

export interface EntryStorage {
  /** Entries of one owner, by number. */
  all(): Promise<readonly Entry[]>
  /** Changes one entry atomically; null removes it. Undefined where it is gone. */
  update(number: number, change: (entry: Entry) => Entry | null): Promise<Entry | undefined>
}

export interface Sending {
  readonly storage: EntryStorage
  post(entry: Entry): Promise<SendOutcome>
  now(): number
  /** Called after each change of the storage. */
  changed(): void
}

/**
 * Sends all that may go, each once.
 * @returns false when some are to be tried again
 */
export async function drain({ storage, post, now, changed }: Sending): Promise<boolean> {
  for (const { number, state } of await storage.all()) if (state === 'sending') await storage.update(number, recovered)
  const passed = new Set<number>()
  for (;;) {
    const next = nextToSend(await storage.all(), passed)
    if (!next) return passed.size === 0
    // Stored before it is sent: a closed tab must not forget that.
    const claimed = await storage.update(next.number, entry =>
      entry.state === 'waiting' ? begun(entry, now()) : entry,
    )
    changed()
    if (claimed?.state !== 'sending' || claimed.key !== next.key) continue
    const outcome = await post(claimed)
    await storage.update(next.number, entry =>
      entry.key === claimed.key ? settled(entry, outcome, now(), next) : entry,
    )
    changed()
    if (outcome.kind !== 'unknown' && outcome.kind !== 'later') continue
    if (outcome.hindrance === undefined) return false
    passed.add(next.number)
  }
}
