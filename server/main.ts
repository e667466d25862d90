/** Starts the server: reads the environment, opens the database, migrates, listens; ends it cleanly. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { startCluster } from './db/cluster.ts'
import type { Database } from './db/context.ts'
import { migrate } from './db/migrate.ts'
import { closeDatabase, openDatabase } from './db/open.ts'
import { seedDemo } from './domain/seed/demo.ts'
import { type FirstStart, firstStart } from './domain/system/firstStart.ts'
import { createServer } from './http/serve.ts'

const { env } = process
const port = Number(env.PORT ?? 5180)
const host = env.HOST ?? '127.0.0.1'
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const patience = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)
const note = (text: string) => process.stderr.write(`${text}\n`)

/** Is the plant of the demonstration wanted? In a new database of our own it is, unless told otherwise. */
function isDemoWanted(embedded: boolean, { isNew }: FirstStart): boolean {
  return isNew && (env.DEMO ?? (embedded ? 'demo' : 'off')) === 'demo'
}

/** What was opened and has to be closed again, the last first: the server, the database, the cluster. */
const opened: (() => Promise<void>)[] = []
let stopping = false

async function stop(code: number): Promise<never> {
  stopping = true
  try {
    for (const close of opened.reverse()) await close()
  } catch (error) {
    note(String(error))
    process.exit(1)
  }
  process.exit(code)
}

async function close(app: FastifyInstance): Promise<void> {
  // Calls under way get ten seconds; then their connections are cut, and their transactions with them.
  const cut = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(cut)
}

async function openData(): Promise<Database> {
  const cluster = env.DATABASE_URL ? null : await startCluster(env.DATA_DIR ?? './data', { log: note })
  if (cluster) opened.push(() => cluster.stop())
  const db = openDatabase(cluster?.connection ?? (env.DATABASE_URL as string))
  opened.push(() => closeDatabase(db))
  await migrate(db)
  return db
}

async function start(): Promise<void> {
  const db = await openData()
  const first = await firstStart(db, env.ADMIN_PASSWORD)
  const log = { level: env.LOG_LEVEL ?? 'warn', stream: process.stderr }
  const app = await createServer({ db, log, staticDirectory: dist })
  opened.push(() => close(app))
  const address = await app.listen({ port, host })
  say(`Lotline  ${address}`)
  if (!first.password) return
  say(`Sign in  admin / ${first.password}`)
  if (!isDemoWanted(!env.DATABASE_URL, first)) return
  await seedDemo(db)
  say('The demonstration plant is ready.')
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!stopping) void stop(0)
  })
}

start().catch(error => {
  note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (!stopping) void stop(1)
})
