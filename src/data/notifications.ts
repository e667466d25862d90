/** What is said to the person in passing; the shell shows it. */
import { atom } from 'jotai'
import { store } from './store.ts'

export interface Notice {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
  readonly details?: string
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
