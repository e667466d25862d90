/** The cells of the tables in an HTML text, as Excel, Google Sheets, WPS, LibreOffice, Numbers and Word write them. */
import type { ClipBlock, ClipCell } from '../block.ts'
import { parcelAttribute } from './htmlOut.ts'
import { formatsOf, numberFormatIn, type Tag, tokensOf } from './htmlTokens.ts'

/** Cells one table may have; a span beyond any sheet would fill the memory. */
const widest = 1000

interface OpenCell {
  readonly tag: Tag
  readonly isKept: boolean
  text: string
}

const paragraphs = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3'])

const spanOf = (tag: Tag, name: string) => Math.min(Math.max(Number(tag.attribute(name)) || 1, 1), widest)

/** Blanks as a page shows them: runs are one, and what separates lines is a break. */
function textOf({ text, isKept }: OpenCell): string {
  const plain = isKept ? text : text.replace(/[ \f]+/g, ' ').replace(/ ?\n ?/g, '\n')
  return plain.replaceAll('\u00a0', ' ').trim()
}

/**
 * What Google Sheets says of a cell: `{"1":3,"3":45413}` is a number, 2 a text, 4 a yes or no; it used to be said as
 * `[null,3,null,45413]`. LibreOffice says it too, with blanks and without what stands after the point: that is passed over.
 */
function sheetsNumber(json: string | undefined): string | undefined {
  return /^(?:\{"1":3,"3":|\[null,3,null,)(-?[\d.]+(?:E[+-]?\d+)?)/i.exec(json ?? '')?.[1]
}

const sheetsFormat = (json: string | undefined) =>
  /^(?:\{"1":\d,"2":|\[null,\d,)"((?:[^"\\]|\\.)*)"/.exec(json ?? '')?.[1]?.replaceAll('\\', '')

/** What LibreOffice says of a format, after two languages: `2052;0;YYYY-MM-DD`. */
const calcFormat = (said: string | undefined) => said?.split(';').slice(2).join(';')

/** The exact number of a cell and how it is shown: Sheets, then Excel and WPS, then LibreOffice. */
function exactly(tag: Tag, text: string, formats: ReadonlyMap<string, string>, shift: number): Partial<ClipCell> {
  // An `x:num` without a value says that the text is the number.
  const own = tag.attribute('x:num') === '' ? text : tag.attribute('x:num')
  const given = sheetsNumber(tag.attribute('data-sheets-value')) ?? own ?? tag.attribute('sdval')
  const format =
    sheetsFormat(tag.attribute('data-sheets-numberformat')) ??
    numberFormatIn(tag.attribute('style') ?? '') ??
    formats.get(tag.attribute('class') ?? '') ??
    calcFormat(tag.attribute('sdnum'))
  const isNumber = given !== undefined && given.trim() !== '' && Number.isFinite(Number(given))
  const isDate = /[ymd]/i.test(format ?? '')
  return {
    ...(isNumber ? { number: String(isDate ? Number(given) + shift : Number(given)) } : {}),
    ...(format ? { format } : {}),
  }
}

/** Rows as they fill up: cells that reach down keep their place in the rows below. */
class Rows {
  readonly done: ClipCell[][] = []
  /** Columns that are not shown, and how many were named so far. */
  readonly #hidden = new Set<number>()
  #named = 0
  #row: ClipCell[] | null = null
  /** By column, how many rows below a cell still covers. */
  readonly #covered = new Map<number, number>()

  begin(): void {
    this.end()
    this.#row = []
  }

  #skipCovered(row: ClipCell[]): void {
    for (let left = this.#covered.get(row.length); left; left = this.#covered.get(row.length)) {
      this.#covered.set(row.length, left - 1)
      row.push({ text: '' })
    }
  }

  add(cell: ClipCell, across: number, down: number): void {
    this.#row ??= []
    const row = this.#row
    this.#skipCovered(row)
    const places = Array.from({ length: across }, (_, at) => row.length + at)
    // What is merged stands in the first column of it that is shown.
    const own = places.find(place => !this.#hidden.has(place))
    for (const place of places) {
      if (down > 1) this.#covered.set(place, down - 1)
      row.push(place === own ? cell : { text: '' })
    }
  }

  column(count: number, isHidden: boolean): void {
    for (const end = Math.min(this.#named + count, widest); this.#named < end; this.#named++)
      if (isHidden) this.#hidden.add(this.#named)
  }

  end(): void {
    const row = this.#row
    this.#row = null
    if (!row) return
    this.#skipCovered(row)
    const shown = this.#hidden.size === 0 ? row : row.filter((_, at) => !this.#hidden.has(at))
    if (shown.length > 0) this.done.push(shown)
  }

  table(): void {
    this.end()
    this.#covered.clear()
    this.#hidden.clear()
    this.#named = 0
  }
}

/** The block of a page, or null when there is no table in it. */
export function parseHtml(html: string): ClipBlock | null {
  if (!/<table/i.test(html)) return null
  const formats = formatsOf(html)
  // Workbooks of old Macs count their days from 1904.
  const shift = /<x:Date1904/i.test(html) ? 1462 : 0
  const rows = new Rows()
  const isNotShown = (tag: Tag) => /display:\s*none/i.test(tag.attribute('style') ?? '')
  let depth = 0
  let isHidden = false
  let cell: OpenCell | null = null
  const close = () => {
    const open = cell
    cell = null
    if (!open || isHidden) return
    const text = textOf(open)
    const { tag } = open
    rows.add({ text, ...exactly(tag, text, formats, shift) }, spanOf(tag, 'colspan'), spanOf(tag, 'rowspan'))
  }
  for (const token of tokensOf(html)) {
    if (typeof token === 'string') {
      // Where blanks count, lines of the source do too; elsewhere they are blanks.
      if (cell) cell.text += cell.isKept ? token : token.replace(/[\r\n\t]+/g, ' ')
      continue
    }
    const { name, isEnd } = token
    if (name === 'table') {
      depth += isEnd ? -1 : 1
      if (depth === 0) close()
      if (depth <= 1) rows.table()
    } else if (depth > 1) {
      // A table within a cell is part of its text.
      if (cell && (name === 'tr' || name === 'td')) cell.text += name === 'tr' ? '\n' : ' '
    } else if (depth === 1 && name === 'col') {
      rows.column(spanOf(token, 'span'), isNotShown(token))
    } else if (depth === 1 && name === 'tr') {
      close()
      isHidden = !isEnd && isNotShown(token)
      if (isEnd) rows.end()
      else rows.begin()
    } else if (depth === 1 && (name === 'td' || name === 'th')) {
      close()
      if (!isEnd) cell = { tag: token, text: '', isKept: /white-space:\s*pre/i.test(token.attribute('style') ?? '') }
    } else if (cell && (name === 'br' || (paragraphs.has(name) && cell.text.trim() !== ''))) {
      if (name === 'br' || !isEnd) cell.text += '\n'
    }
  }
  close()
  rows.end()
  return rows.done.length > 0 ? { rows: padded(rows.done) } : null
}

/** Every row as wide as the widest. */
function padded(rows: readonly (readonly ClipCell[])[]): ClipBlock['rows'] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return rows.map(row =>
    row.length === width ? row : [...row, ...Array<ClipCell>(width - row.length).fill({ text: '' })],
  )
}

/** The typed values that a table of ours carries along. */
export function parcelIn(html: string): string | undefined {
  if (!html.includes(parcelAttribute)) return undefined
  for (const token of tokensOf(html))
    if (typeof token !== 'string' && token.name === 'table') return token.attribute(parcelAttribute)
  return undefined
}
