/** Employee of the signed-in user, for defaults and signatures. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { type Duty, keepApart } from './duties.ts'

export async function ownEmployee(context: Context): Promise<{ readonly id: number; readonly name: string } | null> {
  if (context.userId === null) return null
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from "user" u join employee e on e.id = u."employeeId" and not e."isDeleted"
    where u.id = ${context.userId}`.execute(context.tx)
  return rows[0] ?? null
}

/**
 * Signature of the caller, never typed (domain.md §0.5.9).
 * @throws AppError noEmployee
 */
export async function signature(context: Context): Promise<number> {
  const own = await ownEmployee(context)
  if (!own) throw new AppError('noEmployee')
  return own.id
}

/**
 * Caller's signature for a duty's first task; the second needs another person.
 * @throws AppError noEmployee, samePerson
 */
export async function signerOf(context: Context, duty: Duty, doneBy: number | null | undefined): Promise<number> {
  const own = await signature(context)
  keepApart(context, duty, own, doneBy)
  return own
}

export function labelled(field: string, row: { readonly id: number; readonly name: string } | null) {
  return row ? { [field]: row.id, [`${field}$label`]: row.name } : {}
}
