/** Which test files need PostgreSQL, and which change what modules hold. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /(?:\bfrom|\bimport\(|^import) ?'(\.[^']+\.ts)'/gm
const databases = 'tests/support/databases.ts'

/** Paths of the tests that a file imports; a test of imports quotes some that do not exist. */
function importsOf(file: string): readonly string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(imported)]
  return found
    .map(([, path = '']) => join(dirname(file), path))
    .filter(path => path.startsWith('tests/') && existsSync(path))
}

function reachesDatabases(file: string): boolean {
  const reached = new Set([file])
  for (const each of reached) for (const path of importsOf(each)) reached.add(path)
  return reached.has(databases)
}

/** They let sharp draw SVG, which holds for a whole process and all its threads. */
const ownProcess = ['tests/domain/label/readBack.test.ts', 'tests/domain/label/sizeOfCodes.test.ts']

/** Test files that reach a database by their imports, or need a process, from the root of the repository. */
export const withDatabase = (): string[] => [...globSync('tests/**/*.test.ts').filter(reachesDatabases), ...ownProcess]

/** They change what modules hold: the console's store, its registry, the definitions. */
export const isStateful = (path: string): boolean => /tests\/(commands|data)\/|one-field-more/.test(path)
