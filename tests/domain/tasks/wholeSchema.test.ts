/** Databases whose restore was cut off are refused by name. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../../server/db/connection/open.ts'
import { migrate } from '../../../server/db/schema/migrate.ts'
import { refuseUnfilled, requireWholeSchema } from '../../../server/domain/tasks/backup/wholeSchema.ts'
import { createTestDatabase } from '../../support/database.ts'

test('tables without keys, indexes or rows of the migrations are a restore that was cut off', async () => {
  const { owner } = await createTestDatabase()
  const db = openDatabase(owner)
  try {
    await refuseUnfilled(db)
    await migrate(db)
    await refuseUnfilled(db)
    await requireWholeSchema(db)
    // pg_restore makes foreign keys last, after indexes, after rows.
    const { rows } = await sql<{ table: string; name: string }>`
      select conrelid::regclass::text as "table", conname as name from pg_constraint
      where contype = 'f' and conrelid = 'stocklot'::regclass order by conname limit 1`.execute(db)
    const [key] = rows as [{ table: string; name: string }]
    await sql`alter table ${sql.table(key.table)} drop constraint ${sql.ref(key.name)}`.execute(db)
    await expect(requireWholeSchema(db)).rejects.toThrow(
      `The database lacks constraint ${key.table}.${key.name}: a restore of it was cut off`,
    )
    await sql`delete from kysely_migration`.execute(db)
    await expect(refuseUnfilled(db)).rejects.toThrow('has tables but no kysely_migration rows: a restore of it')
  } finally {
    await closeDatabase(db)
  }
})
