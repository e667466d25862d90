/** The design card: what the console is made of, and where it lies. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const ofConsole = [
  ...['react', 'react-dom', 'wouter', 'cmdk', '@tanstack/react-table', '@tanstack/react-virtual', 'jotai', 'ofetch'],
  ...['@formatjs/intl', 'react-intl', 'hotkeys-js', '@milkdown/react'],
]
/** What builds and tests it: used by its configuration. */
const ofTools = { vite: 'vite.config.ts', vitest: 'vitest.config.ts' }

const sources = globSync(join(root, 'src/**/*.{ts,tsx}')).map(file => readFileSync(file, 'utf8'))
/** Is it imported for what it does, not for its types alone? */
const imports = (source: string, name: string) =>
  new RegExp(`^(import (?!type )[^;]*?from |import |.*\\bimport\\()'${name}(/[^']*)?'`, 'm').test(source)

test.each(ofConsole)('%s is a dependency, and the console is built with it', name => {
  expect(Object.keys(dependencies)).toContain(name)
  expect(sources.filter(source => imports(source, name)).length).toBeGreaterThan(0)
})

test.each(Object.entries(ofTools))('%s is a dependency, and its configuration is that of the product', (name, file) => {
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
  expect(imports(readFileSync(join(root, file), 'utf8'), name)).toBe(true)
})

const parts = [
  ...['package.json', 'vite.config.ts', 'tsconfig.json', 'src', 'src/commands', 'src/tables', 'src/shell', 'tests'],
  'README.md',
]
test.each(parts)('%s lies where the card says', part => {
  expect(existsSync(join(root, part))).toBe(true)
})
