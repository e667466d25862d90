/** Documents: their links, what is generated of them, and citations of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tables } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { movementCodes, movementTypes } from '#contract/stock/movementTypes.ts'
import { errorReference, errorReferencePath } from '../script/errorReference.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    // The bench of the grid installs packages of its own.
    .filter(name => ending.test(name) && !name.includes('node_modules'))
    .map(name => join(folder, name))
const documents = [...readdirSync(root).filter(name => name.endsWith('.md')), ...filesBelow('docs', /\.md$/)]
const sources = ['src', 'server', 'script', 'tests'].flatMap(folder => filesBelow(folder, /\.(tsx?|cjs|css|sql)$/))

/** Targets of the links of a document, without sections and addresses elsewhere. */
const linksOf = (document: string) =>
  [...textOf(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => to)

test('every link of every document leads to a file', () => {
  const links = documents.flatMap(from => linksOf(from).map(to => ({ from, to })))
  expect(links.length).toBeGreaterThan(100)
  const lost = links.filter(({ from, to }) => !existsSync(join(root, dirname(from), to)))
  expect(lost).toEqual([])
})

test('every document is named by another', () => {
  const named = new Set(documents.flatMap(from => linksOf(from).map(to => join(dirname(from), to))))
  expect(documents.filter(document => document !== 'README.md' && !named.has(document))).toEqual([])
})

test('code and documents cite only documents of the repository', () => {
  const known = new Set(documents.map(document => basename(document)))
  // Placeholders of titles: `docs/decisions/NNNN-title.md`.
  const cited = [...documents, ...sources].flatMap(from =>
    [...textOf(from).matchAll(/(?<![\w.])([\w-]+\.md)\b/g)].map(([, to = '']) => ({ from, to })),
  )
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ to }) => !known.has(to) && !to.startsWith('NNNN-'))).toEqual([])
})

/** Cells of the glossary's rows, by the code that they begin with. */
const glossary = new Map(
  textOf('docs/glossary.md')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, code = '', ...cells]) => [/^`(\w+)`/.exec(code)?.[1] ?? '', cells] as const),
)

test('the glossary names every entity in the three languages, and every movement type with its places', () => {
  const texts = (key: string) => (['en-US', 'zh-CN', 'zh-TW'] as const).map(locale => shipped[locale][key])
  const named = tables().flatMap(({ entity }) => (entity.internal ? [] : [entity.name]))
  for (const name of named) expect([name, glossary.get(name)?.slice(0, 3)]).toEqual([name, texts(name)])
  for (const code of movementCodes) {
    const [chinese, english, places = ''] = glossary.get(code) ?? []
    const [en, zh] = texts(`MoveType.${code}`)
    expect([code, chinese, english]).toEqual([code, zh, en])
    expect(textOf('docs/domain.md')).toContain(`\`${code}\``)
    const { from, to } = movementTypes[code]
    expect([code, [...from, ...to].filter(place => !places.includes(place))]).toEqual([code, []])
  }
})

/** Rules of the trade by number: headings, items of a section's list, rules in bold. */
function rulesOfTrade(): ReadonlySet<string> {
  const rules = new Set<string>()
  let section = ''
  for (const line of textOf('docs/domain.md').split('\n')) {
    const [, heading] = /^#+ (\d+(?:\.\d+)*)\.? /.exec(line) ?? []
    if (heading) section = heading
    const [, item] = /^(\d+)\. /.exec(line) ?? []
    const [, rule] = /^- \*\*(\d+\.\d+)\*\*/.exec(line) ?? []
    rules.add(rule ?? (item ? `${section}.${item}` : section))
  }
  return rules
}

test('every rule of the trade that code cites stands in its document', () => {
  const rules = rulesOfTrade()
  const cited = sources.flatMap(from =>
    [...textOf(from).matchAll(/domain\.md((?:[\s*,]|and|or)*§\d+(?:\.\d+)*)+/g)].flatMap(([citation]) =>
      [...citation.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, rule = '']) => ({ from, rule })),
    ),
  )
  expect(cited.length).toBeGreaterThan(80)
  expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([])
})

test('files that documents name by their path are there', () => {
  const named = documents
    // Walks through a document that is not built.
    .filter(document => document !== 'docs/first-change.md')
    .flatMap(from =>
      [...textOf(from).matchAll(/`((?:src|server|script|tests)\/[\w./-]+)`/g)].map(([, to = '']) => ({ from, to })),
    )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ to }) => !existsSync(join(root, to)))).toEqual([])
})

test('projects of tests that documents name are configured', () => {
  const configured = ['vitest.config.ts', 'playwright.config.ts'].flatMap(file =>
    [...textOf(file).matchAll(/name: '(\w+)'/g)].map(([, name]) => name),
  )
  const named = documents.flatMap(from =>
    [...textOf(from).matchAll(/(?:--project[= ]|[Pp]roject `)(\w+)/g)].map(([, name]) => ({ from, name })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ name }) => !configured.includes(name))).toEqual([])
})

test('names in code that the architecture and the life of a posting give are in the code', () => {
  const words = new Set(sources.flatMap(file => textOf(file).match(/[A-Za-z_]\w+/g) ?? []))
  const named = ['docs/architecture.md', 'docs/life-of-a-posting.md'].flatMap(from =>
    [...textOf(from).matchAll(/`([a-z]\w{2,})(?:\(\))?`/g)].map(([, name = '']) => ({ from, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !words.has(name))).toEqual([])
})

test('the reference of errors is as `npm run reference` writes it', () => {
  expect(readFileSync(errorReferencePath, 'utf8')).toBe(errorReference())
})
