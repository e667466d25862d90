/** Readings that outlast the network, with their age. */
import { sessionAtom } from '../api/credentials.ts'
import { isOutcomeUnknown } from '../api/transport.ts'
import { store } from '../store.ts'
import { type Known, readKnown, writeKnown } from './outboxDatabase.ts'

export interface StoredReading<T> extends Known<T> {
  /** True when the server could not be asked. */
  readonly isStored: boolean
}

/**
 * Reads from the server, otherwise what it said last.
 * @throws CallError of the server, or where nothing was stored
 */
export async function readThrough<T>(name: string, read: () => Promise<T>): Promise<StoredReading<T>> {
  const owner = store.get(sessionAtom)?.loginName ?? ''
  try {
    const value = await read()
    const at = Date.now()
    // Without a storage there is just no copy.
    await writeKnown(owner, name, value, at).catch(() => undefined)
    return { value, at, isStored: false }
  } catch (error) {
    const stored = isOutcomeUnknown(error) ? await readKnown<T>(owner, name).catch(() => undefined) : undefined
    if (!stored) throw error
    return { ...stored, isStored: true }
  }
}
