/** Comments stay few and short; house rules are in CONTRIBUTING. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = ['src', 'server', 'script'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(root, folder, name), 'utf8')),
)
const comments = texts.flatMap(text =>
  [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/(.*)/g)].map(([, block, line]) =>
    (block ?? line ?? '').replace(/[*\s]+/g, ' ').trim(),
  ),
)
const wordsOf = (comment: string) => comment.split(' ').length

test('there is about one comment for twenty lines', () => {
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length, 0)
  expect((100 * comments.length) / lines).toBeLessThan(5.4)
})

test('a comment has ten words on average, and few have more than twenty', () => {
  const words = comments.reduce((sum, comment) => sum + wordsOf(comment), 0)
  expect(words / comments.length).toBeLessThan(9.5)
  // Doc comments name errors, units and shapes.
  const long = comments.filter(comment => wordsOf(comment) > 20)
  expect(long.length / comments.length).toBeLessThan(0.015)
})
