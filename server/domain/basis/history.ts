/** History of a record: audit entries with typed values and labels. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { changesIn, noValue, type StoredChange, sidesOf } from '#contract/system/auditChanges.ts'
import {
  type HistoryChange,
  type HistoryEntry,
  historyActions,
  type RecordHistory,
} from '#contract/system/recordHistory.ts'
import type { Context } from '../../db/connection/context.ts'
import { load } from '../../db/records/store.ts'
import { scope } from '../../db/schema/columns.ts'
import { column, tableNamed, titleColumn } from '../../db/schema/labels.ts'

const pageSize = 30

interface AuditRow extends Omit<HistoryEntry, 'changes' | 'by'> {
  readonly changes: string | null
  readonly byUserId: number | null
  readonly byLabel: string | null
}

const storedChanges = (entity: Entity, text: string | null): readonly StoredChange[] =>
  changesIn(entity, text ?? '').filter(({ field }) => field.kind !== 'secret')

const listKinds: ReadonlySet<string> = new Set(['references', 'enumerations', 'texts'])

function typedValue({ kind }: Field, said: string): unknown {
  if (said === noValue) return null
  if (kind === 'flag') return said === 'true'
  if (kind === 'integer' || kind === 'reference') return Number.isFinite(Number(said)) ? Number(said) : said
  if (!listKinds.has(kind)) return said
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

/** State with the number of the document it follows from. */
const withCause = /^(\w+) \((.+)\)$/

interface Change extends HistoryChange {
  readonly owned: Field
  readonly causeNo?: string
}

function typedChange({ name, field, line, values }: StoredChange): Change {
  const [lines, lineId] = line ?? []
  const place = { field: name, owned: field, ...(lines && lineId ? { lines, lineId } : {}) }
  if (field.personal || field.pattern === 'PHONE') return { ...place, before: null, after: null, hidden: true }
  const sides = sidesOf(values)
  if (!sides) return { ...place, before: null, after: null, text: values }
  const [before, said] = sides
  const [, state, causeNo] = (field.enumeration && withCause.exec(said)) ?? []
  const after = typedValue(field, state ?? said)
  return { ...place, before: typedValue(field, before), after, ...(causeNo ? { causeNo } : {}) }
}

const idsIn = (value: unknown) => [value].flat().filter(Number.isSafeInteger) as readonly number[]

/** Titles by target and id, in one query. */
async function labelsOf(context: Context, changes: readonly Change[]): Promise<Map<string, string>> {
  const wanted = Map.groupBy(
    changes.filter(({ owned }) => owned.to),
    ({ owned }) => String(owned.to),
  )
  const parts = [...wanted].map(([to, some]) => {
    const ids = [...new Set(some.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]))]
    const title = titleColumn(tableNamed(to).entity, 'target')
    return sql`select ${to}::text || ':' || "target"."id" as key, ${title} as label
      from ${sql.table(to)} "target" where "target"."id" = any(${ids}::bigint[])`
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ key: string; label: string }>`${sql.join(parts, sql` union all `)}`.execute(context.tx)
  return new Map(rows.map(({ key, label }) => [key, label]))
}

/** Rows of the trail with the labels of changed references, by `target:id`. */
export async function withChangeLabels<R extends Readonly<Record<string, unknown>>>(
  context: Context,
  rows: readonly R[],
): Promise<readonly R[]> {
  const changesBy = rows.map(({ entity, changes }) => {
    const of = entityNamed(String(entity))
    return of && changes ? storedChanges(of, String(changes)).map(typedChange) : []
  })
  const labels = await labelsOf(context, changesBy.flat())
  return rows.map((row, at) => {
    const named = (changesBy[at] ?? []).flatMap(({ owned, before, after }) =>
      [...idsIn(before), ...idsIn(after)].flatMap(id => {
        const label = labels.get(`${owned.to}:${id}`)
        return label === undefined ? [] : [[`${owned.to}:${id}`, label] as const]
      }),
    )
    return named.length === 0 ? row : { ...row, changes$labels: Object.fromEntries(named) }
  })
}

async function causesOf(context: Context, entity: Entity, changes: readonly Change[]): Promise<Map<string, number>> {
  const numbers = changes.flatMap(({ causeNo }) => causeNo ?? [])
  const number = Object.keys(entity.fields).find(name => entity.fields[name]?.numbered)
  if (numbers.length === 0 || number === undefined) return new Map()
  const { rows } = await sql<{ id: number; no: string }>`
    select id, ${column(entity.name, number)} as no from ${sql.table(entity.name)}
    where ${column(entity.name, number)} = any(${numbers}::text[]) and ${scope(context, entity)}`.execute(context.tx)
  return new Map(rows.map(({ id, no }) => [no, id]))
}

/**
 * Changes of a record within the caller's scope, newest first. `before`: id of the oldest entry known.
 * @throws AppError notFound outside of the scope
 */
export async function historyOf(context: Context, entity: Entity, id: number, before?: number): Promise<RecordHistory> {
  await load(context, entity, id)
  const older = before === undefined ? sql`` : sql` and auditlog.id < ${before}`
  const { rows } = await sql<AuditRow>`
    select auditlog.id, auditlog.at, auditlog.action, auditlog.reason, auditlog.changes, auditlog."byUserId",
      "user".name as "byLabel"
    from auditlog left join "user" on "user".id = auditlog."byUserId"
    where auditlog.entity = ${entity.name} and auditlog."entityId" = ${String(id)}
      and auditlog.action = any(${historyActions}::text[])${older}
    order by auditlog.id desc limit ${pageSize + 1}`.execute(context.tx)
  const page = rows.slice(0, pageSize).map(row => ({ row, own: storedChanges(entity, row.changes).map(typedChange) }))
  const all = page.flatMap(({ own }) => own)
  const labels = await labelsOf(context, all)
  const causes = await causesOf(context, entity, all)
  const labelled = ({ owned, causeNo, ...change }: Change): HistoryChange => {
    const named = idsIn([change.before, change.after].flat()).flatMap(target => {
      const label = owned.to ? labels.get(`${owned.to}:${target}`) : undefined
      return label === undefined ? [] : [[String(target), label] as const]
    })
    const next = causeNo === undefined ? undefined : causes.get(causeNo)
    return {
      ...change,
      ...(named.length > 0 ? { labels: Object.fromEntries(named) } : {}),
      ...(next !== undefined && causeNo ? { cause: { id: next, label: causeNo } } : {}),
    }
  }
  return {
    rows: page.map(({ row: { byUserId, byLabel, ...entry }, own }) => ({
      ...entry,
      by: byUserId === null ? null : { id: byUserId, label: byLabel ?? `#${byUserId}` },
      changes: own.map(labelled),
    })),
    more: rows.length > pageSize,
  }
}
