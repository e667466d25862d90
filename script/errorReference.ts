/** Generator of `docs/reference/errors.md`, `npm run reference`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { type RefusalName, refusals } from '#contract/schema/answer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const errorReferencePath = join(root, 'docs/reference/errors.md')

interface Source {
  readonly folder: string
  readonly text: string
}

/** TypeScript of a folder, without migrations, seeds and messages. */
const sourcesIn = (folder: string): readonly Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/(^|\/)(migrations|seed|messages)\//.test(name))
    .map(name => ({
      folder: dirname(join(folder, name)),
      text: readFileSync(join(root, folder, name), 'utf8'),
    }))

/** Mention of a name as a value; comparisons only read it. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![!=]== )'${name}'`).test(text) || (name === 'invalid' && /\binvalid\(/.test(text))

/** Folders, not files: moves within one leave the document unchanged. */
const foldersOf = (name: RefusalName, server: readonly Source[]): readonly string[] =>
  [
    ...new Set(server.filter(({ text }) => mentions(text, name)).map(({ folder }) => folder.replace('server/', ''))),
  ].sort()

const row = (cells: readonly string[]): string => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')
const messagesOf = (key: string): readonly string[] => locales.map(locale => shipped[locale][key] ?? '')
const code = (text: string): string => `\`${text}\``

function refusalTable(names: readonly RefusalName[], server: readonly Source[]): string {
  const rows = names
    .toSorted((a, b) => refusals[a].status - refusals[b].status)
    .map(name => {
      const { status, http, text } = refusals[name]
      const values = [...text.matchAll(/\{(\w+)\}/g)].map(([, value = '']) => code(value))
      const folders = foldersOf(name, server).map(code)
      return [`${status}`, `${http}`, code(name), ...messagesOf(`error.${name}`), values.join(' '), folders.join(' ')]
    })
  return table(['Code', 'HTTP', 'Name', ...locales, 'Values in `data`', 'Folders of `server/`'], rows)
}

/** Field errors of server or contract; the client's own are left out. */
function fieldErrorTable(sources: readonly Source[]): string {
  const keys = Object.keys(shipped['zh-CN'])
    .filter(key => key.startsWith('fault.'))
    .filter(key => sources.some(({ text }) => new RegExp(`'${key.slice(6)}'|\\b${key.slice(6)}: `).test(text)))
    .toSorted()
  return table(
    ['Key', ...locales],
    keys.map(key => [code(key.slice(6)), ...messagesOf(key)]),
  )
}

const groups: readonly (readonly [string, (status: number) => boolean])[] = [
  ['Transport and session', status => status < 1000],
  ['Request, account, database', status => status >= 1000 && status < 2000],
  ['Rules of the trade', status => status >= 2000 && status < 3000],
  ['Import, export, files', status => status >= 3000],
]

/** Markdown of every error of the server: codes, messages, values, origin. */
export function errorReference(): string {
  const server = sourcesIn('server')
  const names = Object.keys(refusals) as RefusalName[]
  const parts = groups.map(([title, includes]) => {
    const own = names.filter(name => includes(refusals[name].status))
    return `## ${title}\n\n${refusalTable(own, server)}\n`
  })
  return `# Errors

Written by \`npm run reference\` from \`src/contract/schema/answer.ts\` and the messages; \`tests/docs.test.ts\` holds it equal.
What an answer looks like, and when a call may be repeated, is in [api.md](api.md).

A failed call answers \`{ status, message, data }\`: \`status\` is the code, \`message\` is in the language of the path, \`data\`
has at least the values listed, under these names. HTTP is 200 unless said otherwise.

${parts.join('\n')}
## Errors of fields

\`data\` of 1001 (\`invalid\`) has a key for every wrong field, \`code\` or \`lines.1.quantity\`, with one of these:

${fieldErrorTable([...server, ...sourcesIn('src/contract')])}
`
}

if (import.meta.main) writeFileSync(errorReferencePath, errorReference())
