/** The employee behind the signed-in user, for defaults of who did it. */
import { sql } from 'kysely'
import { format } from '../../src/contract/messages/index.ts'
import { AppError } from '../../src/contract/schema/answer.ts'
import type { Context } from '../db/context.ts'
import { type Duty, keepApart } from './guards/duties.ts'

/** Id and name of the caller's employee record, or null when the user has none. */
export async function ownEmployee(context: Context): Promise<{ readonly id: number; readonly name: string } | null> {
  if (context.userId === null) return null
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from "user" u join employee e on e.id = u."employeeId" and not e."isDeleted"
    where u.id = ${context.userId}`.execute(context.tx)
  return rows[0] ?? null
}

/**
 * The caller as the one who signs an action (approves, verifies, releases): never typed, and never the person whose work
 * it is (domain.md §0.5.9 and §2.4, guard 7). `signs` and `done` are message keys of the two parts.
 * @throws AppError noEmployee, samePerson
 */
export async function signer(
  context: Context,
  doneBy: number | null | undefined,
  signs: string,
  done: string,
): Promise<number> {
  const own = await ownEmployee(context)
  if (!own) throw new AppError('noEmployee')
  if (own.id === doneBy) {
    const title = (key: string) => format(context.locale, key)
    throw new AppError('samePerson', { first: title(signs), second: title(done) })
  }
  return own.id
}

/**
 * As `signer`, for a pair of tasks of the table of duties: the caller does the first of them.
 * @throws AppError noEmployee, samePerson
 */
export async function signerOf(context: Context, duty: Duty, doneBy: number | null | undefined): Promise<number> {
  const own = await ownEmployee(context)
  if (!own) throw new AppError('noEmployee')
  keepApart(context, duty, own.id, doneBy)
  return own.id
}

/** A reference with its label, as a prepared row carries it; nothing when there is none. */
export function labelled(field: string, row: { readonly id: number; readonly name: string } | null) {
  return row ? { [field]: row.id, [`${field}$label`]: row.name } : {}
}
