/** Undo and redo: apply the step, then navigate, select and announce. */
import { text } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { blocksOf } from '../state/blocks.ts'
import type { Cell } from '../state/cursor.ts'
import { finishEdit, positionOf } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import { goTo, markBlock } from '../state/moving.ts'
import type { CellName } from '../state/source.ts'
import type { Run } from './motionCommands.ts'

/** Range limit: beyond it a selection is slow and tells nothing. */
const mostBlocks = 200

/** Waits for the owner's next render, which restores and moves rows. */
async function redrawn(grid: GridState, version: number): Promise<void> {
  for (let frame = 0; frame < 30 && grid.props.source.version === version; frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
}

function show(grid: GridState, names: readonly CellName[]): void {
  const columns = new Map(grid.columns.map(({ id }, at) => [id, at]))
  const rows = new Map<CellName['rowId'], number>()
  const cells: Cell[] = []
  for (const { rowId, columnId } of names) {
    const row = rows.get(rowId) ?? positionOf(grid, rowId)
    rows.set(rowId, row)
    const column = columns.get(columnId)
    if (row >= 0 && column !== undefined) cells.push({ row, column })
  }
  const [first, ...further] = blocksOf(cells)
  if (!first) return
  const corner = { row: first.top, column: first.left }
  goTo(grid, corner)
  if (further.length > mostBlocks) return
  if (first.bottom > first.top || first.right > first.left)
    markBlock(grid, corner, { row: first.bottom, column: first.right })
  store.set(grid.furtherAtom, further)
}

const travelling =
  (back: boolean): Run =>
  async grid => {
    void finishEdit(grid)
    const { version } = grid.props.source
    const done = await grid.props.history?.travel(back)
    if (!done) return { status: 'denied', reason: 'when', message: back ? 'grid.nothingToUndo' : 'grid.nothingToRedo' }
    await redrawn(grid, version)
    show(grid, done.cells)
    store.set(grid.saidAtom, text(back ? 'grid.undone' : 'grid.redone', { step: done.said }))
  }

export const undoNavigationCommands: Readonly<Record<string, Run>> = {
  'grid.undo': travelling(true),
  'grid.redo': travelling(false),
}
