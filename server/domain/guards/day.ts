/** The plant's calendar day of a moment, which certificates and licences are asked by. */
import { sql } from 'kysely'
import type { Context } from '../../db/context.ts'
import { dayIn } from '../dates.ts'

/** Day of an instant (UTC) in the organisation's time zone. */
export async function dayOf(context: Context, instant: string): Promise<string> {
  // Most postings are of now, whose day the call knows.
  if (instant === context.now) return context.today
  const { rows } = await sql<{ timeZone: string | null }>`
    select "timeZone" from customer where id = ${context.customerId}`.execute(context.tx)
  return dayIn(rows[0]?.timeZone ?? 'Asia/Shanghai', instant)
}
