/** Peek: a record shown beside the page, following the cursor. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import type { Result } from './command.ts'

export interface Peeked {
  readonly entity: string
  readonly id: number
}

export const peekedAtom = atom<Peeked | null>(null)

export const closePeek = (): void => store.set(peekedAtom, null)

/** Shows a record beside the page; the one shown is put away. */
export function togglePeek(target: Peeked | null): Result {
  const shown = store.get(peekedAtom)
  const isSame = shown !== null && (target === null || (shown.entity === target.entity && shown.id === target.id))
  if (isSame) closePeek()
  else if (target) store.set(peekedAtom, target)
  else return { status: 'denied', reason: 'when', message: 'reason.nothingToPeek' }
  return { status: 'ok' }
}

/** Follows the cursor while something is shown. */
export function followPeek(target: Peeked | null): void {
  const shown = store.get(peekedAtom)
  if (shown && target && (shown.entity !== target.entity || shown.id !== target.id)) store.set(peekedAtom, target)
}
