/** Keeps the layout true: imports look left only, no circles, small files, each library in its one home. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = ['contract', 'data', 'commands', 'ui', 'fields', 'editor', 'grid', 'tables', 'screens', 'shell']
const server = ['contract', 'postgres', 'db', 'domain', 'http']
const longest = 400

/** Folders of a layer: each imports those to its left. Files beside them are the layer's basis or its catalogue. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'src/data': ['api', 'records', 'drafts', 'outbox', 'trace', 'settings', 'session', 'realtime'],
  'src/commands': [
    ...[
      'core',
      'gate',
      'recorder',
      'search',
      'keys',
      'entity',
      'trace',
      'paper',
      'account',
      'builtins',
      'script',
      'scan',
      'label',
      'warehouse',
      'macro',
    ],
  ],
  'src/ui': ['icons', 'keyboard', 'paper'],
  'src/fields': ['calendar', 'options', 'controls', 'schedule', 'files'],
  'src/editor': ['content', 'commands', 'view'],
  'src/grid': ['state', 'clipboard', 'commands', 'menus', 'mouse', 'view'],
  'src/tables': [
    'columns',
    'filter',
    'label',
    'form',
    'toolbar',
    'views',
    'list',
    'related',
    'document',
    'preview',
    'print',
  ],
  'src/shell': ['frame', 'notices', 'help', 'tabs', 'bars', 'dialogs', 'keySheet', 'palette'],
  'server/db': ['connection', 'schema', 'query', 'records'],
  'server/domain': [
    ...[
      'basis',
      'settings',
      'stock',
      'basic',
      'guards',
      'importExport',
      'trace',
      'notices',
      'chain',
      'status',
      'tasks',
      'auth',
    ],
    ...[
      'files',
      'label',
      'system',
      'paper',
      'recall',
      'quality',
      'foodSafety',
      'material',
      'production',
      'sale',
      'equipment',
      'staff',
    ],
    ...['home', 'seed'],
  ],
  'server/domain/label': ['drawing'],
  'server/domain/trace': ['walk', 'evidence', 'sections', 'graph', 'epcis', 'export'],
  'server/http': ['calls', 'files', 'realtime', 'monitoring'],
}

/** Files a folder may hold, and those that hold more for a reason. */
const fullFolder = 21
const largeFolders: Readonly<Record<string, string>> = {
  'src/contract/system': 'one file for each entity',
}

/** Files from an entry to the contract's innermost; brakes, to be lowered whenever they can be. */
const longestChains = { loaded: 24, 'with types': 29 }

