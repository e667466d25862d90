/** Outbox entries: saves that wait for the network, and their states. Pure. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { RowValues } from '../records/row.ts'

/** `uncertain`: perhaps done, and its key proves nothing any longer. */
export type EntryState = 'waiting' | 'sending' | 'done' | 'refused' | 'uncertain'

export interface Refusal {
  readonly status: number
  readonly message: string
  readonly fieldErrors: FieldErrors
}

/** One save of a record, with the key of all its repeats. */
export interface Entry {
  /** Order across tabs, given by the storage. */
  readonly number: number
  /** Login name: nobody else sees or sends it. */
  readonly owner: string
  /** Idempotency key of this content. */
  readonly key: string
  readonly task: string
  readonly entity: string
  readonly row: RowValues
  readonly submit: boolean
  readonly title: string
  /** Goods it touches, e.g. `lot 12`: entries of the same keep their order. */
  readonly subjects: readonly string[]
  readonly madeAt: number
  readonly state: EntryState
  /** Epoch ms of the first attempt with this key. */
  readonly firstSentAt?: number | undefined
  readonly settledAt?: number | undefined
  readonly answer?: RowValues | undefined
  readonly refusal?: Refusal | undefined
  /** HTTP status for this entry alone; 0 without an answer. */
  readonly hindrance?: number | undefined
}

export type NewEntry = Pick<Entry, 'owner' | 'key' | 'task' | 'entity' | 'row' | 'submit' | 'title' | 'subjects'>

/** `unknown`: perhaps done. `later`: not done. Hindrances stop one entry. */
export type SendOutcome =
  | { readonly kind: 'done'; readonly answer: RowValues }
  | { readonly kind: 'refused' | 'uncertain'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' | 'later'; readonly hindrance?: number | undefined }

/** The server keeps keys for a day; an hour less for slow clocks. */
export const keyLifetimeMs = 23 * 60 * 60 * 1000

export const entryOf = (made: NewEntry, number: number, now: number): Entry => ({
  ...made,
  number,
  madeAt: now,
  state: 'waiting',
})

/** Earlier unsettled entries of the same goods. */
export function blockersOf(entries: readonly Entry[], { number, subjects }: Entry): readonly Entry[] {
  return entries.filter(
    other => other.number < number && other.state !== 'done' && other.subjects.some(each => subjects.includes(each)),
  )
}

const isHindered = ({ hindrance }: Entry): number => Number(hindrance !== undefined)

/** First entry that may go; hindered ones last. */
export function nextToSend(entries: readonly Entry[], passed: ReadonlySet<number> = new Set()): Entry | undefined {
  return entries
    .filter(({ state, number }) => state === 'waiting' && !passed.has(number))
    .toSorted((one, other) => isHindered(one) - isHindered(other) || one.number - other.number)
    .find(entry => blockersOf(entries, entry).length === 0)
}

/** Entry about to be sent; uncertain where its key may be forgotten. */
export function begun(entry: Entry, now: number): Entry {
  const firstSentAt = entry.firstSentAt ?? now
  return { ...entry, firstSentAt, state: now - firstSentAt > keyLifetimeMs ? 'uncertain' : 'sending' }
}

/** A slower answer never takes back what is settled. */
export function settled(entry: Entry, outcome: SendOutcome, now: number, before = entry): Entry {
  if (entry.state !== 'sending' && entry.state !== 'waiting') return entry
  const { hindrance: _, ...sent } = entry
  switch (outcome.kind) {
    case 'done':
      return { ...sent, state: 'done', answer: outcome.answer, refusal: undefined, settledAt: now }
    case 'refused':
    case 'uncertain':
      return { ...sent, state: outcome.kind, refusal: outcome.refusal, settledAt: now }
    case 'later':
      return { ...sent, state: 'waiting', firstSentAt: before.firstSentAt, hindrance: outcome.hindrance }
    default:
      return { ...sent, state: 'waiting', hindrance: outcome.hindrance }
  }
}

/** Left by a tab that closed: the same key makes repeating safe. */
export const recovered = (entry: Entry): Entry => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)

/** Corrected content under a new key; the same content keeps its key. */
export function mended(
  entry: Entry,
  { row, subjects, title }: Pick<Entry, 'row' | 'subjects' | 'title'>,
  key: string,
): Entry {
  if (entry.state !== 'refused') return entry
  const { refusal: _, settledAt: _settled, ...sent } = entry
  const isSame = JSON.stringify(row) === JSON.stringify(entry.row)
  return isSame ? { ...sent, subjects, title, state: 'waiting' } : { ...anew(entry, key), row, subjects, title }
}

/** Repetition of an uncertain entry, decided by a person. */
export const repeated = (entry: Entry, key: string): Entry => (entry.state === 'uncertain' ? anew(entry, key) : entry)

const anew = (
  { firstSentAt: _, settledAt: _settled, refusal: _refusal, hindrance: _hindrance, ...entry }: Entry,
  key: string,
): Entry => ({
  ...entry,
  key,
  state: 'waiting',
})

/** Checks for an entry that is certainly not done, or whose fate a person judged. */
export function isDiscardable({ state, firstSentAt }: Entry): boolean {
  return state === 'refused' || state === 'uncertain' || state === 'done' || (state === 'waiting' && !firstSentAt)
}

/** Ids of the posted records of a task, in order. */
export const postedOf = (entries: readonly Entry[], task: string): readonly number[] =>
  entries.flatMap(entry => {
    const id = entry.answer?.id
    return entry.task === task && entry.state === 'done' && entry.submit && typeof id === 'number' ? [id] : []
  })

export interface Counts {
  readonly waiting: number
  readonly sending: number
  readonly refused: number
  readonly done: number
}

export function countsOf(entries: readonly Entry[]): Counts {
  const of = (...states: EntryState[]) => entries.filter(({ state }) => states.includes(state)).length
  return { waiting: of('waiting'), sending: of('sending'), refused: of('refused', 'uncertain'), done: of('done') }
}
