/** Narrowing: changing one value clears dependents, e.g. a material's specification. */
import { type Fields, isEmpty } from '#contract/schema/field.ts'
import { withFiles } from '../data/records/files.ts'
import type { RowValues } from '../data/records/row.ts'

const asked = (where: object | undefined) => JSON.stringify(where ?? null)

/** Patch with invalidated references cleared and file facts added. */
export function withNarrowed(fields: Fields, row: RowValues, patch: RowValues): RowValues {
  const next = { ...row, ...patch }
  const emptied: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!field.where || name in patch || isEmpty(row[name])) continue
    if (asked(field.where(row)) === asked(field.where(next))) continue
    emptied[name] = field.kind === 'references' ? [] : null
    emptied[`${name}$label`] = null
  }
  return withFiles(fields, { ...patch, ...emptied })
}

export function patchOf(fields: Fields, name: string, value: unknown, label: unknown): RowValues {
  return fields[name]?.to ? { [name]: value, [`${name}$label`]: label ?? null } : { [name]: value }
}
