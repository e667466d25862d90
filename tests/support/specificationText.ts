/** The specification cut into its sentences, each with the section it stands in. Pure. */

export interface Sentence {
  /** Number of the section, `2`; subsections belong to theirs. */
  readonly section: string
  readonly text: string
}

/** A full stop, a semicolon between calls or the end of the line ends a sentence; abbreviations do not. */
const END = /(?<=[.?!])\s+(?=[A-Z/])/

/** A row of a table is one sentence: its cells by colons. The head and the line below it are none. */
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
