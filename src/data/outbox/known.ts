/** Readings that outlast the network, with their age. */
import { atom } from 'jotai'
import { sessionAtom } from '../api/credentials.ts'
import { isOutcomeUnknown } from '../api/transport.ts'
import { listRecords } from '../records/records.ts'
import type { Condition, Row } from '../records/row.ts'
import { provideCopies } from '../records/storedCopies.ts'
import { store } from '../store.ts'
import { type Known, readKnown, writeKnown } from './outboxDatabase.ts'

export interface StoredReading<T> extends Known<T> {
  /** True when the server could not be asked. */
  readonly isStored: boolean
}

const ownerNow = () => store.get(sessionAtom)?.loginName ?? ''

/**
 * Reads from the server, otherwise what it said last, also to a more general question.
 * @throws CallError of the server, or where nothing was stored
 */
export async function readThrough<T>(
  name: string,
  read: () => Promise<T>,
  general?: string,
): Promise<StoredReading<T>> {
  const owner = ownerNow()
  try {
    const value = await read()
    const at = Date.now()
    // Without a storage there is just no copy.
    await writeKnown(owner, name, value, at).catch(() => undefined)
    return { value, at, isStored: false }
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const stored =
      (await readKnown<T>(owner, name).catch(() => undefined)) ??
      (general === undefined ? undefined : await readKnown<T>(owner, general).catch(() => undefined))
    if (!stored) throw error
    return { ...stored, isStored: true }
  }
}

const copyName = (entity: string) => `rows ${entity}`
const pageSize = 200
/** Bound of a copy; a phone searches more on the server. */
const maxPages = 10

async function copyRows(entity: string, where: readonly Condition[]): Promise<void> {
  const rows: Row[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await listRecords(entity, { page, size: pageSize, where })
    rows.push(...answer.rows)
    if (rows.length >= answer.total) break
  }
  await writeKnown(ownerNow(), copyName(entity), rows, Date.now())
}

/** Copies these anew, whatever their age. */
export async function copyAgain(wanted: Readonly<Record<string, readonly Condition[]>>): Promise<void> {
  for (const [entity, where] of Object.entries(wanted)) await copyRows(entity, where)
  store.set(copiedAtom, Date.now())
}

/** Epoch ms of the last copy; null while there is none. */
export const copiedAtom = atom<number | null>(null)

const maxAge = 5 * 60 * 1000

/** Copies what work in the hall needs; a failure leaves the former copies. */
export async function copyForHall(
  wanted: Readonly<Record<string, readonly Condition[]>>,
  further: () => Promise<void>,
): Promise<void> {
  provideCopies(async entity => (await readKnown<readonly Row[]>(ownerNow(), copyName(entity)))?.value)
  const name = 'copied'
  const last = await readKnown<string>(ownerNow(), name)
  store.set(copiedAtom, last?.at ?? null)
  if (last && Date.now() - last.at < maxAge) return
  for (const [entity, where] of Object.entries(wanted)) await copyRows(entity, where)
  await further()
  const at = Date.now()
  await writeKnown(ownerNow(), name, '', at)
  store.set(copiedAtom, at)
}
