/** Automatic completion, until the record changes again. */
import { atom } from 'jotai'
import type { RowId } from '../records/row.ts'
import { store } from '../store.ts'
import type { Draft } from './draft.ts'
import { draftsOf } from './draftStore.ts'

interface Completion {
  readonly draft: Draft
  /** Fields with what they hold now. */
  readonly text: string
}

const lastAtom = atom<Completion | null>(null)

const presentAtom = atom(get => {
  const last = get(lastAtom)
  return last && get(draftsOf(last.draft.entity)).get(last.draft.id) === last.draft ? last : null
})

export const completionTextAtom = atom(get => get(presentAtom)?.text ?? '')

export function rememberCompletion(entity: string, id: RowId, text: string): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft) store.set(lastAtom, { draft, text })
}

export function isJustCompleted(entity: string, id: RowId): boolean {
  const present = store.get(presentAtom)
  return present?.draft.entity === entity && present.draft.id === id
}
