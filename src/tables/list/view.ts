/** What a list on screen remembers beside its query: the checked rows, the part looked at, and the row of the cursor. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { RowId } from '../../data/records/records.ts'
import type { Part } from './listSource.ts'

export interface ListView {
  readonly checked: ReadonlySet<RowId>
  readonly part: Part
}

const nothing: ListView = { checked: new Set(), part: 'all' }
const views = new Map<string, PrimitiveAtom<ListView>>()

/** One view a list; it stays as long as the console is open, so that a tab is found as it was left. */
export function viewAtom(name: string): PrimitiveAtom<ListView> {
  const found = views.get(name)
  if (found) return found
  const made = atom(nothing)
  views.set(name, made)
  return made
}

const actives = new Map<string, PrimitiveAtom<RowId | undefined>>()

/** The row of the cursor. Apart from the view: going from row to row draws nothing of the list but these rows. */
export function activeAtom(name: string): PrimitiveAtom<RowId | undefined> {
  const found = actives.get(name)
  if (found) return found
  const made = atom<RowId | undefined>(undefined)
  actives.set(name, made)
  return made
}
