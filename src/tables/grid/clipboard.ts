/** Blocks of cells to and from the clipboard: TSV as Excel writes it, and an HTML table beside it. */
import type { Extent } from './cursor.ts'
import type { Range } from './selection.ts'

export type Block = readonly (readonly string[])[]

const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function toTsv(block: Block): string {
  return block.map(row => row.map(quoted).join('\t')).join('\r\n')
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\r?\n/g, '<br style="mso-data-placement:same-cell">')

/** `mso-number-format` keeps Excel from reading lot numbers as numbers and dates as it pleases. */
export function toHtml(block: Block, texts: readonly boolean[]): string {
  const cell = (text: string, column: number) =>
    `<td style="white-space:pre${texts[column] ? ";mso-number-format:'\\@'" : ''}">${escaped(text)}</td>`
  return `<table>${block.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`
}

/** Text that a spreadsheet would run as a formula goes out behind an apostrophe, and comes back without it. */
export function guarded(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}

export function unguarded(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

/** The rows of a TSV text: quotes, line breaks within quotes, CRLF, and the line break Excel puts at the end. */
export function parseTsv(text: string): Block {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    let value = ''
    // A quote opens a quoted field only if it is closed before a tab, a line end or the end of the text.
    const quotedField = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : null
    if (quotedField) quotedField.lastIndex = at
    const match = quotedField?.exec(text)
    if (match) {
      value = (match[1] ?? '').replaceAll('""', '"').replaceAll('\r\n', '\n')
      at += match[0].length
    } else {
      const start = at
      while (at < text.length && text[at] !== '\t' && text[at] !== '\n' && text[at] !== '\r') at++
      value = text.slice(start, at)
    }
    row.push(value)
    if (text[at] === '\t') {
      at++
      continue
    }
    rows.push(row)
    row = []
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (at >= text.length) break
  }
  return rows
}

export interface Placed {
  readonly row: number
  readonly column: number
  readonly text: string
}

export interface Placement {
  readonly cells: readonly Placed[]
  /** Rows of the pasted block below the last row of the grid. */
  readonly rowsBelow: number
  /** Columns of it beyond the last column: they are dropped, and said to be. */
  readonly columnsBeyond: number
}

/**
 * Where a pasted block goes: one value fills the marked cells, a block repeats in a marked area that is a multiple of
 * it, and otherwise stands with its first cell at the top left. Rows below the end are returned too.
 */
export function place(block: Block, target: Range, extent: Extent): Placement {
  const height = block.length
  const width = Math.max(0, ...block.map(row => row.length))
  if (height === 0 || width === 0) return { cells: [], rowsBelow: 0, columnsBeyond: 0 }
  const marked = { rows: target.bottom - target.top + 1, columns: target.right - target.left + 1 }
  const repeats = marked.rows % height === 0 && marked.columns % width === 0
  const rows = repeats ? marked.rows : height
  const columns = repeats ? marked.columns : width
  const cells: Placed[] = []
  for (let down = 0; down < rows; down++) {
    for (let right = 0; right < columns; right++) {
      const text = block[down % height]?.[right % width]
      const column = target.left + right
      if (text !== undefined && column < extent.columns) cells.push({ row: target.top + down, column, text })
    }
  }
  return {
    cells,
    rowsBelow: Math.max(0, target.top + rows - extent.rows),
    columnsBeyond: Math.max(0, target.left + columns - extent.columns),
  }
}
