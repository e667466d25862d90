/** What a window on many rows is, for whoever shows them. */
import type { Atom } from 'jotai'
import type { CallError } from '../api/api.ts'
import type { ReadBlock } from './blocks.ts'
import type { PendingListChanges } from './pendingListChanges.ts'
import type { Condition, Row, RowId, Sort } from './records.ts'

export interface Query {
  readonly entity: string
  readonly sort: Sort
  readonly where: readonly Condition[]
  readonly q: string
}

/** How a window reads a block: the first is 0. */
export type ReadPage<Q> = (query: Q, number: number, signal: AbortSignal) => Promise<ReadBlock>

/** A window on rows that are many. Its answers change; whoever shows them follows the version. */
export interface RowWindow<Q = Query> {
  readonly query: Q
  readonly versionAtom: Atom<number>
  /** How many rows there are; null until the first answer. */
  total(): number | null
  /** The row at an index, undefined while it is not loaded. */
  row(index: number): Row | undefined
  /** Where a loaded row stands, or -1. */
  indexOf(id: RowId): number
  /** A row that is loaded, at its place or above all places. */
  known(id: RowId): Row | undefined
  /** Rows just stored or sought whose places are not loaded, newest first: they are shown on top until those are. */
  unplaced(): readonly Row[]
  keepUnplaced(rows: readonly Row[]): void
  dropUnplaced(ids: readonly RowId[]): void
  /** Has these rows loaded, both ends included; what was being loaded for elsewhere is given up. */
  ensure(from: number, to: number): void
  /** Reads all of these rows, however many, e.g. to copy them; null when the list asks something else meanwhile. */
  read(from: number, to: number, signal: AbortSignal, onRead?: (count: number) => void): Promise<readonly Row[] | null>
  /** Reads the rows on screen again; they stay until the answer is there. */
  refresh(): Promise<void>
  /** Puts answered rows in the place of those they replace; a state older than the one shown is passed over. */
  replace(rows: readonly Row[]): void
  error(): CallError | null
  /** Does anybody look at it? One that is looked at again reads its rows anew. */
  isWatched(): boolean
  /** The loaded rows of what is looked at, in their order. */
  nearby(): readonly Row[]
  /** What others made and took away since it was read; the rows on screen stay where they are. */
  readonly newsAtom: Atom<PendingListChanges>
  tell(change: (news: PendingListChanges) => PendingListChanges): void
  /** Has whatever is not looked at read again when it comes into sight: it may have changed. */
  doubtOthers(): void
}
