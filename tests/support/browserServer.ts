/** Process of the browser tests: opens real servers with the built client, each on a database of its own, as its parent asks. */
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { createServer } from '../../server/http/serve.ts'
import type { Answer, Request } from './browserProcess.ts'
import { sharedCluster } from './browserSetup.ts'
import { type Connection, createDatabaseIn, prepareServed, prepareTemplateIn, type TestAccounts } from './databases.ts'
import { openTestPlant } from './plant.ts'
import { startTestCluster } from './testCluster.ts'

async function seedTestPlant(db: Database): Promise<void> {
  const plant = await openTestPlant(db)
  await sql`update "user" set "employeeId" = ${plant.script.id('employee', 'E001')}`.execute(db)
  // What a brew needs beside the soybean that the journey receives itself.
  for (const [material, quantity] of [
    ['M002', '130'],
    ['M003', '170'],
    ['M005', '1'],
  ] as const)
    await plant.lot(material, quantity)
}

const prepare = (what: string) => (accounts: TestAccounts) =>
  prepareServed(accounts, async db => {
    await firstStart(db, 'admin123')
    if (what !== 'empty') await (what === 'demo' ? seedDemo(db) : seedTestPlant(db))
  })

/** The PostgreSQL of the run or, outside of one, one that is started for this process. */
async function clusterOfRun(): Promise<{ readonly accounts: TestAccounts; stop(): Promise<void> }> {
  const shared = process.env[sharedCluster]
  if (shared !== undefined) return { accounts: JSON.parse(shared), stop: async () => undefined }
  const own = await startTestCluster()
  return { accounts: own, stop: () => own.stop() }
}

const cluster = await clusterOfRun()
// Another build of the client can be served without disturbing the tested one.
const built = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const closing = new Map<string, () => Promise<void>>()

/** A clone of what was filled once. */
async function cloned(what: string) {
  const template = await prepareTemplateIn(cluster.accounts, what, prepare(what))
  return createDatabaseIn(cluster.accounts, { template })
}

async function open({ what, beside, port = 0 }: Request & { readonly kind: 'open' }) {
  const database: { readonly connection: Connection; drop?(): Promise<void> } =
    beside === undefined ? await cloned(what) : { connection: beside }
  const db = openDatabase(database.connection)
  const app = await createServer({ db, staticDirectory: built })
  const url = await app.listen({ port, host: '127.0.0.1' })
  closing.set(url, async () => {
    closing.delete(url)
    await app.close()
    await closeDatabase(db)
    await database.drop?.()
  })
  return { url, connection: database.connection }
}

async function answerTo(request: Request): Promise<Answer> {
  try {
    if (request.kind === 'open') return { id: request.id, opened: await open(request) }
    await closing.get(request.url)?.()
    return { id: request.id }
  } catch (error) {
    return { id: request.id, error: String(error instanceof Error ? error.stack : error) }
  }
}

process.on('message', async (request: Request) => process.send?.(await answerTo(request)))

async function stop(): Promise<void> {
  for (const close of closing.values()) await close()
  await cluster.stop()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
// A parent that died leaves nothing behind.
process.once('disconnect', () => void stop())
