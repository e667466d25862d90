/** `npm run release`: keeps the demo plant as this version writes it, for the tests of all later ones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import packageJson from '../../package.json' with { type: 'json' }
import { withDatabase } from '../../server/db/connection/open.ts'
import { startCluster } from '../../server/postgres/cluster.ts'
import { writeRelease } from './release.ts'
import { endStarted, start } from './startedServer.ts'

const directory = await mkdtemp(join(tmpdir(), 'lotline-release-'))
try {
  await start({ DATA_DIR: directory, ADMIN_PASSWORD: 'admin123' }).until(/^The demonstration plant is ready/m)
  await endStarted()
  const cluster = await startCluster(directory)
  try {
    const bytes = await withDatabase(cluster.owner, async db => {
      // Signed in today, signed out tomorrow: sessions are no data.
      await sql`delete from token`.execute(db)
      return writeRelease(packageJson.version, db)
    })
    console.log(`Version ${packageJson.version}: ${bytes} bytes in tests/support/releases. Commit it with the release.`)
  } finally {
    await cluster.stop()
  }
} finally {
  await endStarted()
  await rm(directory, { recursive: true, force: true })
}
