/** What is said to the person in passing; the shell shows it. */
import { atom } from 'jotai'
import type { Values } from '../contract/schema/field.ts'
import { store } from './store.ts'

/** A command, to be run from where something is said. */
export interface Offer {
  readonly id: string
  readonly args: Values
}

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
  readonly details?: string
  /** A command that is offered beside it, e.g. to take back what was done. */
  readonly offer?: Offer
  /** Further ones, before it: what there is to do about it. */
  readonly offers?: readonly Offer[]
}

export interface Notification extends Notice {
  readonly id: number
  readonly at: number
}

const kept = 20
let last = 0

/** Oldest first. */
export const notificationsAtom = atom<readonly Notification[]>([])

/** A refusal that was just said: a key pressed again is no second trouble. What was done twice is said twice. */
const isRefusedAgain = (before: Notice, now: Notice) =>
  now.kind === 'warning' &&
  before.kind === 'warning' &&
  before.text === now.text &&
  before.details === now.details &&
  !before.offer

/** Says something. */
export function notify(notice: Notice): void {
  last += 1
  const notification = { ...notice, id: last, at: Date.now() }
  store.set(notificationsAtom, before => {
    const newest = before.at(-1)
    const others = newest && isRefusedAgain(newest, notice) ? before.slice(0, -1) : before
    return [...others, notification].slice(-kept)
  })
}

export function dismiss(id: number): void {
  store.set(notificationsAtom, before => before.filter(notification => notification.id !== id))
}