/** Where each library may be imported; by prefix of the file's path. */
const homes: Readonly<Record<string, readonly string[]>> = {
  ofetch: ['src/data/api/transport.ts'],
  '@formatjs/intl': ['src/data/language.ts'],
  'react-intl': ['src/shell/', 'src/ui/useText.ts'],
  'hotkeys-js': ['src/commands/keys/keys.ts'],
  '@tanstack/react-table': ['src/grid/view/'],
  '@tanstack/react-virtual': ['src/grid/view/'],
  cronstrue: ['src/fields/schedule/cronWords.ts'],
  cmdk: ['src/shell/palette/Palette.tsx', 'src/shell/palette/'],
  wouter: ['src/shell/', 'src/data/session/tabs.ts'],
  // The launcher has to ask PostgreSQL before there is a database to open.
  pg: ['server/db/connection/open.ts', 'server/postgres/clusterClient.ts'],
  fastify: ['server/http/', 'server/main.ts'],
  // What comes from strangers is looked at in one place for each kind.
  'sanitize-html': ['server/db/sanitise.ts'],
  sharp: ['server/domain/files/pictures.ts'],
  'react-day-picker': ['src/fields/calendar/'],
  htmlparser2: ['src/grid/clipboard/html/htmlTokens.ts'],
  'bwip-js/node': ['server/domain/label/drawing/symbols.ts'],
  fontkit: ['server/domain/label/'],
  yazl: ['server/domain/importExport/zip.ts'],
  fflate: ['server/domain/importExport/zip.ts'],
  pdfmake: ['server/domain/paper/renderThread.ts'],
  piscina: ['server/domain/basis/threads.ts'],
  'file-type': ['server/domain/files/examine.ts'],
  'zxing-wasm/reader': ['src/shell/dialogs/cameraDecoder.ts'],
  undici: ['server/domain/files/fetching.ts'],
  '@prometheus-io/client': ['server/http/monitoring/metrics.ts'],
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
  /(?:^|\n)\s*(?:import|export)\s(type\s)?[^'";]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g

interface Import {
  readonly from: string
  readonly name: string
  readonly dynamic: boolean
  /** Erased by the compiler. */
  readonly isType: boolean
}

const imports: readonly Import[] = files.flatMap(from => {
  const source = readFileSync(join(root, from), 'utf8')
  return [...source.matchAll(importPattern)].map(([, type, direct, dynamic, bare]) => ({
    from,
    name: (direct ?? dynamic ?? bare) as string,
    dynamic: dynamic !== undefined,
    isType: type !== undefined,
  }))
})

const targetOf = ({ from, name }: Import) => {
  if (name.startsWith('#contract/')) return name.replace('#contract', 'src/contract')
  return name.startsWith('.') ? relative(root, resolve(root, dirname(from), name)) : null
}

const layerOf = (path: string): readonly [side: string, layer: string] => {
  const [side = '', folder = ''] = path.split('/')
  return [side, folder]
}

/** May this file see that one? */
function mayImport(from: string, to: string): boolean {
  const [fromSide, fromLayer] = layerOf(from)
  const [toSide, toLayer] = layerOf(to)
  if (toLayer === 'contract') return true
  // Source of the version number.
  if (to === 'package.json') return from === 'server/domain/basis/productVersion.ts'
  // Scripts run without a screen: they see what can be done, and nothing that draws it.
  if (fromSide === 'script') return toSide === 'script' || ['src/data', 'src/commands'].includes(`${toSide}/${toLayer}`)
  if (fromSide !== toSide) return false
  const order = fromSide === 'src' ? client : server
  // What is started by itself sees everything.
  if (/^(src\/main\.tsx|server\/(main|verify|check|backup|restore)\.ts)$/.test(from)) return true
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

/** The folder of a layer that a file lies in; undefined for files beside the folders. */
const folderOf = (layer: string, path: string): string | undefined => {
  if (!path.startsWith(`${layer}/`)) return undefined
  const [folder, file] = path.slice(layer.length + 1).split('/')
  return file === undefined ? undefined : folder
}

test('folders of a layer import only those to their left', () => {
  const wrong = Object.entries(folders).flatMap(([layer, order]) =>
    imports.filter(each => {
      const [from, to] = [folderOf(layer, each.from), folderOf(layer, targetOf(each) ?? '')]
      return from !== undefined && to !== undefined && order.indexOf(to) > order.indexOf(from)
    }),
  )
  expect(wrong.map(each => `${each.from} → ${targetOf(each)}`)).toEqual([])
})

test('every folder of such a layer has its place in the order', () => {
  const wrong = Object.entries(folders).map(([layer, order]) => {
    const there = new Set(files.map(file => folderOf(layer, file)).filter(folder => folder !== undefined))
    return [layer, [...there].filter(folder => !order.includes(folder)), order.filter(folder => !there.has(folder))]
  })
  expect(wrong).toEqual(Object.keys(folders).map(layer => [layer, [], []]))
})

test('no two folders beside each other import each other both ways', () => {
  const pairs = new Set<string>()
  for (const each of imports) {
    const [from, to] = [dirname(each.from), dirname(targetOf(each) ?? '')]
    if (dirname(from) === dirname(to) && from !== to) pairs.add(`${from} ${to}`)
  }
  const both = [...pairs].filter(pair => pairs.has(pair.split(' ').reverse().join(' ')))
  expect(both).toEqual([])
})

test(`no folder holds more than ${fullFolder} files but those named`, () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const large = [...counts].filter(([, count]) => count > fullFolder).map(([folder]) => folder)
  expect(large.sort()).toEqual(Object.keys(largeFolders).sort())
})

/** Length of the longest chain of these imports, in files. */
function longestOf(edges: readonly Import[]): number {
  const next = new Map<string, string[]>()
  for (const each of edges) {
    const to = targetOf(each)
    if (to !== null && !each.dynamic) next.set(each.from, [...(next.get(each.from) ?? []), to])
  }
  const lengths = new Map<string, number>()
  const lengthOf = (file: string): number => {
    const known = lengths.get(file)
    if (known !== undefined) return known
    const length = 1 + Math.max(0, ...(next.get(file) ?? []).map(lengthOf))
    lengths.set(file, length)
    return length
  }
  return Math.max(...files.map(lengthOf))
}

test(`no chain of imports is longer than ${longestChains.loaded} files, with types ${longestChains['with types']}`, () => {
  expect(longestOf(imports.filter(each => !each.isType))).toBeLessThanOrEqual(longestChains.loaded)
  expect(longestOf(imports)).toBeLessThanOrEqual(longestChains['with types'])
})

test('a name is imported from the file that defines it', () => {
  const passing = files.filter(file => /^export\s[^'";()=]*?\sfrom\s*'/m.test(readFileSync(join(root, file), 'utf8')))
  expect(passing).toEqual([])
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

test('everybody outside names the contract by #contract', () => {
  const wrong = imports.filter(
    each =>
      !each.from.startsWith('src/contract/') &&
      !each.name.startsWith('#') &&
      targetOf(each)?.startsWith('src/contract/'),
  )
  expect(wrong.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})

test('the contract knows neither React nor the DOM nor Node', () => {
  const foreign = imports.filter(
    ({ from, name }) => from.startsWith('src/contract/') && !name.startsWith('.') && name !== 'big.js',
  )
  expect(foreign.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})
