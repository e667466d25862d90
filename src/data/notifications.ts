/** Messages to the person: what came of commands, and what happened meanwhile. The shell shows them. */
import { atom } from 'jotai'
import type { Values } from '../contract/schema/field.ts'
import { store } from './store.ts'

/** A command, to be run from where something is said. */
export interface Offer {
  readonly id: string
  readonly args: Values
}

/** Words; as a function they follow the language of the console. */
export type Words = string | (() => string)

/** What a message is about: the command, and the records it names. */
export interface Subject {
  readonly command?: string
  readonly entity?: string
  readonly ids?: readonly (number | string)[]
}

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: Words
  readonly details?: Words
  /** A command that is offered beside it, e.g. to take back what was done. */
  readonly offer?: Offer
  /** Further ones, before it: what there is to do about it. */
  readonly offers?: readonly Offer[]
  /** Of a failure: it is withdrawn once the same succeeds or is mended. */
  readonly about?: Subject
  /** Shown this once only, e.g. a password: neither room nor a key for all puts it away. */
  readonly isPinned?: true
}

const inWords = (words: Words): string => (typeof words === 'function' ? words() : words)

/** A notice as it stands; its words are those of the language in which they are read. */
export class Notification {
  readonly id: number
  readonly at = Date.now()
  readonly notice: Notice
  constructor(id: number, notice: Notice) {
    this.id = id
    this.notice = notice
  }
  get kind(): Notice['kind'] {
    return this.notice.kind
  }
  get text(): string {
    return inWords(this.notice.text)
  }
  get details(): string | undefined {
    return this.notice.details === undefined ? undefined : inWords(this.notice.details)
  }
}

/** More at once would be read by nobody. */
const mostShown = 3
let last = 0

/** Oldest first. */
export const notificationsAtom = atom<readonly Notification[]>([])

const isPinned = ({ notice }: Notification) => notice.isPinned === true
const isFailure = ({ kind }: Notification) => kind !== 'success'

const isSameWords = (one: Notification, other: Notification) =>
  one.kind === other.kind && one.text === other.text && one.details === other.details

/** Does the newer one say all that the older one has to say? */
function replaces(now: Notification, before: Notification): boolean {
  if (isPinned(before)) return false
  if (now.kind === 'success') return before.kind === 'success'
  return isSameWords(now, before) || (isFailure(before) && withdrawn(before, now.notice.about ?? {}) === null)
}

/** What is left of a failure once its subject, or part of it, is settled; null when nothing is. */
function withdrawn(failure: Notification, settled: Subject): Notification | null {
  const { about } = failure.notice
  if (!about || isPinned(failure)) return failure
  const ids = about.ids ?? []
  if (ids.length === 0) return about.command !== undefined && about.command === settled.command ? null : failure
  if (about.entity !== settled.entity) return failure
  const left = ids.filter(id => !settled.ids?.includes(id))
  if (left.length === 0) return null
  if (left.length === ids.length) return failure
  return new Notification(failure.id, { ...failure.notice, about: { ...about, ids: left } })
}

/** Pinned ones take no room from the others. */
function fitting(all: readonly Notification[]): readonly Notification[] {
  const surplus = all.filter(each => !isPinned(each)).slice(0, -mostShown)
  return surplus.length > 0 ? all.filter(each => !surplus.includes(each)) : all
}

/** Says something; an older message that it makes needless goes. */
export function notify(notice: Notice): void {
  last += 1
  const now = new Notification(last, notice)
  store.set(notificationsAtom, before => fitting([...before.filter(each => !replaces(now, each)), now]))
}

/** Withdraws the failures of what has succeeded or was mended. */
export function withdraw(settled: Subject): void {
  const before = store.get(notificationsAtom)
  const after = before.flatMap(each => (isFailure(each) ? (withdrawn(each, settled) ?? []) : each))
  if (after.length < before.length || after.some((each, at) => each !== before[at])) store.set(notificationsAtom, after)
}

export function dismiss(id: number): void {
  store.set(notificationsAtom, before => before.filter(notification => notification.id !== id))
}

/** Puts all away; those that are shown this once only where nothing else is left. */
export function dismissAll(): void {
  store.set(notificationsAtom, before => (before.every(isPinned) ? [] : before.filter(isPinned)))
}
