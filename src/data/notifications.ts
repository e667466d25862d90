/** Notifications of results and events, displayed by the shell. */
import { atom } from 'jotai'
import type { Invocation } from './invocation.ts'
import { sequence, store } from './store.ts'

/** Text; functions follow the current language. */
export type Words = string | (() => string)

export interface Subject {
  readonly command?: string
  readonly entity?: string
  readonly ids?: readonly (number | string)[]
}

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: Words
  readonly details?: Words
  readonly offer?: Invocation
  /** Further commands before it, e.g. remedies. */
  readonly offers?: readonly Invocation[]
  /** Subject; a failure is withdrawn once corrected, a success once undone. */
  readonly about?: Subject
  /** One-time content, e.g. a password: exempt from eviction and dismiss-all. */
  readonly isPinned?: true
}

const inWords = (words: Words): string => (typeof words === 'function' ? words() : words)

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

const maxShown = 3
const nextId = sequence()

export const notificationsAtom = atom<readonly Notification[]>([])

const isPinned = ({ notice }: Notification) => notice.isPinned === true
const isFailure = ({ kind }: Notification) => kind !== 'success'

const isSameWords = (one: Notification, other: Notification) =>
  one.kind === other.kind && one.text === other.text && one.details === other.details

function replaces(now: Notification, before: Notification): boolean {
  if (isPinned(before)) return false
  if (now.kind === 'success') return before.kind === 'success'
  return isSameWords(now, before) || (isFailure(before) && withdrawn(before, now.notice.about ?? {}) === null)
}

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

/** Pinned notifications do not count against the maximum. */
function withinLimit(all: readonly Notification[]): readonly Notification[] {
  const surplus = all.filter(each => !isPinned(each)).slice(0, -maxShown)
  return surplus.length > 0 ? all.filter(each => !surplus.includes(each)) : all
}

/** Shows a notification; removes redundant older ones. */
export function notify(notice: Notice): void {
  const now = new Notification(nextId(), notice)
  store.set(notificationsAtom, before => withinLimit([...before.filter(each => !replaces(now, each)), now]))
}

export function withdraw(settled: Subject): void {
  const before = store.get(notificationsAtom)
  const after = before.flatMap(each => (isFailure(each) ? (withdrawn(each, settled) ?? []) : each))
  if (after.length < before.length || after.some((each, at) => each !== before[at])) store.set(notificationsAtom, after)
}

/** Withdraws results since undone; one without ids is of all rows. */
export function withdrawDone(entity: string, ids: readonly (number | string)[]): void {
  const isOf = ({ kind, notice: { about } }: Notification) =>
    kind === 'success' && about?.entity === entity && (!about.ids?.length || about.ids.some(id => ids.includes(id)))
  store.set(notificationsAtom, before => (before.some(isOf) ? before.filter(each => !isOf(each)) : before))
}

export function dismiss(id: number): void {
  store.set(notificationsAtom, before => before.filter(notification => notification.id !== id))
}

/** Dismisses all; pinned ones only when nothing else is left. */
export function dismissAll(): void {
  store.set(notificationsAtom, before => (before.every(isPinned) ? [] : before.filter(isPinned)))
}
