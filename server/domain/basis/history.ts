/** History of a record: audit entries with typed values and labels. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { idsIn, labelledChange, type TypedChange, typedChanges } from '#contract/system/auditChanges.ts'
import { type HistoryEntry, historyActions, type RecordHistory } from '#contract/system/recordHistory.ts'
import type { Context } from '../../db/connection/context.ts'
import { load } from '../../db/records/store.ts'
import { scope } from '../../db/schema/columns.ts'
import { column, tableNamed, titleColumn } from '../../db/schema/labels.ts'
import { permissionTitles } from './menuTitles.ts'

const pageSize = 30

interface AuditRow extends Omit<HistoryEntry, 'changes' | 'by'> {
  readonly changes: string | null
  readonly byUserId: number | null
  readonly byLabel: string | null
}

/** Titles by target and id, in one query. */
async function labelsOf(context: Context, changes: readonly TypedChange[]): Promise<Map<string, string>> {
  const wanted = Map.groupBy(
    changes.filter(({ owned }) => owned.to),
    ({ owned }) => String(owned.to),
  )
  const ids = (to: string) => [...new Set((wanted.get(to) ?? []).flatMap(({ before, after }) => idsIn(before, after)))]
  const parts = [...wanted.keys()]
    .filter(to => to !== 'menu')
    .map(to => {
      const title = titleColumn(tableNamed(to).entity, 'target')
      return sql`select ${to}::text || ':' || "target"."id" as key, ${title} as label
      from ${sql.table(to)} "target" where "target"."id" = any(${ids(to)}::bigint[])`
    })
  const permissions = wanted.has('menu') ? await permissionTitles(context, ids('menu')) : []
  const labels = new Map(permissions.map(([id, title]) => [`menu:${id}`, title]))
  if (parts.length === 0) return labels
  const { rows } = await sql<{ key: string; label: string }>`${sql.join(parts, sql` union all `)}`.execute(context.tx)
  for (const { key, label } of rows) labels.set(key, label)
  return labels
}

/** Numbers that lines have today, by `table#id`. */
async function lineNumbersOf({ tx }: Context, lines: readonly (readonly [table: string, id: string])[]) {
  const wanted = Map.groupBy(lines, ([table]) => table)
  const parts = [...wanted].map(([table, some]) => {
    const ids = [...new Set(some.map(([, id]) => Number(id)))].filter(Number.isSafeInteger)
    return sql`select ${`${table}#`}::text || id as key, "lineNo" as number from ${sql.table(table)}
      where id = any(${ids}::bigint[])`
  })
  if (parts.length === 0) return new Map<string, number>()
  const { rows } = await sql<{ key: string; number: number }>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ key, number }) => [key, number]))
}

/** Rows of the trail with labels of changed references, by `target:id`, and numbers of lines, by `lines#id`. */
export async function withChangeLabels<R extends Readonly<Record<string, unknown>>>(
  context: Context,
  rows: readonly R[],
): Promise<readonly R[]> {
  const changesBy = rows.map(({ entity, changes }) => {
    const of = entityNamed(String(entity))
    return of && changes ? typedChanges(of, String(changes)) : []
  })
  const linesBy = rows.map(({ entity }, at) => {
    const of = entityNamed(String(entity))
    return (changesBy[at] ?? []).flatMap(({ lines, lineId }) =>
      of && lines && lineId ? [[`${lines}#${lineId}`, of.lines[lines]?.name ?? '', lineId] as const] : [],
    )
  })
  const labels = await labelsOf(context, changesBy.flat())
  const numbers = await lineNumbersOf(
    context,
    linesBy.flat().map(([, table, id]) => [table, id]),
  )
  return rows.map((row, at) => {
    const numbered = (linesBy[at] ?? []).flatMap(([key, table, id]) => {
      const number = numbers.get(`${table}#${id}`)
      return number === undefined ? [] : [[key, number] as const]
    })
    const named = (changesBy[at] ?? []).flatMap(({ owned, before, after }) =>
      idsIn(before, after).flatMap(id => {
        const label = labels.get(`${owned.to}:${id}`)
        return label === undefined ? [] : [[`${owned.to}:${id}`, label] as const]
      }),
    )
    return {
      ...row,
      ...(named.length > 0 ? { changes$labels: Object.fromEntries(named) } : {}),
      ...(numbered.length > 0 ? { changes$lines: Object.fromEntries(numbered) } : {}),
    }
  })
}

async function causesOf(
  context: Context,
  entity: Entity,
  changes: readonly TypedChange[],
): Promise<Map<string, number>> {
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
  const page = rows.slice(0, pageSize).map(row => ({ row, own: typedChanges(entity, row.changes ?? '') }))
  const all = page.flatMap(({ own }) => own)
  const labels = await labelsOf(context, all)
  const causes = await causesOf(context, entity, all)
  const labelled = (change: TypedChange) =>
    labelledChange(change, key => labels.get(key), causes.get(change.causeNo ?? ''))
  return {
    rows: page.map(({ row: { byUserId, byLabel, changes, ...entry }, own }) => ({
      ...entry,
      by: byUserId === null ? null : { id: byUserId, label: byLabel ?? `#${byUserId}` },
      changes: own.map(labelled),
      ...(entry.action === 'PRINT' && changes ? { printed: changes } : {}),
    })),
    more: rows.length > pageSize,
  }
}
