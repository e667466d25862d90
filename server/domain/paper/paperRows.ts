/** Rows that a paper shows, read within one snapshot and the caller's scope. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import { maxPaperRows, type Paper, type PaperTable } from '#contract/paper/papers.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { list } from '../../db/query/list.ts'
import { load } from '../../db/records/store.ts'
import { selectedColumns } from '../../db/schema/columns.ts'

export interface TableRows {
  readonly table: PaperTable
  readonly entity: Entity
  readonly rows: readonly Row[]
  /** Lines by the id of their row, where the table shows lines. */
  readonly lines?: { readonly entity: Entity; readonly by: ReadonlyMap<number, readonly Values[]> }
}

export interface PaperRows {
  readonly row: Row
  readonly tables: readonly TableRows[]
  /** Last ledger entry of the snapshot. */
  readonly seq: number
}

/** Line list whose fields the table shows, if any. */
export function linesShown({ columns }: PaperTable, entity: Entity): readonly [string, Entity] | undefined {
  const name = columns.find(column => column.includes('.'))?.split('.')[0]
  const line = name === undefined ? undefined : entity.lines[name]
  return name === undefined || line === undefined ? undefined : [name, line]
}

function valuesAt(path: string, row: Values, before: ReadonlyMap<string, readonly Values[]>): readonly unknown[] {
  const [first = '', second] = path.split('.')
  const found =
    second === undefined
      ? [row[first]].flat()
      : (before.get(first) ?? ((row[first] ?? []) as readonly Values[])).map(each => each[second])
  return [...new Set(found)].filter(value => !isEmpty(value))
}

const pageSize = 200

async function everyRow(context: Context, entity: Entity, table: PaperTable, where: Filter): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const sort = [[table.order ?? 'id', 'asc']] as const
    const read = await list(context, entity, { page, size: pageSize, where, sort })
    rows.push(...read.rows)
    if (read.total > maxPaperRows) throw new AppError('paperTooLong', { most: maxPaperRows })
    if (read.rows.length < pageSize) return rows
  }
}

type Filter = readonly { readonly field: string; readonly op: string; readonly value: unknown }[]

async function linesOf(context: Context, line: Entity, ids: readonly number[]): Promise<Map<number, readonly Row[]>> {
  const { rows } = await sql<Row & { readonly $parent: number }>`
    select ${selectedColumns(line)}, "parentId" as "$parent" from ${sql.table(line.name)}
    where "parentId" = any(${ids}::bigint[]) order by "lineNo", "id" limit ${maxPaperRows + 1}`.execute(context.tx)
  if (rows.length > maxPaperRows) throw new AppError('paperTooLong', { most: maxPaperRows })
  return Map.groupBy(rows, ({ $parent }) => $parent)
}

async function tableRows(
  context: Context,
  table: PaperTable,
  row: Row,
  before: ReadonlyMap<string, readonly Values[]>,
): Promise<TableRows> {
  const entity = entityNamed(table.of) as Entity
  const matching = Object.entries(table.matching).map(([field, path]) => {
    const values = valuesAt(path, row, before)
    return values.length === 1 ? { field, op: 'eq', value: values[0] } : { field, op: 'in', value: values }
  })
  const having = Object.entries(table.having ?? {}).map(([field, value]) => ({ field, op: 'eq', value }))
  const isNone = matching.some(({ value }) => Array.isArray(value) && value.length === 0)
  const rows = isNone ? [] : await everyRow(context, entity, table, [...matching, ...having])
  const shown = linesShown(table, entity)
  if (!shown) return { table, entity, rows }
  const ids = rows.map(({ id }) => id)
  return { table, entity, rows, lines: { entity: shown[1], by: await linesOf(context, shown[1], ids) } }
}

async function lastSeq({ tx, customerId }: Context): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(id), 0)::float8 as seq from stockledger where "customerId" = ${customerId}`.execute(tx)
  return rows[0]?.seq ?? 0
}

/**
 * Reads a paper's rows; `context.tx` is the snapshot.
 * @throws AppError notFound, paperTooLong
 */
export async function readPaper(
  context: Context,
  entity: Entity,
  id: number,
  tables: readonly PaperTable[],
): Promise<PaperRows> {
  const row = await load(context, entity, id)
  const before = new Map<string, readonly Values[]>()
  const read: TableRows[] = []
  for (const table of tables) {
    const one = await tableRows(context, table, row, before)
    before.set(table.of, one.rows)
    read.push(one)
  }
  return { row, tables: read, seq: await lastSeq(context) }
}

/** Rows of a paper besides those of the record, by name; see `Paper.proposes`. */
export type Proposals = Readonly<
  Record<NonNullable<Paper['proposes']>, (context: Context, id: number) => Promise<readonly Values[]>>
>
