/** The real server with the built client on a database of its own, for the browser tests: run as a process, says its address. */
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { createServer } from '../../server/http/serve.ts'
import { sharedCluster } from './browserSetup.ts'
import { type Connection, createDatabaseIn, prepareServed, prepareTemplateIn, type TestAccounts } from './databases.ts'
import { openTestPlant } from './plant.ts'
import { startTestCluster } from './testCluster.ts'

const [, , what = 'plant', beside] = process.argv

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

const prepare = (accounts: TestAccounts) =>
  prepareServed(accounts, async db => {
    await firstStart(db, 'admin123')
    await (what === 'demo' ? seedDemo(db) : seedTestPlant(db))
  })

/** A clone of what was filled once, in the PostgreSQL of the run or, outside of one, in one that is started for it. */
async function ownDatabase() {
  const shared = process.env[sharedCluster]
  const own = shared === undefined ? await startTestCluster() : undefined
  const cluster: TestAccounts = own ?? JSON.parse(shared ?? '')
  const template = await prepareTemplateIn(cluster, what, prepare)
  const { connection, drop } = await createDatabaseIn(cluster, { template })
  return { connection, end: () => own?.stop() ?? drop() }
}

// `beside` is the database of another one: two processes serve the same plant.
const database =
  beside === undefined
    ? await ownDatabase()
    : { connection: JSON.parse(beside) as Connection, end: async () => undefined }
const { connection } = database
const db = openDatabase(connection)
// Another build of the client can be looked at without disturbing the one that is tested.
const built = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const app = await createServer({ db, staticDirectory: built })
const url = await app.listen({ port: Number(process.env.TEST_PORT ?? 0), host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url, connection })}\n`)

async function stop() {
  await app.close()
  await closeDatabase(db)
  await database.end()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
// The test run went away without a word: nothing may be left behind.
process.once('disconnect', () => void stop())
