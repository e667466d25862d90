/** Grid input: rows by position, with operations. */
import type { CSSProperties, ReactNode } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Result, ToolbarEntry } from '../../commands/core/command.ts'
import type { Contested } from '../../data/drafts/draft.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import type { GridColumn } from './column.ts'

export type RowState = 'clean' | 'new' | 'dirty' | 'saving' | 'error' | 'conflict'

export interface Theirs {
  readonly row: RowValues
  readonly who: string | undefined
  readonly when: unknown
}

export interface CellName {
  readonly rowId: RowId
  readonly columnId: string
}

/** Undo history, owned outside so that it outlives the grid. */
export interface GridHistory {
  can(back: boolean): boolean
  hasForgotten(): boolean
  /** Undoes or redoes: announcement and changed cells, null without a step. */
  undoOrRedo(back: boolean): Promise<{ readonly announcement: string; readonly cells: readonly CellName[] } | null>
}

export interface GridSource {
  readonly count: number
  /** Incremented whenever any answer below may change. */
  readonly version: number
  /** Stamp per row, by default the version: blocks render changed rows only. */
  stamp?(index: number): unknown
  /** Changes when editability rules change, besides the stamps. */
  readonly rules?: unknown
  rowId(index: number): RowId | undefined
  /** Record behind a row whose rows are no records, e.g. reports. */
  recordId?(index: number): number | undefined
  /** Row with drafts applied; identity stable while unchanged. */
  row(index: number): RowValues | undefined
  state(index: number): RowState
  fieldError(index: number, columnId: string): string | undefined
  /** All row errors, including fields without a column. */
  fieldErrors?(index: number): FieldErrors
  editable(index: number, columnId: string): boolean
  /** Message key of the read-only reason, where known. */
  closed?(index: number, columnId: string): string | undefined
  ensure(from: number, to: number): void
  /** Loads rows, inclusive; null when they changed. Omitted for fully loaded sources. */
  read?(
    from: number,
    to: number,
    signal: AbortSignal,
    onRead: (count: number) => void,
  ): Promise<readonly RowValues[] | null>
  changed?(index: number, columnId: string): boolean
  /** Ascending positions with possible errors; all by default. */
  suspects?(): readonly number[]
  readonly conflicts?: number
  contested?(index: number, columnId: string): Theirs | undefined
  /** Position of a row; linear search by default. */
  indexOf?(id: RowId): number
}

export interface GridChange {
  readonly index: number
  readonly rowId: RowId
  readonly columnId: string
  /** Invalid input arrives as its text, so nothing typed is lost. */
  readonly value: unknown
  /** Reference label, stored with the value as `<columnId>$label`. */
  readonly label?: string
}

export type Sort = readonly (readonly [columnId: string, direction: 'asc' | 'desc'])[]

/** Columns as drawn, for what stands above them. */
export interface GridShown {
  readonly columns: readonly GridColumn[]
  readonly places: readonly (CSSProperties | undefined)[]
  readonly scroller: HTMLElement | null
}

export interface GridProps {
  /** Grid name in `data-grid`, for tests and the page. */
  readonly name: string
  readonly label: string
  /** Layout key; the name by default. */
  readonly layoutName?: string
  readonly columns: readonly GridColumn[]
  readonly source: GridSource
  /** Commits changes; equal actions merge into one undo step. */
  onCommit?(changes: readonly GridChange[], action: EditAction): void
  readonly history?: GridHistory
  /** Message key of the read-only reason without `onCommit`. */
  readonly readOnlyBecause?: string | undefined
  onSettle?(whose: 'mine' | 'theirs', rows: Contested | 'all', action: EditAction): void
  onOpen?(index: number, columnId?: string): void
  addressOf?(index: number): string | undefined
  /** Address that a cell opens, such as the rows it counts. */
  linkOf?(index: number, columnId: string): string | undefined
  /** Entity whose commands appear in menus. */
  readonly entity?: string
  readonly offers?: readonly ToolbarEntry[]
  onInsert?(count: number, before: number | undefined, action: EditAction): number | undefined
  /** Appends rows for pasting; returns the first position. Defaults to `onInsert`. */
  onAppend?(count: number, action: EditAction): number
  onRemove?(ids: readonly RowId[], action: EditAction): void
  onFilter?(columnId: string, row: RowValues): void
  onFilterColumn?(columnId: string, at: DOMRect): void
  readonly unseen?: { titleOf(path: string): string; open(index: number): void }
  onActive?(index: number, id: RowId | undefined): void
  /** Row last used anywhere: the cursor resumes there. */
  sought?(): RowId | undefined
  readonly sort?: Sort
  /** Query identity: a new query drops the selection. */
  readonly query?: unknown
  onSort?(sort: Sort): void
  readonly selection?: ReadonlySet<RowId>
  onSelection?(selection: ReadonlySet<RowId>): void
  /** Checks every row, unloaded too, once all loaded ones are. */
  onSelectEvery?(): Promise<Result>
  readonly autoFocus?: boolean
  readonly empty?: ReactNode
  readonly loading?: boolean
  readonly error?: ReactNode
  readonly footer?: ReactNode
  above?(shown: GridShown): ReactNode
}
