/** Rows of waiting work as last read, by counter. */
import type { Atom } from 'jotai'
import type { Row } from '../records/row.ts'
import { store } from '../store.ts'
import { ofPerson } from './ofPerson.ts'

type RowsByCounter = Readonly<Record<string, readonly Row[]>>

const read = ofPerson<RowsByCounter>()

export const homeRowsAtom: Atom<RowsByCounter | null> = read.shown

export const keepHomeRows = (of: string | undefined, counter: string, rows: readonly Row[]): void =>
  read.keep(of, { ...store.get(homeRowsAtom), [counter]: rows })
