/** What a grid is given: rows by position, and what may be done with them. Rows may be many and not all there yet. */
import type { ReactNode } from 'react'
import type { Result } from '../../commands/core/command.ts'
import type { ToolbarEntry } from '../../commands/entity/toolbarEntries.ts'
import type { Faults } from '../../contract/schema/answer.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { Contested, EditAction } from '../../data/drafts/drafts.ts'
import type { RowId } from '../../data/records/records.ts'
import type { GridColumn } from './column.ts'

export type RowState = 'clean' | 'new' | 'dirty' | 'saving' | 'error' | 'conflict'

/** What somebody else saved in a cell that was changed here as well. */
export interface Theirs {
  /** Their row, as it is stored now. */
  readonly row: Values
  readonly who: string | undefined
  /** An instant. */
  readonly when: unknown
}

/** A cell by what stands in it, wherever that is. */
export interface CellName {
  readonly rowId: RowId
  readonly columnId: string
}

/** What was done in a grid, to be taken back and done again. Its owner keeps it, so that it outlives what is on screen. */
export interface GridHistory {
  can(back: boolean): boolean
  /** Was more done than can be taken back any more? */
  hasForgotten(): boolean
  /** Takes the last step back, or does it again. Answers what is said of it and which cells changed; null when there is none. */
  travel(back: boolean): Promise<{ readonly said: string; readonly cells: readonly CellName[] } | null>
}

export interface GridSource {
  readonly count: number
  /** Goes up whenever anything below may answer differently. */
  readonly version: number
  /**
   * Something that is another whenever the row of this index answers differently, for sources of many rows: while blocks
   * arrive only rows that changed are drawn again. The version stands for every row where it is left out.
   */
  stamp?(index: number): unknown
  /** Another value whenever something else may be entered than before, beside such stamps. */
  readonly rules?: unknown
  rowId(index: number): RowId | undefined
  /** The record of the grid's entity that a row is about, where the rows themselves are of none, e.g. those of a report. */
  recordId?(index: number): number | undefined
  /** The row with its drafts applied; the same object as long as nothing in it changed. */
  row(index: number): Values | undefined
  state(index: number): RowState
  /** A key under `fault.`, or a text. */
  fault(index: number, columnId: string): string | undefined
  /** All that is wrong in a row, of fields without a column too. */
  faults?(index: number): Faults
  editable(index: number, columnId: string): boolean
  /** Message key of why a cell cannot be edited, where more is known than that. */
  closed?(index: number, columnId: string): string | undefined
  ensure(from: number, to: number): void
  /** Reads all of these rows, both ends included; null when they changed meanwhile. Left out where all are always there. */
  read?(
    from: number,
    to: number,
    signal: AbortSignal,
    onRead: (count: number) => void,
  ): Promise<readonly Values[] | null>
  /** Was this cell changed and not saved? Draws its corner mark. */
  changed?(index: number, columnId: string): boolean
  /** Positions, in their order, of the rows that may have faults; any may where it is left out. */
  suspects?(): readonly number[]
  /** How many rows wait for a decision. */
  readonly conflicts?: number
  /** Theirs, where this cell waits for a decision. */
  contested?(index: number, columnId: string): Theirs | undefined
  /** Position of a row; looked for among all rows where it is left out. */
  indexOf?(id: RowId): number
}

export interface GridChange {
  readonly index: number
  readonly rowId: RowId
  readonly columnId: string
  /** What could not be understood is handed over as the text it was: its fault shows, and nothing typed is lost. */
  readonly value: unknown
  /** What a reference is shown by; goes with the value into `<columnId>$label`. */
  readonly label?: string
}

export type Sort = readonly (readonly [columnId: string, direction: 'asc' | 'desc'])[]

export interface GridProps {
  /** Which grid this is, for tests and the rest of the page: `data-grid`. */
  readonly name: string
  readonly label: string
  /** Under what a person keeps the layout of its columns; the name unless said. */
  readonly keepAs?: string
  readonly columns: readonly GridColumn[]
  readonly source: GridSource
  /** Takes what was entered; all that comes with the same doing is one step to take back. */
  onCommit?(changes: readonly GridChange[], doing: EditAction): void
  readonly history?: GridHistory
  /** Message key of why nothing is entered here, where `onCommit` is left out. */
  readonly readOnlyBecause?: string | undefined
  /** Decides whose values stand in contested cells, or in all there are. */
  onSettle?(whose: 'mine' | 'theirs', rows: Contested | 'all', doing: EditAction): void
  onOpen?(index: number): void
  /** Entity whose rows these are: its commands stand in the menus. */
  readonly entity?: string
  /** Further commands of its rows, which stand first in their menus. */
  readonly offers?: readonly ToolbarEntry[]
  /** Makes so many rows before a position, else at the end, and answers where the first stands; at the end unless it answers. */
  onInsert?(count: number, before: number | undefined, doing: EditAction): number | undefined
  /**
   * Makes so many rows for what is pasted below the last one, and answers where the first of them stands; `onInsert` makes
   * them where it is left out.
   */
  onAppend?(count: number, doing: EditAction): number
  onRemove?(ids: readonly RowId[], doing: EditAction): void
  /** Leaves only rows that hold in this column what this row holds. */
  onFilter?(columnId: string, row: Values): void
  /** Asks by what a column is to be narrowed, at the place of its title. */
  onFilterColumn?(columnId: string, at: DOMRect): void
  /** Fields that have no column: what they are called, and how a row is opened where they can be entered. */
  readonly unseen?: { titleOf(path: string): string; open(index: number): void }
  /** The row the cursor entered. */
  onActive?(index: number, id: RowId | undefined): void
  /** The row last worked on, here or elsewhere: the cursor is there when the grid comes to the front. */
  sought?(): RowId | undefined
  readonly sort?: Sort
  /** What the rows were asked for: with another question nothing stays marked. */
  readonly query?: unknown
  onSort?(sort: Sort): void
  readonly selection?: ReadonlySet<RowId>
  onSelection?(selection: ReadonlySet<RowId>): void
  /** Chooses every row there is, loaded or not: asked for once all loaded ones are chosen. */
  onSelectEvery?(): Promise<Result>
  readonly autoFocus?: boolean
  readonly empty?: ReactNode
  readonly loading?: boolean
  readonly error?: ReactNode
  readonly footer?: ReactNode
}
