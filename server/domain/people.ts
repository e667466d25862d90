/** The employee behind the signed-in user, for defaults of who did it. */
import { sql } from 'kysely'
import type { Context } from '../db/context.ts'

/** Id and name of the caller's employee record, or null when the user has none. */
export async function ownEmployee(context: Context): Promise<{ readonly id: number; readonly name: string } | null> {
  if (context.userId === null) return null
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from "user" u join employee e on e.id = u."employeeId" and not e."isDeleted"
    where u.id = ${context.userId}`.execute(context.tx)
  return rows[0] ?? null
}

/** A reference with its label, as a prepared row carries it; nothing when there is none. */
export function labelled(field: string, row: { readonly id: number; readonly name: string } | null) {
  return row ? { [field]: row.id, [`${field}$label`]: row.name } : {}
}
