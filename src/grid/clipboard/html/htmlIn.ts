/** HTML table parser for spreadsheets and Word. */
import type { ClipBlock, ClipCell } from '../block.ts'
import { nativeFormatAttribute } from './htmlOut.ts'
import { formatsOf, numberFormatIn, type Tag, tokensOf } from './htmlTokens.ts'

/** Cell limit per table: a huge span would exhaust memory. */
const widest = 1000

interface OpenCell {
  readonly tag: Tag
  readonly isKept: boolean
  text: string
}

const paragraphs = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3'])

const spanOf = (tag: Tag, name: string) => Math.min(Math.max(Number(tag.attribute(name)) || 1, 1), widest)

function textOf({ text, isKept }: OpenCell): string {
  const plain = isKept ? text : text.replace(/[ \f]+/g, ' ').replace(/ ?\n ?/g, '\n')
  return plain.replaceAll('\u00a0', ' ').trim()
}

/**
 * Google Sheets `data-sheets-value`: `{"1":3,"3":45413}` is a number, formerly `[null,3,null,45413]`. LibreOffice's
 * variant drops decimals.
 */
function sheetsNumber(json: string | undefined): string | undefined {
  return /^(?:\{"1":3,"3":|\[null,3,null,)(-?[\d.]+(?:E[+-]?\d+)?)/i.exec(json ?? '')?.[1]
}

const sheetsFormat = (json: string | undefined) =>
  /^(?:\{"1":\d,"2":|\[null,\d,)"((?:[^"\\]|\\.)*)"/.exec(json ?? '')?.[1]?.replaceAll('\\', '')

/** LibreOffice `sdnum` format after two language codes: `2052;0;YYYY-MM-DD`. */
const calcFormat = (said: string | undefined) => said?.split(';').slice(2).join(';')

function exactly(tag: Tag, text: string, formats: ReadonlyMap<string, string>, shift: number): Partial<ClipCell> {
  // Empty `x:num`: the text itself is the number.
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

class Rows {
  readonly done: ClipCell[][] = []
  /** Hidden columns, and the number of columns declared so far. */
  readonly #hidden = new Set<number>()
  #named = 0
  #row: ClipCell[] | null = null
  /** Remaining rowspan by column. */
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
    // Merged cells keep their value in the first visible column.
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

export function parseHtml(html: string): ClipBlock | null {
  if (!/<table/i.test(html)) return null
  const formats = formatsOf(html)
  // Workbooks of old Macs use the 1904 date system.
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
      // Preformatted cells keep source line breaks; elsewhere they are whitespace.
      if (cell) cell.text += cell.isKept ? token : token.replace(/[\r\n\t]+/g, ' ')
      continue
    }
    const { name, isEnd } = token
    if (name === 'table') {
      depth += isEnd ? -1 : 1
      if (depth === 0) close()
      if (depth <= 1) rows.table()
    } else if (depth > 1) {
      // Nested tables flatten into the text of their cell.
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

function padded(rows: readonly (readonly ClipCell[])[]): ClipBlock['rows'] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return rows.map(row =>
    row.length === width ? row : [...row, ...Array<ClipCell>(width - row.length).fill({ text: '' })],
  )
}

export function nativeFormatIn(html: string): string | undefined {
  if (!html.includes(nativeFormatAttribute)) return undefined
  for (const token of tokensOf(html))
    if (typeof token !== 'string' && token.name === 'table') return token.attribute(nativeFormatAttribute)
  return undefined
}
