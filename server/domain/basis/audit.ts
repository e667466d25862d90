/** Audit trail: one row per write, same transaction; `chain/seal.ts` seals after commit. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import type { StoredFile } from '#contract/schema/storedFile.ts'
import { arrow, noValue, onOneLine } from '#contract/system/auditChanges.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { writeAtEnd } from '../../db/connection/pipeline.ts'

export type AuditAction =
  | 'CREATE'
  | 'UPDATE'
  | 'DELETE'
  | 'SUBMIT'
  | 'REVERSE'
  | 'STATUS'
  | 'EXPORT'
  | 'LOGIN'
  | 'PRINT'
  | 'PASSWORD'
  | 'DENIED'
  | 'VIEW'

const unaudited = new Set(['rowVersion', 'updatedAt', 'updatedBy', 'createdAt', 'createdBy'])

const printed = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return noValue
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** File names, with as much of the id as disambiguates. */
function filesIn(row: Values | null, name: string): unknown {
  const files = row?.[`${name}$files`]
  if (!Array.isArray(files)) return row?.[name]
  return (files as readonly StoredFile[]).map(file => `${file.name} (${file.id.slice(0, 8)})`).join('、')
}

function saidOf(name: string, { kind }: Field, row: Values | null): string {
  return printed(kind === 'files' || kind === 'image' ? filesIn(row, name) : row?.[name])
}

/** Both values formatted; markup shows only when nothing else changed. */
function bothSaid(name: string, field: Field, before: Values | null, after: Values | null): readonly [string, string] {
  const both = [saidOf(name, field, before), saidOf(name, field, after)] as const
  if (field.kind !== 'richText') return both
  const [old, now] = both.map(plainTextOf) as [string, string]
  return old === now ? both : [old, now]
}

/** Changes as `field: old → new` lines, document lines included, secrets never. */
export function changesOf(entity: Entity, before: Values | null, after: Values | null): string {
  const changes: string[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === 'secret' || field.derived || unaudited.has(name)) continue
    const [old, now] = bothSaid(name, field, before, after)
    // Privacy: reading the trail grants no access to personal data.
    const isPersonal = field.personal || field.pattern === 'PHONE'
    if (old !== now) changes.push(`${name}: ${isPersonal ? '****' : onOneLine(`${old}${arrow}${now}`)}`)
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    const [old, now] = [linesById(before?.[name]), linesById(after?.[name])]
    for (const id of new Set([...old.keys(), ...now.keys()])) {
      const inner = changesOf(line, old.get(id) ?? null, now.get(id) ?? null)
      if (inner) changes.push(...inner.split('\n').map(change => `${name}#${id}.${change}`))
    }
  }
  return changes.join('\n')
}

function linesById(rows: unknown): Map<unknown, Values> {
  return new Map(Array.isArray(rows) ? (rows as Values[]).map(row => [row.id, row]) : [])
}

export interface Audited {
  readonly entity: string
  readonly entityId: string
  readonly action: AuditAction
  readonly changes: string
  readonly reason?: string | null
}

type Entry = Audited & Pick<Context, 'customerId' | 'userId' | 'now' | 'ip'>

const insertAudits = (tx: Database, rows: readonly Entry[]) =>
  sql`
    insert into auditlog ("customerId", "createdBy", "updatedBy", "at", "byUserId", action, entity, "entityId", changes,
      reason, ip)
    select "customerId", "userId", "userId", now, "userId", action, entity, "entityId", changes, reason, ip
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as entry("customerId" bigint, "userId" bigint, now timestamptz, action text, entity text, "entityId" text, changes text,
        reason text, ip text)`.execute(tx)

/** Rows of the trail; one statement at the end of the transaction. */
export async function writeAudits(context: Context, rows: readonly Audited[]): Promise<void> {
  const { tx, customerId, userId, now, ip } = context
  const entries = rows.map((row): Entry => ({ ...row, customerId, userId, now, ip }))
  await writeAtEnd(tx, insertAudits, entries)
}

export const writeAudit = (
  context: Context,
  entity: string,
  entityId: string,
  action: AuditAction,
  changes: string,
  reason: string | null = null,
): Promise<void> => writeAudits(context, [{ entity, entityId, action, changes, reason }])
