/** What is said to the person in passing; the shell shows it. */
import { atom } from 'jotai'
import type { Values } from '../contract/schema/field.ts'
import { store } from './store.ts'

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
  readonly details?: string
  /** A command that is offered beside it, e.g. to take back what was done. */
  readonly offer?: { readonly id: string; readonly args: Values }
}

export interface Notification extends Notice {
  readonly id: number
  readonly at: number
}

const kept = 20
let last = 0

/** Oldest first. */
export const notificationsAtom = atom<readonly Notification[]>([])

/** Says something. */
export function notify(notice: Notice): void {
  last += 1
  const notification = { ...notice, id: last, at: Date.now() }
  store.set(notificationsAtom, before => [...before, notification].slice(-kept))
}

export function dismiss(id: number): void {
  store.set(notificationsAtom, before => before.filter(notification => notification.id !== id))
}
