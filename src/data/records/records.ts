/** The generic calls of every entity. */
import type { Values } from '../../contract/schema/field.ts'
import { call } from '../api/api.ts'
import { resolvedConditions } from '../relativeDays.ts'
import { uuid } from '../uuid.ts'
import { rememberRows } from './labels.ts'

/** A number once stored, `new:…` before. */
export type RowId = number | string

export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly rowVersion: number }

export type Sort = readonly (readonly [field: string, direction: 'asc' | 'desc'])[]

export interface Condition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

export interface ListQuery {
  readonly page?: number
  /** At most 200. */
  readonly size?: number
  readonly sort?: Sort
  readonly where?: readonly Condition[]
  readonly q?: string
}

export interface Page {
  readonly rows: readonly Row[]
  readonly total: number
  readonly page: number
  readonly size: number
}

/** What became of one of several rows. */
export interface RowOutcome {
  readonly id: RowId
  readonly ok: boolean
  readonly status: number
  readonly message: string
  readonly data?: unknown
}

export interface SentOutcome {
  readonly ok: boolean
  readonly status?: number
  readonly message?: string
  readonly data?: unknown
}

/** Most rows or ids one call takes. */
export const mostParts = 500

/** One page of rows, with the labels of what they refer to. */
export async function listRecords(entity: string, query: ListQuery, signal?: AbortSignal): Promise<Page> {
  const where = query.where ? { where: resolvedConditions(entity, query.where) } : {}
  const page = await call<Page>(`template/list/${entity}`, { ...query, ...where }, signal ? { signal } : {})
  rememberRows(entity, page.rows)
  return page
}

/** One record with its lines. */
export async function loadRecord(entity: string, id: number): Promise<Row> {
  const row = await call<Row>(`template/edit/${entity}`, { id }, { method: 'GET' })
  rememberRows(entity, [row])
  return row
}

/** Values a new record starts with; several where the server proposes several, e.g. by lots to pick. */
export async function prepareRecords(entity: string, given: Values = {}): Promise<readonly Values[]> {
  const { rows } = await call<{ rows: readonly Values[] }>(`template/prepare/${entity}`, wireOf(given))
  rememberRows(entity, rows)
  return rows
}

/** A row as it is sent: without labels, and without the ids by which the client tells new rows apart. */
export function wireOf(row: Values): Values {
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (name.includes('$') || (name === 'id' && typeof value !== 'number')) continue
    sent[name] = Array.isArray(value) ? value.map(item => (isRow(item) ? wireOf(item) : item)) : value
  }
  return sent
}

const isRow = (item: unknown): item is Values => typeof item === 'object' && item !== null && !Array.isArray(item)

export interface SaveOptions {
  /** Posts the document in the same transaction. */
  readonly submit?: boolean
  /** Idempotency key; a new one unless given. */
  readonly key?: string
}

/** Saves one record and answers it as it is stored. */
export async function saveRecord(entity: string, row: Values, { submit, key }: SaveOptions = {}): Promise<Row> {
  const body = { ...wireOf(row), ...(submit ? { submit } : {}) }
  const stored = await call<Row>(`template/save/${entity}`, body, { key: key ?? uuid() })
  rememberRows(entity, [stored])
  return stored
}

export const outcomeOf = (id: RowId, { ok, status, message, data }: SentOutcome): RowOutcome => ({
  id,
  ok,
  status: status ?? 0,
  message: message ?? '',
  ...(data === undefined ? {} : { data }),
})

/** Saves up to 500 records, each in a transaction of its own; outcomes in the order given, under the ids given. */
export async function saveRecords(
  entity: string,
  rows: readonly Values[],
  key: string = uuid(),
): Promise<readonly RowOutcome[]> {
  const answer = await call<{ rows: readonly SentOutcome[] }>(
    `template/save/${entity}`,
    { rows: rows.map(wireOf) },
    { key },
  )
  const outcomes = answer.rows.map((outcome, index) => outcomeOf((rows[index]?.id ?? '') as RowId, outcome))
  rememberRows(
    entity,
    outcomes.filter(({ ok, data }) => ok && isRow(data)).map(({ data }) => data as Values),
  )
  return outcomes
}

/** Does one thing to each of these, in calls of at most 500; a trial is rolled back. */
export async function onEach(
  path: string,
  ids: readonly number[],
  args: Values,
  trial = false,
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (let at = 0; at < ids.length; at += mostParts) {
    const some = ids.slice(at, at + mostParts)
    const answer = await call<{ rows: readonly (SentOutcome & { id: number })[] }>(
      path,
      { ...args, ids: some },
      trial ? { trial } : { key: uuid() },
    )
    outcomes.push(...answer.rows.map(outcome => outcomeOf(outcome.id, outcome)))
  }
  return outcomes
}

export function removeRecords(entity: string, ids: readonly number[]): Promise<readonly RowOutcome[]> {
  return onEach(`template/delete/${entity}`, ids, {})
}

export type Versions = Readonly<Record<number, number>>

export const signing = (versions: Versions): Values => (Object.keys(versions).length > 0 ? { versions } : {})

/** Does a declared action on these records; on no other version of them where it is known which was looked at. */
export function runAction(
  entity: string,
  action: string,
  ids: readonly number[],
  args: Values = {},
  versions: Versions = {},
): Promise<readonly RowOutcome[]> {
  return onEach(`template/${action}/${entity}`, ids, { ...args, ...signing(versions) })
}
