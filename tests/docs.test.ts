/** Links of the documents lead to files that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(name => join('docs', name))
const documents = [...readdirSync(root), ...below].filter(name => name.endsWith('.md'))

/** Targets of the links of a document, without sections and addresses elsewhere. */
const linksOf = (document: string) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => to)

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
