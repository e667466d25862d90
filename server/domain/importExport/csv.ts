/** CSV: written for spreadsheets, read tolerantly. No imports: a thread loads it. */

/** Formula injection prefixes; numbers are safe. */
const dangerous = /^[=+\-@\t\r]/

/** Disarms formula-like text with an apostrophe, as spreadsheets do. */
export function disarmed(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

export function rearmed(text: string): string {
  return text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text
}

/** CSV cell (RFC 4180). */
export const csvCell = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

export function csvLine(cells: readonly string[]): string {
  return lineOf(cells.map(csvCell))
}

export const byteOrderMark = '\uFEFF'

/** Spreadsheet text: UTF-8, UTF-16 by mark, else GB 18030 or Big5. */
export function decoded(bytes: Uint8Array, locale: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(locale === 'zh-TW' ? 'big5' : 'gb18030').decode(bytes)
  }
}

/** Cell separator: the most frequent candidate in the headings. */
function separatorOf(text: string): string {
  const heading = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length).replace(/"[^"]*"/g, '')
  const count = (mark: string) => heading.split(mark).length
  return [',', '\t', ';'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

export function parseCsv(given: string, maxLines: number): string[][] {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given
  const separator = separatorOf(text)
  const plainEnd = new RegExp(`[${separator}\\r\\n]`, 'g')
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length && lines.length < maxLines) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; ) {
        const end = text.indexOf('"', at)
        cell += text.slice(at, end < 0 ? text.length : end)
        at = end < 0 ? text.length : end + 1
        if (text[at] !== '"' || end < 0) break
        cell += '"'
        at += 1
      }
    }
    plainEnd.lastIndex = at
    const stop = plainEnd.exec(text)?.index ?? text.length
    cell += text.slice(at, stop)
    at = stop
    line.push(cell)
    const mark = text[at]
    if (mark === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    if (mark !== separator || at >= text.length) {
      if (mark === separator) line.push('')
      lines.push(line)
      line = []
    }
  }
  return lines
}
