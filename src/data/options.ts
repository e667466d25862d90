/** Choices of a reference. */
import type { Values } from '../contract/schema/field.ts'
import { call } from './api.ts'
import { labelOf, rememberLabel } from './labels.ts'

export { labelOf } from './labels.ts'

export interface Option {
  readonly value: number
  readonly label: string
}

async function ask(entityName: string, parameters: Values, signal?: AbortSignal): Promise<readonly Option[]> {
  const path = `template/options/${entityName}`
  const options = await call<readonly Option[]>(path, parameters, { method: 'GET', ...(signal ? { signal } : {}) })
  for (const { value, label } of options) rememberLabel(entityName, value, label)
  return options
}

/** At most twenty records that may be chosen for a text, narrowed by values their fields must have. */
export function searchOptions(
  entityName: string,
  q: string,
  where: Values = {},
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  return ask(entityName, { ...where, ...(q ? { q } : {}) }, signal)
}

const mostIds = 200

/** Fetches the labels of records that nothing has named yet, whatever their status. */
export async function loadLabels(entityName: string, ids: readonly number[]): Promise<void> {
  const unknown = [...new Set(ids)].filter(id => labelOf(entityName, id) === undefined)
  for (let at = 0; at < unknown.length; at += mostIds)
    await ask(entityName, { ids: unknown.slice(at, at + mostIds).join(',') })
}
