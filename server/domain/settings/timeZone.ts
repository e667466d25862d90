/** IANA time zones supported by both server and database. */
import { sql } from 'kysely'
import type { Database } from '../../db/connection/context.ts'

/** Default zone (UTC+8). */
export const defaultTimeZone = 'Asia/Shanghai'

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** Server support of a zone, second names like Asia/Kolkata among them. */
export function isTimeZone(name: string): boolean {
  if (zones.has(name)) return true
  if (!/^[A-Z]\w+\/./.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zones.add(name)
    return true
  } catch {
    return false
  }
}

/** Database support too: an unknown zone would fail every day query. */
export async function isKnownTimeZone(db: Database, name: string): Promise<boolean> {
  if (!isTimeZone(name)) return false
  const { rows } = await sql`select 1 from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}
