/** Document and lot numbers: prefix, day, running number. Never reused; a refused document leaves a gap. */
import { sql } from 'kysely'
import type { Context } from '../db/context.ts'

/** The next number of a prefix and day, e.g. `MI20261121-0001`. */
export async function nextNumber(context: Context, prefix: string, digits = 4): Promise<string> {
  const day = `${prefix}${context.today.replaceAll('-', '')}`
  const { rows } = await sql<{ last: number }>`
    insert into numbering ("customerId", prefix, last) values (${context.customerId}, ${day}, 1)
    on conflict ("customerId", prefix) do update set last = numbering.last + 1, "updatedAt" = now()
    returning last`.execute(context.tx)
  return `${day}-${String(rows[0]?.last ?? 1).padStart(digits, '0')}`
}
