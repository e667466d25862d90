/** The real server with the built client on a database of its own, for the browser tests: run as a process, says its address. */
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { migrate } from '../../server/db/migrate.ts'
import { closeDatabase, openDatabase } from '../../server/db/open.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { createServer } from '../../server/http/serve.ts'
import { openTestPlant } from './plant.ts'
import { startTestCluster } from './testCluster.ts'

const [, , what] = process.argv

const cluster = await startTestCluster()
const db = openDatabase(cluster.connection)
await migrate(db)
await firstStart(db, 'admin123')
if (what === 'demo') await seedDemo(db)
else {
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
// Another build of the client can be looked at without disturbing the one that is tested.
const built = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const app = await createServer({ db, staticDirectory: built })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)

async function stop() {
  await app.close()
  await closeDatabase(db)
  await cluster.stop()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
// The test run went away without a word: nothing may be left behind.
process.once('disconnect', () => void stop())
