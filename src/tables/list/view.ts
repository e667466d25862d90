/** List state beside the query: checked rows, part, active row. */
import { atom } from 'jotai'
import { atomFamily } from '../../data/memo.ts'
import type { RowId } from '../../data/records/row.ts'
import type { ListPart } from './listSource.ts'

export interface ListView {
  readonly checked: ReadonlySet<RowId>
  readonly part: ListPart
}

const nothing: ListView = { checked: new Set(), part: 'all' }

export const viewAtom = atomFamily((_list: string) => atom(nothing))

/** Active row, separate from the view so cursor moves render only rows. */
export const activeAtom = atomFamily((_list: string) => atom<RowId | undefined>(undefined))
