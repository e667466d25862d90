/** Keeps the layout true: imports look left only, no circles, small files, each library in its one home. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = ['contract', 'data', 'commands', 'tables', 'screens', 'shell']
const server = ['contract', 'db', 'domain', 'http']
const longest = 400

/** Where each library may be imported; by prefix of the file's path. */
const homes: Readonly<Record<string, readonly string[]>> = {
  ofetch: ['src/data/api/transport.ts'],
  '@formatjs/intl': ['src/data/language.ts'],
  'react-intl': ['src/shell/', 'src/ui/useText.ts'],
  'hotkeys-js': ['src/commands/keys/keys.ts'],
  '@tanstack/react-table': ['src/grid/view/'],
  '@tanstack/react-virtual': ['src/grid/view/'],
  cmdk: ['src/shell/palette/Palette.tsx', 'src/shell/palette/'],
  wouter: ['src/shell/', 'src/data/session/tabs.ts'],
  // The launcher has to ask PostgreSQL before there is a database to open.
  pg: ['server/db/connection/open.ts', 'server/postgres/clusterClient.ts'],
  fastify: ['server/http/', 'server/main.ts'],
  // What comes from strangers is looked at in one place for each kind.
  'sanitize-html': ['server/db/sanitise.ts'],
  sharp: ['server/domain/files/pictures.ts'],
  'file-type': ['server/domain/files/examine.ts'],
  undici: ['server/domain/files/fetching.ts'],
  'ipaddr.js': ['server/domain/files/addresses.ts', 'server/domain/auth/networks.ts', 'server/http/calls/proxies.ts'],
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path)
    return /\.(ts|tsx)$/.test(name) ? [relative(root, path)] : []
  })
}

const files = ['src', 'server', 'script'].flatMap(folder => filesBelow(join(root, folder)))
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g

interface Import {
  readonly from: string
  readonly name: string
  readonly dynamic: boolean
}

const imports: readonly Import[] = files.flatMap(from => {
  const source = readFileSync(join(root, from), 'utf8')
  return [...source.matchAll(importPattern)].map(([, direct, dynamic, bare]) => ({
    from,
    name: (direct ?? dynamic ?? bare) as string,
    dynamic: dynamic !== undefined,
  }))
})

const targetOf = ({ from, name }: Import) =>
  name.startsWith('.') ? relative(root, resolve(root, dirname(from), name)) : null

const layerOf = (path: string): readonly [side: string, layer: string] => {
  const [side = '', folder = ''] = path.split('/')
  return [side, folder]
}

/** May this file see that one? */
function mayImport(from: string, to: string): boolean {
  const [fromSide, fromLayer] = layerOf(from)
  const [toSide, toLayer] = layerOf(to)
  if (toLayer === 'contract') return true
  // Scripts run without a screen: they see what can be done, and nothing that draws it.
  if (fromSide === 'script') return toSide === 'script' || ['src/data', 'src/commands'].includes(`${toSide}/${toLayer}`)
  if (fromSide !== toSide) return false
  const order = fromSide === 'src' ? client : server
  // What is started by itself sees everything.
  if (/^(src\/main\.tsx|server\/(main|verify)\.ts)$/.test(from)) return true
  return order.indexOf(toLayer) !== -1 && order.indexOf(toLayer) <= order.indexOf(fromLayer)
}

test('a file imports only from its own folder and from those to its left', () => {
  const wrong = imports.filter(each => {
    const to = targetOf(each)
    return to !== null && !mayImport(each.from, to)
  })
  expect(wrong.map(each => `${each.from} → ${targetOf(each)}`)).toEqual([])
})

test('the direction test would notice a look to the right', () => {
  expect(mayImport('src/data/api/api.ts', 'src/shell/App.tsx')).toBe(false)
  expect(mayImport('src/grid/view/Grid.tsx', 'server/db/connection/open.ts')).toBe(false)
  expect(mayImport('server/db/records/store.ts', 'server/domain/records.ts')).toBe(false)
  expect(mayImport('server/domain/records.ts', 'src/contract/index.ts')).toBe(true)
  expect(mayImport('script/main.ts', 'src/ui/Button.tsx')).toBe(false)
  expect(mayImport('script/main.ts', 'src/commands/script.ts')).toBe(true)
  expect(mayImport('src/commands/script.ts', 'script/main.ts')).toBe(false)
})

test('no file imports itself through others', () => {
  const next = new Map<string, string[]>()
  for (const each of imports) {
    const to = targetOf(each)
    if (to !== null && !each.dynamic) next.set(each.from, [...(next.get(each.from) ?? []), to])
  }
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test(`no file is longer than ${longest} lines`, () => {
  const long = files
    .map(file => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > longest)
  expect(long).toEqual([])
})

test('every library has one home', () => {
  const wrong = imports.filter(({ from, name }) => {
    const home = homes[name]
    return home !== undefined && !home.some(place => from.startsWith(place))
  })
  expect(wrong.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})

test('the contract knows neither React nor the DOM nor Node', () => {
  const foreign = imports.filter(
    ({ from, name }) => from.startsWith('src/contract/') && !name.startsWith('.') && name !== 'big.js',
  )
  expect(foreign.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})
