/** Narrowing: changing one value clears dependents, e.g. a material's specification. */
import { type Fields, isEmpty, type Values } from '#contract/schema/field.ts'
import { withFiles } from '../data/records/files.ts'

const asked = (where: Values | undefined) => JSON.stringify(where ?? null)

/** Patch with invalidated references cleared and file facts added. */
export function withNarrowed(fields: Fields, row: Values, patch: Values): Values {
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

export function patchOf(fields: Fields, name: string, value: unknown, label: unknown): Values {
  return fields[name]?.to ? { [name]: value, [`${name}$label`]: label ?? null } : { [name]: value }
}
