/** Papers issued of a record, from the audit trail. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'

export interface PaperIssue {
  readonly at: string
  readonly by: string | null
  readonly paper: string
  readonly locale: string
  readonly seq: number
  readonly hash: string
  /** Pages that its reader had: whether with personal data. */
  readonly reads?: Readonly<Record<string, boolean>>
}

interface Stored {
  readonly at: string
  readonly by: string | null
  readonly changes: string
}

/** Issues of one record or, of a recall, of the letters to its dealers too. */
export async function issuesOf(context: Context, { name }: Entity, id: number): Promise<readonly PaperIssue[]> {
  const { tx, customerId } = context
  const letters =
    name === 'callback'
      ? sql`or (a.entity = 'callbacknotice' and a."entityId" in (
          select n.id::text from callbacknotice n where n."callbackId" = ${id} and n."customerId" = ${customerId}))`
      : sql``
  const { rows } = await sql<Stored>`
    select a.at, u.name as by, a.changes from auditlog a left join "user" u on u.id = a."byUserId"
    where a."customerId" = ${customerId} and a.action = 'EXPORT' and a.changes like '{"paper":%'
      and ((a.entity = ${name} and a."entityId" = ${String(id)}) ${letters})
    order by a.id`.execute(tx)
  return rows.map(({ at, by, changes }) => ({ ...(JSON.parse(changes) as Omit<PaperIssue, 'at' | 'by'>), at, by }))
}
