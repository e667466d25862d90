/** List state beside the query: checked rows, part, active row. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { RowId } from '../../data/records/row.ts'
import type { ListPart } from './listSource.ts'

export interface ListView {
  readonly checked: ReadonlySet<RowId>
  readonly part: ListPart
}

const nothing: ListView = { checked: new Set(), part: 'all' }
const views = new Map<string, PrimitiveAtom<ListView>>()

export function viewAtom(name: string): PrimitiveAtom<ListView> {
  const found = views.get(name)
  if (found) return found
  const made = atom(nothing)
  views.set(name, made)
  return made
}

const actives = new Map<string, PrimitiveAtom<RowId | undefined>>()

/** Active row, separate from the view so cursor moves render only rows. */
export function activeAtom(name: string): PrimitiveAtom<RowId | undefined> {
  const found = actives.get(name)
  if (found) return found
  const made = atom<RowId | undefined>(undefined)
  actives.set(name, made)
  return made
}
