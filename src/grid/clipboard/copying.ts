/** Copy as text, HTML and native values; loads missing rows. */
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowValues } from '../../data/records/row.ts'
import { storeLocal } from '../../data/store.ts'
import { type GridColumn, textOf } from '../state/column.ts'
import type { GridState } from '../state/gridState.ts'
import { markedBlock } from '../state/marked.ts'
import { type Joined, positionsIn } from '../state/selection.ts'
import type { ClipCell } from './block.ts'
import { clipColumnOf } from './cellTransfer.ts'
import { escapeFormula } from './formulaEscape.ts'
import { toHtml } from './html/htmlOut.ts'
import { nativeFormatType, toNativeFormat } from './nativeFormat.ts'
import { withProgress } from './pasteDialogs.ts'
import { toTsv } from './tsv.ts'

/** Row limit of one copy; larger volumes use the export. */
const maxRows = 10_000

export interface Copied {
  readonly text: string
  readonly html: string
  /** Omitted when titles are included: titles are not values. */
  readonly nativeFormat?: string
}

const isText = (column: GridColumn) => (column.kind.align ?? 'start') === 'start'

export function copiedOf(
  columns: readonly GridColumn[],
  rows: readonly RowValues[],
  home: string,
  withTitles: boolean,
): Copied {
  const cells = rows.map(row =>
    columns.map((column): ClipCell => ({ text: textOf(column, row), typed: { value: row[column.id] ?? null } })),
  )
  const safe = (shown: string, at: number) => {
    const column = columns[at]
    return column && isText(column) && column.kind.editor !== 'date' ? escapeFormula(shown) : shown
  }
  const texts = cells.map(row => row.map((cell, at) => safe(cell.text, at)))
  const all = withTitles ? [columns.map(column => column.title), ...texts] : texts
  const nativeFormat = withTitles
    ? undefined
    : toNativeFormat({ rows: cells, columns: columns.map(clipColumnOf) }, home)
  return {
    text: toTsv(all),
    html: toHtml(all, columns.map(isText), nativeFormat),
    ...(nativeFormat === undefined ? {} : { nativeFormat: nativeFormat }),
  }
}

interface Waiting {
  readonly grid: GridState
  readonly key: string
  readonly copied: Copied
  readonly until: number
}

/** Copy the browser refused asynchronously; the next key press takes it. */
const late = storeLocal(() => ({ waiting: null as Waiting | null }))
const waitingTime = 60_000

const copyKey = (grid: GridState, block: Joined, withTitles: boolean) =>
  JSON.stringify([block, grid.columns.map(({ id }) => id), withTitles])

export function writeTo(data: DataTransfer, copied: Copied): void {
  data.setData('text/plain', copied.text)
  data.setData('text/html', copied.html)
  if (copied.nativeFormat) data.setData(nativeFormatType, copied.nativeFormat)
}

export async function writeClipboard({ text: plain, html }: Copied): Promise<boolean> {
  if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') return false
  const blob = (type: string, content: string) => new Blob([content], { type })
  const item = new ClipboardItem({ 'text/plain': blob('text/plain', plain), 'text/html': blob('text/html', html) })
  return navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  )
}

function refuse(message: string, grid?: GridState): null {
  const { entity } = grid?.props ?? {}
  const offer = entity ? { offer: { id: `${entity}.export`, args: {} } } : {}
  notify({ kind: 'warning', text: () => text(message, { most: maxRows }), ...offer })
  return null
}

/** Copies the selection, synchronously if loaded; null when incomplete. */
export function copyOf(grid: GridState, withTitles: boolean): Copied | Promise<Copied | null> | null {
  const block = markedBlock(grid)
  if (!block) return refuse('grid.copyApart')
  if (block.rows.reduce((sum, [from, to]) => sum + to - from + 1, 0) > maxRows) return refuse('grid.copyTooMany', grid)
  const rows = positionsIn(block.rows).filter(row => row >= 0)
  const columns = positionsIn(block.columns).flatMap(at => grid.columns[at] ?? [])
  const key = copyKey(grid, block, withTitles)
  const { waiting } = late()
  const ready = waiting?.grid === grid && waiting.key === key && waiting.until > Date.now() ? waiting.copied : null
  late().waiting = null
  if (ready) return ready
  const { source } = grid.props
  const loaded = rows.map(row => source.row(row)).filter(row => row !== undefined)
  if (loaded.length === rows.length) return copiedOf(columns, loaded, location.origin, withTitles)
  if (!source.read) return refuse('grid.copyNotLoaded')
  return withProgress(rows.length, async (signal, onDone) => {
    const read: RowValues[] = []
    for (const [from, to] of block.rows) {
      const before = read.length
      const some = await source.read?.(from, to, signal, done => onDone(before + done))
      if (!some || some.length !== to - from + 1) return refuse('grid.copyNotLoaded')
      for (const row of some) read.push(row)
    }
    return copiedOf(columns, read, location.origin, withTitles)
  })
}

/** Writes an asynchronous copy, else caches it for the next press. */
export async function writeLate(
  grid: GridState,
  withTitles: boolean,
  reading: Promise<Copied | null>,
): Promise<boolean> {
  const copied = await reading.catch(error => {
    if (!(error instanceof CallError)) throw error
    notify({ kind: 'error', text: wordsOf(error) })
    return null
  })
  if (!copied) return false
  const isWritten = await writeClipboard(copied)
  const block = markedBlock(grid)
  const until = Date.now() + waitingTime
  late().waiting = isWritten || !block ? null : { grid, key: copyKey(grid, block, withTitles), copied, until }
  notify({ kind: isWritten ? 'success' : 'warning', text: () => text(isWritten ? 'grid.copied' : 'grid.copyReady') })
  return isWritten
}
