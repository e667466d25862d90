/** Cache of labels of records and files. */
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { storeLocal } from '../store.ts'
import { forgetFiles, rememberFilesOf } from './files.ts'
import { forgetAllRead, forgetRead, rememberRead } from './readRows.ts'
import { isRow, type RowValues } from './row.ts'

const maxLabels = 5000
const remembered = storeLocal(() => new Map<string, Map<number, string>>())
/** Values that came with a record, e.g. the size of a package. */
const companions = storeLocal(() => new Map<string, Map<number, RowValues>>())
/** Changed records: stale labels stay in use until refetched. */
const doubted = storeLocal(() => new Map<string, Set<number>>())

export function rememberLabel(entityName: string, id: number, label: string): void {
  const labels = remembered().get(entityName) ?? new Map<number, string>()
  remembered().set(entityName, labels)
  labels.delete(id)
  labels.set(id, label)
  doubted().get(entityName)?.delete(id)
  const oldest = labels.keys().next()
  if (labels.size > maxLabels && !oldest.done) labels.delete(oldest.value)
}

export function labelOf(entityName: string, id: unknown): string | undefined {
  return typeof id === 'number' ? remembered().get(entityName)?.get(id) : undefined
}

export function rememberChoiceValues(entityName: string, id: number, values: RowValues): void {
  const known = companions().get(entityName) ?? new Map<number, RowValues>()
  companions().set(entityName, known.set(id, values))
  const entity = entityNamed(entityName)
  if (entity) rememberRow(entity, values)
}

export function choiceValuesOf(entityName: string, id: unknown): RowValues | undefined {
  return typeof id === 'number' ? companions().get(entityName)?.get(id) : undefined
}

export function forgetChoiceValues(entityName: string, ids: readonly number[]): void {
  for (const id of ids) companions().get(entityName)?.delete(id)
}

export function doubtLabels(entityName: string, ids: readonly number[]): void {
  forgetRead(entityName, ids)
  forgetChoiceValues(entityName, ids)
  const labels = remembered().get(entityName)
  const known = ids.filter(id => labels?.has(id))
  if (known.length > 0) doubted().set(entityName, new Set([...(doubted().get(entityName) ?? []), ...known]))
}

export function isLabelCurrent(entityName: string, id: number): boolean {
  return remembered().get(entityName)?.has(id) === true && doubted().get(entityName)?.has(id) !== true
}

function rememberRow(entity: Entity, row: RowValues): void {
  for (const [name, field] of Object.entries(entity.fields)) {
    const [value, label] = [row[name], row[`${name}$label`] ?? row[`${name}$labels`]]
    if (field.kind === 'files' || field.kind === 'image') rememberFilesOf(row, name)
    if (!field.to) continue
    if (typeof value === 'number' && typeof label === 'string') rememberLabel(field.to, value, label)
    if (Array.isArray(value) && Array.isArray(label)) {
      const to = field.to
      value.forEach((id, index) => {
        if (typeof id === 'number' && typeof label[index] === 'string') rememberLabel(to, id, label[index])
      })
    }
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    for (const item of Array.isArray(rows) ? rows.filter(isRow) : []) rememberRow(line, item)
  }
}

export function rememberRows(entityName: string, rows: readonly RowValues[]): void {
  const entity = entityNamed(entityName)
  rememberRead(entityName, rows)
  if (entity) for (const row of rows) rememberRow(entity, row)
}

/** Clears the cache at sign-in: visibility differs per user. */
export function forgetLabels(): void {
  remembered().clear()
  companions().clear()
  doubted().clear()
  forgetAllRead()
  forgetFiles()
}
