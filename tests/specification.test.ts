/** `docs/specification.md`: no sentence of the specification is missing, and every test that is said to prove one exists. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Sentence, sentencesIn } from './support/specificationText.ts'

const root = new URL('..', import.meta.url)
/** The specification lies beside the checkout of those who write this; a clone elsewhere has only the table. */
const folder = new URL('../shared/spec/', root)
/** SHA-256 of the sentences as they were given, so that a clone can tell whether the table still has them. */
const asGiven = 'c8bb95b1e4631394c6b13d7bef9dff1da9b6a6ff4d248c49833fd8e0a2babf43'

/** As `asGiven`, of the clauses of the design card. */
const cardAsGiven = '21ff414a42f7019fead39c6fc0dd0b594243b12644a9e225774454b12e876dab'

interface Line extends Sentence {
  /** What the last column says, one entry each. */
  readonly provedBy: readonly string[]
}

function lineOf(row: string): Line {
  const [section = '', text = '', proved = ''] = row
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
  return { section, text, provedBy: proved.split('<br>') }
}

const rows = readFileSync(new URL('docs/specification.md', root), 'utf8')
  .split('\n')
  .filter(line => /^\| (\d+|card) \|/.test(line))
  .map(lineOf)
const card = rows.filter(({ section }) => section === 'card')
const table = rows.filter(({ section }) => section !== 'card')

const written = ({ section, text }: Sentence) => `${section} ${text}`
const given = existsSync(folder)
  ? sentencesIn(
      readdirSync(folder)
        .toSorted()
        .map(name => readFileSync(new URL(name, folder), 'utf8'))
        .join('\n'),
    )
  : table

test('every sentence of the specification stands in the table, in its order and as it was written', () => {
  expect(table.map(written)).toEqual(given.map(written))
  expect(hashOf(table)).toBe(asGiven)
})

test('every clause of the design card stands in its table, in its order and as it was written', () => {
  expect(hashOf(card)).toBe(cardAsGiven)
  expect(card.filter(({ provedBy }) => !provedBy.every(isNamed))).toEqual([])
})

const hashOf = (lines: readonly Line[]) => createHash('sha256').update(lines.map(written).join('\n')).digest('hex')
const isNamed = (entry: string) => entry.startsWith('`')
/** What may stand there instead of a test. */
const exempt = /^\*(description|open: issue \d+)\*$/

test('every sentence has a test, or says why it has none', () => {
  const wrong = table.filter(
    ({ provedBy }) => !provedBy.every(isNamed) && !(provedBy.length === 1 && exempt.test(provedBy[0] ?? '')),
  )
  expect(wrong).toEqual([])
})

test('only what says nothing of the product is called a description', () => {
  const empty = /(:|not shown\.|\(only call names are known\)\.|inferred from names only\.)$/
  const called = table.filter(({ provedBy }) => provedBy[0] === '*description*')
  expect(called.filter(({ text }) => !empty.test(text)).map(({ text }) => text)).toEqual([])
})

/** Is the test run with several values, of which the table may name the one it means? */
const isRunWithValues = (title: string) => /%[sij]|\$\{/.test(title)
/** Does the value stand in a file, as a text or as the name of a property? */
const has = (source: string, value: string) =>
  [`'${value}'`, `"${value}"`, ` ${value}:`].some(written => source.includes(written))

/** Why a test that is named cannot be found; null where it is there. */
function missing(entry: string): string | null {
  const [path = '', ...titles] = entry.slice(1, -1).split(' › ')
  const [, title = '', value] = /^(.*?)(?: \[([^\]]+)\])?$/.exec(titles.join(' › ')) ?? []
  const file = new URL(path, root)
  if (!existsSync(file)) return `${path} does not exist`
  const source = readFileSync(file, 'utf8')
  const quoted = ["'", '"', '`'].map(quote => quote + title + quote)
  const isThere = title !== '' && quoted.some(text => source.includes(text))
  if (!isThere) return `${path} has no test "${title}"`
  if (value === undefined) return title === '%s' ? `${path} has a "%s" for each value: which is meant?` : null
  return isRunWithValues(title) && has(source, value) ? null : `${path} does not run "${title}" with ${value}`
}

test('every test that is named exists', () => {
  const named = new Set(rows.flatMap(({ provedBy }) => provedBy.filter(isNamed)))
  expect(named.size).toBeGreaterThan(50)
  expect([...named].map(missing).filter(Boolean)).toEqual([])
})

test('a test that does not exist would be noticed', () => {
  expect(missing('`tests/nowhere.test.ts › x`')).toContain('does not exist')
  expect(missing(`\`tests/specification.test.ts › ${['nobody', 'wrote this'].join(' ')}\``)).toContain('no test')
  expect(missing('`tests/specification.test.ts › every test that is named exists`')).toBeNull()
  expect(missing('`tests/specification.test.ts › every test that is named exists [INT]`')).toContain('does not run')
  expect(missing('`tests/contract/patterns.test.ts › %s [INTEGER]`')).toContain('does not run')
  expect(missing('`tests/contract/patterns.test.ts › %s`')).toContain('which is meant')
})
