import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Call paths start with a locale, a capital letter, `template/` or `files/`; page URLs and vite's own files never do (api.md). */
const CALLS = '^/(zh-CN|zh-TW|en-US|template|files|[A-Z][A-Za-z]+)/.+'
/** Where the editor of formatted text lies (specification §9). */
const EDITOR_HOME = 'static/UE'
const server = `http://127.0.0.1:${process.env.PORT ?? 5180}`

/** Writes every script, style and WebAssembly a second and a third time, compressed: the server sends those as they are. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    for (const folder of ['assets', EDITOR_HOME].map(name => join(dir, name)))
      for (const name of readdirSync(folder).filter(file => /\.(js|css|wasm)$/.test(file))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
      }
  },
}

/** Parts that are shown without a session. */
const beforeSignIn = /[\\/](LoginScreen|Notifications)\.tsx$/

/** Modules shared with these parts: merged with screens they would load those. */
function signInChunk(id: string, modules: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): string | null {
  const seen = new Set([id])
  for (const each of seen) for (const importer of modules.getModuleInfo(each)?.importers ?? []) seen.add(importer)
  return [...seen].some(each => beforeSignIn.test(each)) ? 'signIn' : null
}

const frame = join(import.meta.dirname, 'src/shell/Frame.tsx')

/** What the frame imports is one chunk: split by screens, chunks would load in a circle. */
function frameChunks(): (id: string, modules: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>) => string | null {
  const closure = new Set<string>()
  return (id, modules) => {
    if (closure.size === 0)
      for (const each of closure.add(frame))
        for (const to of modules.getModuleInfo(each)?.importedIds ?? []) closure.add(to)
    return closure.has(id) && id !== frame ? 'frame' : null
  }
}

/** Rolldown names a shared chunk by all that import it. */
const shortName = (name: string) => name.replace(/~.*/, '')

export default defineConfig({
  plugins: [react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the server allows scripts and styles of this origin only, no data: URLs for them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, facadeModuleId }) => {
          const isEditor = name === 'prosemirror' || facadeModuleId?.endsWith('/RichTextEditor.tsx')
          return `${isEditor ? EDITOR_HOME : 'assets'}/${shortName(name)}-[hash].js`
        },
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name.replace(/\.\w+$/, ''))}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            // Half of the editor, so that neither is too large.
            { name: 'prosemirror', test: /node_modules[\\/]prosemirror-/, priority: 3 },
            // One request for the start instead of ten.
            { name: 'initial', tags: ['$initial'], priority: 3 },
            // Fetched alone by lists of the start: shared, it would import what imports it.
            {
              name: 'plantClock',
              test: /src[\\/](contract[\\/]zonedClock|data[\\/](plantClock|relativeDays))\.ts$/,
              priority: 2,
            },
            { name: signInChunk, debugName: 'signIn', minShareCount: 2, priority: 2 },
            { name: frameChunks(), debugName: 'frame', minShareCount: 2, priority: 1 },
            // Classes that extend each other: split over merged chunks, they may load in a circle.
            { name: 'baseUi', test: /node_modules[\\/]@(base-ui|floating-ui)[\\/]/, minShareCount: 2 },
            // One chunk per set of screens, small ones merged.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      [CALLS]: { target: server, changeOrigin: false, ws: true },
      '/openapi.json': { target: server, changeOrigin: false },
    },
  },
})
