/** Fill and series: Ctrl+D, fill handle and equivalent commands. */
import { isEmpty } from '#contract/schema/field.ts'
import type { Result } from '../../commands/core/command.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowValues } from '../../data/records/row.ts'
import { type PlacedText, placedText, putTexts, sayPut } from '../clipboard/cellTransfer.ts'
import type { Cell } from '../state/cursor.ts'
import { type CellEntry, commitEntry, markedRange } from '../state/edit.ts'
import {
  around,
  endBeside,
  type Fill,
  fillDown,
  fillRight,
  givenIn,
  type Lane,
  lanesOf,
  type Onward,
} from '../state/fill.ts'
import type { GridState, Run } from '../state/gridState.ts'
import { areLoaded, markedRanges } from '../state/marked.ts'
import { markBlock } from '../state/moving.ts'
import type { Range } from '../state/selection.ts'
import { continuation } from '../state/series.ts'

/** Series or copy, depending on the number of given values. */
type IsContinued = (given: number) => boolean

const always: IsContinued = () => true

/** Fill handle: one value copies, several continue; Ctrl inverts. */
export const atHandle =
  (isTurned: boolean): IsContinued =>
  given =>
    given > 1 !== isTurned

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

const rowOf = (grid: GridState, { row }: Cell): RowValues => grid.props.source.row(row) ?? {}
const idOf = (grid: GridState, { column }: Cell) => grid.columns[column]?.id ?? ''

/** Filled cell check; unloaded rows count as empty. */
const isFilled = (grid: GridState) => (cell: Cell) => !isEmpty(rowOf(grid, cell)[idOf(grid, cell)])

function copyOf(grid: GridState, from: Cell, to: Cell): CellEntry {
  const [row, id] = [rowOf(grid, from), idOf(grid, from)]
  const label = row[`${id}$label`]
  return { ...to, value: row[id] ?? null, label: typeof label === 'string' ? label : undefined }
}

function nextOf(grid: GridState, { from }: Lane, isContinued: IsContinued) {
  const fields = from.map(({ column }) => grid.columns[column]?.field)
  const kinds = new Set(fields.map(field => field?.kind))
  const [kind] = kinds
  // Lot numbers continue from a single value.
  const given = fields.every(field => field?.counts) ? Math.max(from.length, 2) : from.length
  if (kinds.size !== 1 || !kind || !isContinued(given)) return null
  return continuation(
    from.map(cell => rowOf(grid, cell)[idOf(grid, cell)]),
    kind,
  )
}

function belowOf(grid: GridState, { from, to }: Fill): CellEntry {
  const entry = copyOf(grid, from, to)
  const field = grid.columns[from.column]?.field
  const next = field?.counts ? continuation([entry.value], field.kind) : null
  return next ? { ...entry, value: next(to.row - from.row) } : entry
}

/** Vertical fills stay within one column, so values transfer directly. */
function upright(grid: GridState, lane: Lane, isContinued: IsContinued): CellEntry[] {
  const next = nextOf(grid, lane, isContinued)
  return lane.to.flatMap((to, at) => {
    const from = lane.from[at % lane.from.length]
    if (!from) return []
    if (!next) return [copyOf(grid, from, to)]
    const value = next(at + 1)
    return value === undefined ? [] : [{ ...to, value }]
  })
}

/** Horizontal fills cross column kinds, so values transfer as text. */
function sideways(grid: GridState, lane: Lane, isContinued: IsContinued): PlacedText[] {
  const next = nextOf(grid, lane, isContinued)
  return lane.to.flatMap((to, at) => {
    const from = lane.from[at % lane.from.length]
    const column = from && grid.columns[from.column]
    if (!from || !column) return []
    const row = rowOf(grid, from)
    if (!next) return [placedText(column, row, to)]
    const value = next(at + 1)
    return value === undefined ? [] : [placedText(column, { ...row, [column.id]: value }, to)]
  })
}

interface Filling {
  readonly source: Range
  readonly onward: Onward
}

async function perform(grid: GridState, fillings: readonly Filling[], isContinued: IsContinued): Promise<void> {
  const entries: CellEntry[] = []
  const texts: PlacedText[] = []
  for (const { source, onward } of fillings) {
    const isUpright = onward.way === 'down' || onward.way === 'up'
    for (const lane of lanesOf(source, onward)) {
      if (isUpright) entries.push(...upright(grid, lane, isContinued))
      else texts.push(...sideways(grid, lane, isContinued))
    }
  }
  const action: EditAction = { kind: 'filled' }
  if (entries.length > 0) commitEntry(grid, entries, action)
  if (texts.length > 0) sayPut(await putTexts(grid, texts, action))
}

export function fillOnward(grid: GridState, source: Range, onward: Onward, isContinued: IsContinued): void {
  if (!areLoaded(grid, [source, onward.target])) {
    notify({ kind: 'warning', text: () => text('grid.reason.rowsNotLoaded') })
    return
  }
  void perform(grid, [{ source, onward }], isContinued)
  const { top, left, bottom, right } = around(source, onward.target)
  const [first, last] = [
    { row: top, column: left },
    { row: bottom, column: right },
  ]
  const isBackwards = onward.way === 'up' || onward.way === 'left'
  markBlock(grid, isBackwards ? last : first, isBackwards ? first : last)
}

/** Double-click target: rows below, as far as the neighbouring column is filled. */
export function besideOnward(grid: GridState): Onward | null {
  const source = markedRange(grid)
  const bottom = endBeside(source, grid.props.source.count, isFilled(grid))
  return bottom === source.bottom ? null : { way: 'down', target: { ...source, top: source.bottom + 1, bottom } }
}

const fillToEnd: Run = grid => {
  const onward = besideOnward(grid)
  if (!onward) return refused('grid.reason.nothingBeside')
  fillOnward(grid, markedRange(grid), onward, atHandle(false))
}

const fillingsIn = (grid: GridState) =>
  markedRanges(grid)
    .map(range => givenIn(range, isFilled(grid)))
    .filter(given => given !== null)

const fillSeries: Run = async grid => {
  const fillings = fillingsIn(grid)
  if (fillings.length === 0) return refused('grid.reason.nothingEmpty')
  await perform(grid, fillings, always)
}

/** Commands by id; each selected range fills by itself. */
export const fillCommands: Readonly<Record<string, Run>> = {
  'grid.fillDown': grid => {
    const fills = markedRanges(grid).flatMap(fillDown)
    commitEntry(
      grid,
      fills.map(fill => belowOf(grid, fill)),
      { kind: 'filled' },
    )
  },
  'grid.fillRight': grid => {
    const cells = markedRanges(grid)
      .flatMap(fillRight)
      .map(({ from, to }) => placedText(grid.columns[from.column], rowOf(grid, from), to))
    void putTexts(grid, cells).then(put => sayPut(put))
  },
  'grid.fillSeries': fillSeries,
  'grid.fillToEnd': fillToEnd,
}
