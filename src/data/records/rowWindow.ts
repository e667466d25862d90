/** Interface of a window on a large list. */
import type { Atom } from 'jotai'
import type { CallError } from '../api/transport.ts'
import type { ReadBlock } from './blocks.ts'
import type { PendingListChanges } from './pendingListChanges.ts'
import type { Condition, Row, RowId, RowValues, Sort } from './row.ts'

export interface Query {
  readonly entity: string
  readonly sort: Sort
  readonly where: readonly Condition[]
  readonly q: string
}

/** Reader of a block; the first block is 0. */
export type ReadPage<Q> = (query: Q, number: number, signal: AbortSignal) => Promise<ReadBlock>

/** Window on many rows. Results change: subscribe to the version. */
export interface RowWindow<Q = Query> {
  readonly query: Q
  readonly versionAtom: Atom<number>
  /** Total row count; null until the first answer. */
  total(): number | null
  hasMore(): boolean
  sums(): RowValues | null
  row(index: number): Row | undefined
  indexOf(id: RowId): number
  known(id: RowId): Row | undefined
  /** Stored or sought rows on top, until their position is loaded. */
  unplaced(): readonly Row[]
  keepUnplaced(rows: readonly Row[]): void
  dropUnplaced(ids: readonly RowId[]): void
  /** Requests a range, both ends included; aborts loading elsewhere. */
  ensure(from: number, to: number): void
  /** Reads a whole range; null when the query changes meanwhile. */
  read(from: number, to: number, signal: AbortSignal, onRead?: (count: number) => void): Promise<readonly Row[] | null>
  /** Rereads visible rows; stale ones stay meanwhile. */
  refresh(): Promise<void>
  /** Replaces rows in place; ignores versions older than displayed. */
  replace(rows: readonly Row[]): void
  error(): CallError | null
  /** Observed by a view. Rereads rows when observation resumes. */
  isWatched(): boolean
  /** Loaded rows in and around the visible range, in order. */
  nearby(): readonly Row[]
  /** Additions and removals by others since the last read. */
  readonly newsAtom: Atom<PendingListChanges>
  changeNews(change: (news: PendingListChanges) => PendingListChanges): void
  invalidateOthers(): void
}
