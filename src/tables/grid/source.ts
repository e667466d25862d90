/** What a grid is given: rows by position, and what may be done with them. Rows may be many and not all there yet. */
import type { ReactNode } from 'react'
import type { Result } from '../../commands/command.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { RowId } from '../../data/records.ts'
import type { GridColumn } from './column.ts'

export type RowState = 'clean' | 'new' | 'dirty' | 'saving' | 'error'

export interface GridSource {
  readonly count: number
  /** Goes up whenever anything below may answer differently. */
  readonly version: number
  rowId(index: number): RowId | undefined
  /** The row with its drafts applied; the same object as long as nothing in it changed. */
  row(index: number): Values | undefined
  state(index: number): RowState
  /** A key under `fault.`, or a text. */
  fault(index: number, columnId: string): string | undefined
  editable(index: number, columnId: string): boolean
  ensure(from: number, to: number): void
  /** Was this cell changed and not saved? Draws its corner mark. */
  changed?(index: number, columnId: string): boolean
  /** Position of a row; looked for among all rows where it is left out. */
  indexOf?(id: RowId): number
}

export interface GridChange {
  /** Position when it was entered; -1 for an undone change of a row that is not in the list now. */
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
  readonly columns: readonly GridColumn[]
  readonly source: GridSource
  onCommit?(changes: readonly GridChange[]): void
  onOpen?(index: number): void
  /** Entity whose rows these are: its commands stand in the menus. */
  readonly entity?: string
  /** Makes so many rows before a position, else at the end, and answers where the first stands; at the end unless it answers. */
  onInsert?(count: number, before?: number): number | undefined
  onRemove?(ids: readonly RowId[]): void
  /** Leaves only rows that hold in this column what this row holds. */
  onFilter?(columnId: string, row: Values): void
  /** The row the cursor entered. */
  onActive?(index: number, id: RowId | undefined): void
  readonly sort?: Sort
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
