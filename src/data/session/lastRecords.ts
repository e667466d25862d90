/** Records this person opened last in this browser. */
import { type Atom, atom } from 'jotai'
import { personalStore } from '../personalStore.ts'
import { store } from '../store.ts'

export interface LastRecord {
  readonly entity: string
  readonly id: number
  readonly title: string
  /** Goods or partner of a numbered record. */
  readonly subject?: string
}

const maxRecords = 8

const opened = personalStore<LastRecord>('lastRecords')

const keyOf = (entity: string, id: number) => `${entity}/${id}`

const isSameNamed = (one: LastRecord | undefined, other: LastRecord) =>
  one?.title === other.title && one.subject === other.subject

/** Latest first. */
export const lastRecordsAtom: Atom<readonly LastRecord[]> = atom(get => [...get(opened.ofPerson).values()].reverse())

export function keepOpened(record: LastRecord): void {
  const before = store.get(opened.ofPerson)
  const key = keyOf(record.entity, record.id)
  const [latest] = [...before].at(-1) ?? []
  if (latest === key && isSameNamed(before.get(key), record)) return
  const others = [...before].filter(([each]) => each !== key)
  opened.save(new Map([...others, [key, record] as const].slice(-maxRecords)))
}

/** Removal of a record that cannot be read any more. */
export function forgetOpened(entity: string, id: number): void {
  const after = new Map(store.get(opened.ofPerson))
  if (after.delete(keyOf(entity, id))) opened.save(after)
}
