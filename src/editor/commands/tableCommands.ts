/** Table commands: insert, resize within limits, merge, split. */

import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  selectedRect,
  splitCell,
} from '@milkdown/kit/prose/tables'
import { tableSize } from '#contract/schema/richTextFigures.ts'
import type { EditorCommand } from './command.ts'

const reasonOf = (state: EditorState) => (isInTable(state) ? undefined : 'reason.notInTable')

const inTable = (command: Command, refused?: string): EditorCommand => ({
  step: () => command,
  reason: state => reasonOf(state) ?? (refused && !command(state) ? refused : undefined),
})

const growing = (command: Command, isFull: (rect: ReturnType<typeof selectedRect>) => boolean): EditorCommand => ({
  step: () => command,
  reason: state => reasonOf(state) ?? (isFull(selectedRect(state)) ? 'reason.tableFull' : undefined),
})

const row = (command: Command) => growing(command, ({ map }) => map.height >= tableSize.maxRows)
const column = (command: Command) => growing(command, ({ map }) => map.width >= tableSize.maxColumns)

const numberIn = (value: unknown, standard: number, most: number): number | null => {
  const number = value === undefined || value === null || value === '' ? standard : Number(value)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : null
}

const inserting: EditorCommand = {
  step: ({ rowCount, columnCount }, state) => {
    const rows = numberIn(rowCount, tableSize.rows, tableSize.maxRows)
    const columns = numberIn(columnCount, tableSize.columns, tableSize.maxColumns)
    const { table, table_row: line, table_header: head, table_cell: cell } = state.schema.nodes
    if (rows === null || columns === null || !table || !line || !head || !cell) return null
    const cells = (type: typeof cell) =>
      Array.from({ length: columns }, () => type.createAndFill()).filter(each => each !== null)
    const lines = Array.from({ length: rows }, (_, at) => line.create(null, cells(at === 0 ? head : cell)))
    return (now, dispatch) => {
      const { tr } = now
      const { from } = now.selection
      tr.replaceSelectionWith(table.create(null, lines))
      // Cursor moves into the first cell.
      dispatch?.(
        tr
          .setSelection(TextSelection.near(tr.doc.resolve(Math.min(tr.mapping.map(from, -1) + 3, tr.doc.content.size))))
          .scrollIntoView(),
      )
      return true
    }
  },
}

export const tableCommands: Readonly<Record<string, EditorCommand>> = {
  table: inserting,
  rowAbove: row(addRowBefore),
  rowBelow: row(addRowAfter),
  columnLeft: column(addColumnBefore),
  columnRight: column(addColumnAfter),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
  mergeCells: inTable(mergeCells, 'reason.nothingToMerge'),
  splitCell: inTable(splitCell, 'reason.notMerged'),
  deleteTable: inTable(deleteTable),
}
