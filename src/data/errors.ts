/** Client defects for the error log behind the badge (specification §2, shell). */
import { atom } from 'jotai'
import { sequence, store } from './store.ts'

export interface ErrorEntry {
  readonly id: number
  readonly message: string
  readonly stack: string
  /** Location: component stack or activity. */
  readonly info: string
  readonly url: string
  readonly at: number
}

const maxErrors = 100
const nextId = sequence()

export const errorsAtom = atom<readonly ErrorEntry[]>([])

/** Call without an answer: told by the connection strip. */
const isUnanswered = (error: unknown) => error instanceof Error && Reflect.get(error, 'http') === 0

/** Logs a defect; rendered as plain text, hence no injection. */
export function reportError(error: unknown, info = ''): void {
  if (isUnanswered(error)) return
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const url = typeof location === 'undefined' ? '' : location.href
  const entry = { id: nextId(), message, stack: stack ?? '', info, url, at: Date.now() }
  store.set(errorsAtom, before => [entry, ...before].slice(0, maxErrors))
}

export function clearErrors(): void {
  store.set(errorsAtom, [])
}
