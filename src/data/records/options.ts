/** Options of a reference: search, resolution, labels. */

import { entityNamed } from '#contract/index.ts'
import { choosableStatus } from '#contract/schema/entity.ts'
import { requestTemplate } from '../api/api.ts'
import { choiceValuesOf, isLabelCurrent, rememberChoiceValues, rememberLabel } from './labels.ts'
import type { Row, RowValues } from './row.ts'
import { orFromCopy } from './storedCopies.ts'

export interface Option {
  readonly value: number
  readonly label: string
  readonly values?: RowValues
  readonly facts?: RowValues
}

const mostOptions = 20

/** Options among copied rows, as the server would choose them by and large. */
function optionsIn(entityName: string, rows: readonly Row[], parameters: object): Option[] {
  const title = entityNamed(entityName)?.title ?? 'id'
  const { q = '', ids, ...equal }: Record<string, unknown> = { ...parameters }
  const wanted = typeof ids === 'string' ? ids.split(',').map(Number) : undefined
  const typed = String(q).toLowerCase()
  const isMeant = (row: Row) =>
    (wanted?.includes(row.id) ?? true) &&
    Object.entries(equal).every(([name, value]) => !(name in row) || String(row[name]) === String(value)) &&
    [row[title], row.code].some(value =>
      String(value ?? '')
        .toLowerCase()
        .includes(typed),
    )
  return rows
    .filter(isMeant)
    .slice(0, mostOptions)
    .map(row => ({ value: row.id, label: String(row[title] ?? row.id), values: row }))
}

async function fetchOptions(entityName: string, parameters: object, signal?: AbortSignal): Promise<readonly Option[]> {
  const options = await orFromCopy(
    entityName,
    () => requestTemplate('options', entityName, parameters, signal ? { signal } : {}),
    rows => optionsIn(entityName, rows, parameters),
  )
  for (const { value, label, values } of options) {
    rememberLabel(entityName, value, label)
    if (values) rememberChoiceValues(entityName, value, values)
  }
  return options
}

/** Finds at most 20 selectable records, filtered by field values. */
export function searchOptions(
  entityName: string,
  q: string,
  where: object = {},
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  return fetchOptions(entityName, { ...where, ...(q ? { q } : {}) }, signal)
}

/** Filters ids to selectable records, in the given order. */
export async function optionsAmong(
  entityName: string,
  ids: readonly number[],
  where: object = {},
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  const entity = entityNamed(entityName)
  const status = entity && choosableStatus(entity)
  const isAny = status === undefined || 'anyStatus' in where
  const narrowed = { ...(isAny ? {} : { status }), ...where, ids: ids.join(',') }
  const options = await fetchOptions(entityName, narrowed, signal)
  return [...options].sort((one, other) => ids.indexOf(one.value) - ids.indexOf(other.value))
}

export interface Resolved {
  readonly options: readonly Option[]
  /** Match by code, title or both, as opposed to search. */
  readonly isExact: boolean
}

const maxNames = 500

/** Resolves texts in few calls, with the same filters as options. */
export async function resolveOptions(
  entityName: string,
  names: readonly string[],
  where: object = {},
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Resolved>> {
  const asked = [...new Set(names)]
  const resolved = new Map<string, Resolved>()
  for (let at = 0; at < asked.length; at += maxNames) {
    const some = asked.slice(at, at + maxNames)
    const answers = await requestTemplate('resolve', entityName, { names: some, where }, signal ? { signal } : {})
    answers.forEach((answer, index) => {
      for (const { value, label } of answer.options) rememberLabel(entityName, value, label)
      resolved.set(some[index] ?? '', answer)
    })
  }
  return resolved
}

const maxIds = 200

/** Fetches missing or stale labels, regardless of record status. */
export async function loadLabels(entityName: string, ids: readonly number[]): Promise<void> {
  const unknown = [...new Set(ids)].filter(id => !isLabelCurrent(entityName, id))
  for (let at = 0; at < unknown.length; at += maxIds)
    await fetchOptions(entityName, { ids: unknown.slice(at, at + maxIds).join(',') })
}

export async function loadChoiceValues(entityName: string, id: number): Promise<void> {
  if (choiceValuesOf(entityName, id) === undefined) await fetchOptions(entityName, { ids: String(id) })
}
