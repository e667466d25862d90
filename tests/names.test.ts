/** Keeps the words of the code: terms of the field and the trade, and one name for one thing. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap(name => {
    const path = `${folder}/${name}`
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

const files = ['src', 'server', 'script'].flatMap(filesBelow)
const tests = filesBelow('tests').filter(file => !file.startsWith('tests/bench/peers/'))

/** Everyday words that once stood for a term, and the term. */
const banned: Readonly<Record<string, string>> = {
  asker: 'query cancellation',
  clash: 'conflict',
  deed: 'command',
  excuse: 'allowed refusal',
  hurry: 'request timeout',
  judged: 'verdict',
  lately: 'memo',
  meanwhile: 'in parallel',
  parcel: 'native format',
  patience: 'timeout',
  peek: 'preview',
  peeking: 'preview',
  saying: 'message',
  signpost: 'anchor',
  stood: 'effective',
  tell: 'notify',
  thing: 'item',
  told: 'notified',
  travel: 'undo navigation',
  travelling: 'undo navigation',
  unlettered: 'without key',
  unwanted: 'aborted',
}

const words = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
/** A word with its plurals: `deeds`, `clashes`. */
const singulars = (word: string) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')]
const isBanned = (name: string) => words(name).some(word => singulars(word).some(one => Object.hasOwn(banned, one)))

const exportPattern = /^export (?:default )?(?:async )?(?:abstract )?(?:const|function\*?|interface|type|class) (\w+)/gm

/** Files by the names they export. */
const homesOf = new Map<string, string[]>()
for (const file of files)
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(exportPattern))
    homesOf.set(name, [...new Set([...(homesOf.get(name) ?? []), file])])

/** Names that files of a folder have by convention. */
const conventional = ['index.ts']

/** Declared names, also local ones, but parameters and properties; functions of SQL have an underscore. */
const declarationPattern = /(?:^|[^\w'`])(?:const|let|function\*?|class|interface|type) ([A-Za-z\d]+)\b(?!_)/g

test('no file, and nothing declared in one, is named by a banned word', () => {
  const found = [...files, ...tests].flatMap(file => {
    const declared = [...readFileSync(join(root, file), 'utf8').matchAll(declarationPattern)].map(
      ([, name = '']) => name,
    )
    return [basename(file), ...declared].filter(isBanned).map(name => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

test('no name is exported by more than two files', () => {
  expect([...homesOf].filter(([, homes]) => homes.length > 2)).toEqual([])
})

test('no more than two files have one name but those of a convention', () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(basename(file), (counts.get(basename(file)) ?? 0) + 1)
  const shared = [...counts].filter(([name, count]) => count > 2 && !conventional.includes(name))
  expect(shared).toEqual([])
})
