/** Builds what the bench opens: the console with its page, a page for each other grid, and each grid alone to be weighed. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { GridName } from './names.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const peers = fileURLToPath(new URL('../peers', import.meta.url))

const versionIn = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined

/** The other grids are no part of the project: they are installed when they, or the versions that are wanted, are missing. */
function installPeers(): void {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'))
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => versionIn(join(peers, 'node_modules', name, 'package.json')) !== version,
  )
  if (missing.length === 0) return
  console.log('Installing the other grids in tests/bench/peers')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peers,
    stdio: 'inherit',
    timeout: 300_000,
    shell: process.platform === 'win32',
  })
}

/** Our grid alone is a build of its own: in one with the console they would share the chunk that starts it. */
async function buildConsole(dist: string): Promise<void> {
  const script = '<script type="module" src="/tests/bench/grid/page.ts"></script>'
  await build({
    root,
    logLevel: 'warn',
    build: { outDir: dist, emptyOutDir: true },
    plugins: [
      {
        name: 'grid-bench',
        transformIndexHtml: { order: 'pre', handler: html => html.replace('</body>', `${script}</body>`) },
      },
    ],
  })
  await build({
    root,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: false,
      rolldownOptions: { input: join(root, 'tests/bench/grid/alone.html') },
    },
  })
}

async function buildPeers(dist: string): Promise<void> {
  await build({
    root: peers,
    base: '/peers/',
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    build: {
      outDir: join(dist, 'peers'),
      emptyOutDir: true,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { input: ['ag.html', 'glide.html'].map(name => join(peers, name)) },
    },
  })
}

/** Builds all pages into a new folder and answers it. */
export async function buildPages(): Promise<string> {
  installPeers()
  const dist = await mkdtemp(join(tmpdir(), 'lotline-grids-'))
  await buildConsole(dist)
  await buildPeers(dist)
  return dist
}

/** Bytes of a grid alone, scripts and styles. */
export interface Weight {
  readonly bytes: number
  readonly gzipped: number
}

const isReact = (id: string) =>
  /^(react|react-dom|scheduler)($|\/)/.test(id) || /node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id)
/** What the console has whether or not there is a grid in it. */
const isConsole = (id: string) => !id.includes('node_modules') && /[\\/](contract|data|commands)[\\/]/.test(id)

async function weigh(entry: string, isLeftOut: (id: string) => boolean): Promise<Weight> {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-weight-'))
  try {
    await build({
      root: dirname(entry),
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: {
          input: entry,
          preserveEntrySignatures: 'strict',
          external: isLeftOut,
          output: { entryFileNames: 'grid.js' },
        },
      },
    })
    const names = (await readdir(folder, { recursive: true })).filter(name => /\.(js|css)$/.test(name))
    const files = await Promise.all(names.map(name => readFile(join(folder, name))))
    const gzipped = files.map(file => gzipSync(file, { level: 9 }).length)
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)
    return { bytes: sum(files.map(file => file.length)), gzipped: sum(gzipped) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In the console and alone ours is the same. */
export type WeighedGrid = Exclude<GridName, 'alone'>

/** What each grid weighs without React; ours without the data and commands of the console, which are not the grid's. */
export async function weighGrids(): Promise<Readonly<Record<WeighedGrid, Weight>>> {
  return {
    ours: await weigh(join(root, 'src/grid/view/Grid.tsx'), id => isReact(id) || isConsole(id)),
    ag: await weigh(join(peers, 'agParts.ts'), isReact),
    glide: await weigh(join(peers, 'glideParts.ts'), isReact),
  }
}
