/** What a list on screen remembers beside its query: the checked rows, the row of the cursor and the part looked at. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { RowId } from '../../data/records.ts'
import type { Part } from './listSource.ts'

export interface ListView {
  readonly checked: ReadonlySet<RowId>
  readonly active: RowId | undefined
  readonly part: Part
}

const nothing: ListView = { checked: new Set(), active: undefined, part: 'all' }
const views = new Map<string, PrimitiveAtom<ListView>>()

/** One view a list; it stays as long as the console is open, so that a tab is found as it was left. */
export function viewAtom(name: string): PrimitiveAtom<ListView> {
  const found = views.get(name)
  if (found) return found
  const made = atom(nothing)
  views.set(name, made)
  return made
}
