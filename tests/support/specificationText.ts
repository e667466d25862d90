/** Specification cut into sentences, with their sections. Pure. */

export interface Sentence {
  /** Number of the section, `2`; subsections belong to theirs. */
  readonly section: string
  readonly text: string
}

/** Sentence end: full stop, semicolon between calls, or line end. */
const END = /(?<=[.?!])\s+(?=[A-Z/])/

/** Table row as one sentence, cells joined by colons; heads are none. */
function tableRow(line: string): string | null {
  const cells = line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
  return cells.every(cell => /^-+$/.test(cell)) || cells[0] === 'Name' ? null : cells.join(': ')
}

function sentencesOf(line: string): readonly string[] {
  if (line.startsWith('|')) return [tableRow(line) ?? ''].filter(Boolean)
  return line
    .replace(/^\s*- /, '')
    .split(END)
    .map(sentence => sentence.trim())
    .filter(Boolean)
}

/** All sentences in their order; headings are none. */
export function sentencesIn(specification: string): readonly Sentence[] {
  let section = '0'
  const found: Sentence[] = []
  for (const line of specification.split('\n')) {
    const heading = /^#+ (?:(\d+)\.)?/.exec(line)
    if (heading) section = heading[1] ?? section
    else for (const text of sentencesOf(line.trimEnd())) found.push({ section, text })
  }
  return found
}
