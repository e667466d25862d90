/** Time zones by their IANA names, as far as both the server and the database know them. */
import { sql } from 'kysely'
import type { Database } from '../../db/connection/context.ts'

/** Where a plant stands unless it says otherwise: its day begins eight hours before that of UTC. */
export const usualTimeZone = 'Asia/Shanghai'

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** Can the server reckon in this zone? */
export function isTimeZone(name: string): boolean {
  return zones.has(name)
}

/** Can the database reckon in it as well? A zone it does not know would fail every question about the day. */
export async function isKnownTimeZone(db: Database, name: string): Promise<boolean> {
  if (!isTimeZone(name)) return false
  const { rows } = await sql`select 1 from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}
