/** First pages and counts of long lists, read after a start. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context, Database } from '../connection/context.ts'
import { recountRestored } from './count.ts'
import { list } from './list.ts'
import { isFoundNewestFirst } from './newestFound.ts'

/** Shorter lists are read as quickly at first. */
const longRows = 10_000

async function organisations(db: Database): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from customer where status = 'ENABLED' order by id limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

async function longLists(db: Database, minRows: number): Promise<readonly Entity[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and reltuples >= ${minRows}
    order by reltuples desc`.execute(db)
  const found: Readonly<Record<string, Entity>> = entities
  return rows.flatMap(({ name }) => {
    const entity = found[name]
    return entity?.operations.includes('list') && entity.ownedBy === undefined ? [entity] : []
  })
}

/**
 * Reads the lists as they open, one after the other.
 * @returns how many pages were read
 */
export async function warmLists(db: Database, minRows = longRows): Promise<number> {
  let pages = 0
  const now = new Date().toISOString()
  const caller = { userId: null, locale: 'zh-CN' as const, grants: new Map(), ip: '', timeZone: 'UTC' }
  for (const customerId of await organisations(db))
    for (const entity of await longLists(db, minRows)) {
      const context: Context = { ...caller, customerId, tx: db, now, today: now.slice(0, 10) }
      for (const where of entity.firstFilter ? [undefined, entity.firstFilter] : [undefined]) {
        await list(context, entity, where ? { where } : {})
        pages += 1
      }
      // Search index pages; a word of none reads every block.
      if (isFoundNewestFirst(entity)) await list(context, entity, { q: 'zz' })
      if (!entity.view) await recountRestored(context, entity)
    }
  return pages
}
