/** Migration generator, `npm run migration -- name`. Review its warnings: renamed fields look dropped. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import { startCluster } from '../../postgres/cluster.ts'
import { type Connection, withDatabase } from '../connection/open.ts'
import { difference, fileOf } from './difference.ts'
import { introspect } from './introspect.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { catalogOf } from './schema.ts'

async function makeMigration(name: string, { owner }: { owner: Connection }): Promise<void> {
  const wanted = catalogOf(tables())
  await withDatabase(owner, async db => {
    await sql`create database migrated`.execute(db)
    await sql`create database defined`.execute(db)
  })
  const defined = await withDatabase({ ...owner, database: 'defined' }, async db => {
    await sql.raw(fileOf(difference(new Map(), wanted, wanted).statements)).execute(db)
    return introspect(db)
  })
  await withDatabase({ ...owner, database: 'migrated' }, async db => {
    await migrate(db)
    const { statements, warnings } = difference(await introspect(db), defined, wanted)
    if (statements.length === 0) {
      console.log('The migrations already lead to the definitions: nothing to write.')
      return
    }
    const last = [...(await readMigrations()).keys()].at(-1) ?? ''
    const number = String((Number.parseInt(last, 10) || 0) + 1).padStart(4, '0')
    const file = join(migrationsFolder, `${number}_${name}.sql`)
    const text = fileOf(statements)
    await writeFile(file, text, { flag: 'wx' })
    console.log(text)
    console.log(`Written to ${file}: ${statements.length} statements. Read it before it is committed.`)
    for (const warning of warnings) console.warn(`WARNING: ${warning}`)
    await migrate(db)
    const left = difference(await introspect(db), defined, wanted).statements
    if (left.length > 0) throw new Error(`The file does not lead to the definitions; what is missing:\n${fileOf(left)}`)
  })
}

const name = process.argv[2]
if (!name || !/^[a-z][\w-]*$/i.test(name)) {
  console.error('What is it called? npm run migration -- name')
  process.exit(1)
}
const directory = await mkdtemp(join(tmpdir(), 'lotline-migration-'))
const cluster = await startCluster(directory, { settings: { fsync: 'off' } })
try {
  await makeMigration(name, cluster)
} finally {
  await cluster.stop()
  await rm(directory, { recursive: true, force: true })
}
