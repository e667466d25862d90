/** Operation tickets: one operation each, for minutes, within one session. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { provePassword } from './provePassword.ts'
import { hashToken } from './tokens.ts'

const seconds = 300

export interface Ticket {
  readonly ticket: string
  readonly expires_in: number
}

/**
 * Issues a ticket for the operation password.
 * @throws AppError wrongPassword, tooMany
 */
export async function issueTicket(context: Context, password: string): Promise<Ticket> {
  const db = context.tx
  await provePassword(context, 'operationPassword', password)
  const ticket = randomBytes(32).toString('base64url')
  await sql`
    insert into verification (kind, handle, "userId", session, attempts, "expiresAt")
    values ('TICKET', ${hashToken(ticket)}, ${context.userId}, ${context.session ?? null}, 0,
      now() + make_interval(secs => ${seconds}))`.execute(db)
  return { ticket, expires_in: seconds }
}

/**
 * Consumes a ticket within the operation's transaction: a refusal restores it.
 * @throws AppError ticketRequired unless valid in this session
 */
export async function spendTicket(
  tx: Database,
  session: { readonly userId: number; readonly session: string },
  ticket: string | null,
): Promise<void> {
  const { rows } = await sql`
    delete from verification where kind = 'TICKET' and handle = ${hashToken(ticket ?? '')}
      and "userId" = ${session.userId} and session = ${session.session} and "expiresAt" > now() returning id`.execute(
    tx,
  )
  if (rows.length === 0) throw new AppError('ticketRequired')
}
