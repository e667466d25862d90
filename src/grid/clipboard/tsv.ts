/** TSV as Excel writes and reads it. */
export type Texts = readonly (readonly string[])[]

const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function toTsv(block: Texts): string {
  return block.map(row => row.map(quoted).join('\t')).join('\r\n')
}

/** Parses TSV: quotes, quoted line breaks, CRLF, Excel's trailing line break. */
export function parseTsv(text: string): Texts {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    let value = ''
    // Opening quotes count only with a closing quote before a delimiter.
    const quotedField = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : null
    if (quotedField) quotedField.lastIndex = at
    const match = quotedField?.exec(text)
    if (match) {
      value = (match[1] ?? '').replaceAll('""', '"').replaceAll(/\r\n?/g, '\n')
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
