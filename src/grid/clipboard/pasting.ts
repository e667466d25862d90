/** Paste: parse, preview when large or doubtful, commit as one step. */

import { wordsOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { localeAtom, text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { raw } from '../../fields/cell.ts'
import { fieldOf } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import { commitEntry, positionOf } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import { markedRanges } from '../state/marked.ts'
import { goTo, markBlock } from '../state/moving.ts'
import { hasRoomBelow, roomBelow } from '../state/rows.ts'
import type { Range } from '../state/selection.ts'
import { blockSize, type ClipBlock } from './block.ts'
import { blockIn, type Clip } from './incoming.ts'
import { askPaste, type PasteChoice, type PasteRequest, type PlannedRows, withProgress } from './pasteDialogs.ts'
import { type PasteTarget, pasteTarget } from './pasteTarget.ts'
import { type Counts, type Planned, type PlannedItem, pasteCounts, planned } from './planning.ts'

/** Cell limit; larger volumes belong to the server-validated import. */
const maxCells = 100_000
/** Row limit equal to that of a list. */
const maxRows = 3000
/** Cell limit for committing an error-free paste without preview. */
const maxUnseen = 200

async function readTarget(grid: GridState, { cells }: PasteTarget): Promise<boolean> {
  const { source } = grid.props
  const unread = cells.filter(({ row }) => row < source.count && !source.row(row))
  if (unread.length === 0 || !source.read) return true
  const { top: from, bottom: to } = boxOf(unread)
  if (to - from >= maxRows) {
    notify({ kind: 'warning', text: () => text('paste.tooManyRows', { most: maxRows }) })
    return false
  }
  return Boolean(
    await withProgress(
      to - from + 1,
      (signal, onDone) => source.read?.(from, to, signal, onDone) ?? Promise.resolve(null),
    ),
  )
}

const itemsOf = ({ rows, columns }: ClipBlock, { cells }: PasteTarget): readonly PlannedItem[] =>
  cells.flatMap(({ row, column, down, across }) => {
    const cell = rows[down]?.[across]
    return cell ? [{ row, column, cell, from: columns?.[across] }] : []
  })

/** Lazy before/after texts, computed only for rendered cells. */
function readers(grid: GridState): Pick<PasteRequest, 'before' | 'after'> {
  const shown = (cell: Planned, value: unknown, row: RowValues) => {
    const column = grid.columns[cell.column]
    return column ? column.kind.toText(value, row, fieldOf(column), store.get(localeAtom), column.id) : ''
  }
  return {
    before: cell => {
      const row = grid.props.source.row(cell.row)
      return row ? shown(cell, row[grid.columns[cell.column]?.id ?? ''], row) : ''
    },
    after: cell => {
      const { reading } = cell
      if (reading.outcome === 'skipped') return ''
      if (reading.outcome === 'failed') return raw(reading.value)
      return reading.label ?? shown(cell, reading.value, {})
    },
  }
}

/** Preview triggers: size, losses, guesses, unselected overwrites, errors. */
function isDoubtful(cells: readonly Planned[], { coerced, failed }: Counts, beyond: number, unmarked: number): boolean {
  return cells.length > maxUnseen || coerced > 0 || failed > 0 || beyond > 0 || unmarked > maxUnseenRecords
}

/** Row ids of a plan: rows may move during a query. */
function idsOf(grid: GridState, cells: readonly Planned[]): ReadonlyMap<number, RowId> {
  const ids = new Map<number, RowId>()
  for (const { row } of cells) {
    const id = ids.has(row) ? undefined : grid.props.source.rowId(row)
    if (id !== undefined) ids.set(row, id)
  }
  return ids
}

interface Room {
  readonly from: number
  /** Position of the created rows; null when none were created. */
  readonly at: number | null
}

/** Current positions; new rows may be apart from existing ones. */
function placedNow(
  grid: GridState,
  cells: readonly Planned[],
  ids: ReadonlyMap<number, RowId>,
  { from, at }: Room,
): readonly [stored: readonly Planned[], added: readonly Planned[]] {
  const below = at === null ? [] : cells.filter(({ row }) => row >= from)
  const above = cells.filter(({ row }) => row < from)
  const used = new Set(above.map(({ row }) => row)).size
  // New rows precede the rows they continue, preserving block order.
  if (at === 0 && used > 0 && above.every(({ row }) => row < used && typeof ids.get(row) === 'string'))
    return [[], [...above, ...below.map(cell => ({ ...cell, row: used + cell.row - from }))]]
  const places = new Map<number, number>()
  for (const [row, id] of ids) places.set(row, grid.props.source.rowId(row) === id ? row : positionOf(grid, id))
  const stored = above.flatMap(cell => {
    const row = places.get(cell.row) ?? -1
    return row < 0 ? [] : [{ ...cell, row }]
  })
  return [stored, below.map(cell => ({ ...cell, row: (at ?? 0) + cell.row - from }))]
}

function enterPlanned(
  grid: GridState,
  cells: readonly Planned[],
  { withInvalid }: PasteChoice,
  action: EditAction,
): void {
  const entries = cells.flatMap(({ row, column, reading }) => {
    if (reading.outcome === 'skipped' || (reading.outcome === 'failed' && !withInvalid)) return []
    return [{ row, column, value: reading.value, label: 'label' in reading ? reading.label : undefined }]
  })
  commitEntry(grid, entries, action)
}

function announce(grid: GridState, counts: Counts, columns: number, rows: number, wasSeen: boolean): void {
  const { ok, coerced, failed, skipped } = counts
  const announcement = () =>
    text('grid.pasted', { done: ok + coerced, faults: failed, skipped: skipped + rows, columns })
  store.set(grid.announcementAtom, announcement())
  if (!wasSeen && (failed || skipped || columns || rows)) notify({ kind: 'warning', text: announcement })
}

function boxOf(cells: readonly Cell[]): Range {
  let [top, left, bottom, right] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  // Loop, as spreading could exceed the argument limit of a call.
  for (const { row, column } of cells) {
    ;[top, bottom] = [Math.min(top, row), Math.max(bottom, row)]
    ;[left, right] = [Math.min(left, column), Math.max(right, column)]
  }
  return { top, left, bottom, right }
}

function markPasted(grid: GridState, stored: readonly Planned[], added: readonly Planned[]): void {
  const [first, second] = [stored, added].filter(cells => cells.length > 0).map(boxOf)
  if (!first) return
  const mark = ({ top, left, bottom, right }: Range, isFurther: boolean) =>
    markBlock(grid, { row: top, column: left }, { row: bottom, column: right }, isFurther)
  const from = { row: first.top, column: first.left }
  if (!second && first.top === first.bottom && first.left === first.right) goTo(grid, from)
  else if (second?.top === first.bottom + 1) mark(boxOf([...stored, ...added]), false)
  else {
    if (second) mark(second, false)
    mark(first, second !== undefined)
  }
  grid.reveal(from)
}

interface Plan extends PlannedRows {
  readonly columnsBeyond: number
  readonly overwriting: Overwriting
  readonly asNew: PlannedRows | null
}

interface ConfirmedPlan extends PlannedRows {
  readonly choice: PasteChoice
  readonly isSeen: boolean
}

async function confirmedPlan(grid: GridState, plan: Plan): Promise<ConfirmedPlan | null> {
  const { cells, rowsBelow, columnsBeyond, overwriting, asNew } = plan
  const { records, unmarked } = overwriting
  if (!isDoubtful(cells, pasteCounts(cells), columnsBeyond + rowsBelow, unmarked))
    return { cells, rowsBelow, choice: { addRows: false, asNew: false, withInvalid: true }, isSeen: false }
  const request: PasteRequest = {
    label: grid.props.label,
    columns: grid.columns,
    cells,
    count: grid.props.source.count,
    rowsBelow,
    canAdd: hasRoomBelow(grid),
    columnsBeyond,
    records,
    isGuarded: unmarked > 0,
    asNew,
    ...readers(grid),
  }
  const choice = await askPaste(request, new AbortController().signal)
  return choice && { ...(choice.asNew && asNew ? asNew : { cells, rowsBelow }), choice, isSeen: true }
}

async function applyPlan(grid: GridState, plan: Plan): Promise<void> {
  const { count } = grid.props.source
  const ids = idsOf(grid, plan.cells)
  const confirmed = await confirmedPlan(grid, plan)
  if (!confirmed) return
  const { cells, rowsBelow, choice, isSeen } = confirmed
  const action: EditAction = { kind: 'pasted' }
  const at = rowsBelow > 0 && (choice.addRows || choice.asNew) ? await roomBelow(grid, rowsBelow, action) : null
  const [stored, added] = placedNow(grid, cells, ids, { from: count, at })
  const entering = [...stored, ...added]
  enterPlanned(grid, entering, choice, action)
  markPasted(grid, stored, added)
  const lost = cells.length - entering.length
  announce(grid, pasteCounts(entering), plan.columnsBeyond, lost, isSeen)
}

function firstEntered({ columns }: GridState): Range {
  const left = Math.max(
    columns.findIndex(({ readOnly, kind }) => !readOnly && kind.editor !== 'none'),
    0,
  )
  return { top: 0, left, bottom: 0, right: left }
}

/** Readings for new rows: reused unless existing rows influenced them. */
function plannedNew(grid: GridState, block: ClipBlock, cells: readonly Planned[], inNew: PasteTarget) {
  const isByRow = grid.columns.some(({ field }) => field?.where)
  const isClosed = cells.some(({ reading }) => reading.outcome === 'skipped' && reading.reason !== 'readOnly')
  const items = itemsOf(block, inNew)
  if (isByRow || isClosed || items.length !== cells.length) return planned(grid, items)
  return cells.map((cell, at) => ({ ...cell, row: items[at]?.row ?? cell.row }))
}

async function planOf(
  grid: GridState,
  block: ClipBlock,
  placement: PasteTarget,
  targets: readonly Range[],
): Promise<Plan> {
  const cells = await planned(grid, itemsOf(block, placement))
  const overwriting = overwritingOf(grid, cells, targets)
  const inNew = overwriting.unmarked > 0 ? asNewRows(grid, placement, targets) : null
  const asNew = inNew && { cells: await plannedNew(grid, block, cells, inNew), rowsBelow: inNew.rowsBelow }
  const { rowsBelow, columnsBeyond } = placement
  return { cells, rowsBelow, columnsBeyond, overwriting, asNew }
}

/** Pastes at the selection; a server error commits nothing. */
export async function pasteBlock(grid: GridState, block: ClipBlock): Promise<void> {
  const reach = { rows: grid.props.source.count, columns: grid.columns.length }
  const targets = reach.rows === 0 ? [firstEntered(grid)] : markedRanges(grid).filter(({ top }) => top >= 0)
  const placement = withinNewRows(grid, pasteTarget(blockSize(block), targets, reach), targets)
  if (placement.cells.length === 0) return
  if (placement.cells.length > maxCells)
    return notify({ kind: 'warning', text: () => text('paste.tooMany', { most: maxCells }) })
  try {
    if (!(await readTarget(grid, placement))) return
    await applyPlan(grid, await planOf(grid, block, placement, targets))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    notify({ kind: 'error', text: wordsOf(error) })
  }
}

export function pasteClip(grid: GridState, clip: Clip): Promise<void> | false {
  const block = blockIn(clip, location.origin)
  return block ? pasteBlock(grid, block) : false
}

// Stored records under a pasted block.

/** Limit of unselected records changed without a preview. */
const maxUnseenRecords = 5

/** List rows only; lines belong to the document being edited anyway. */
const isRecord = ({ props: { source, entity } }: GridState, row: number) =>
  entity !== undefined && row < source.count && typeof source.rowId(row) !== 'string'

const isNewRow = ({ props: { source } }: GridState, row: number) => typeof source.rowId(row) === 'string'

function below(placement: PasteTarget, from: number, count: number): PasteTarget {
  let end = from
  const cells = placement.cells.map(cell => {
    end = Math.max(end, cell.row + 1)
    return cell.row < from ? cell : { ...cell, row: cell.row - from + count }
  })
  return { ...placement, cells, rowsBelow: end - from }
}

/** Blocks starting in a new row never overflow onto stored rows. */
function withinNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget {
  const { count } = grid.props.source
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return placement
  for (let row = target.top; row <= target.bottom; row++) if (!isNewRow(grid, row)) return placement
  let end = target.bottom + 1
  while (end < count && isNewRow(grid, end)) end++
  return end < count && placement.cells.some(({ row }) => row >= end) ? below(placement, end, count) : placement
}

function asNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget | null {
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return null
  return below(placement, target.top, grid.props.source.count)
}

interface Overwriting {
  readonly records: number
  readonly unmarked: number
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function overwritingOf(grid: GridState, cells: readonly Planned[], targets: readonly Range[]): Overwriting {
  const rows = new Set<number>()
  for (const { row, column, reading } of cells) {
    if (rows.has(row) || reading.outcome === 'skipped' || !isRecord(grid, row)) continue
    const before = grid.props.source.row(row)?.[grid.columns[column]?.id ?? '']
    if (!isSame(before, reading.value)) rows.add(row)
  }
  const isMarked = (row: number) => targets.some(({ top, bottom }) => row >= top && row <= bottom)
  return { records: rows.size, unmarked: [...rows].filter(row => !isMarked(row)).length }
}
