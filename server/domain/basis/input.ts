/** Client input of a row. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Fields, Values } from '#contract/schema/field.ts'
import { compute } from '#contract/schema/validate.ts'
import { sanitised } from '../../db/sanitise.ts'
import type { Draft } from './hooks.ts'

function normalize({ kind }: Field, value: unknown): unknown {
  if (kind === 'richText' && typeof value === 'string') return sanitised(value) || null
  return value === '' ? null : value
}

export function pickWritable(fields: Fields, sent: Values): Draft {
  const row: Draft = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.serverManaged || field.derived || field.computed || !Object.hasOwn(sent, name)) continue
    row[name] = normalize(field, sent[name])
  }
  return row
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export function changedLockedFields(entity: Entity, before: Values, sent: Values): readonly string[] {
  const given = pickWritable(entity.fields, sent)
  const now = compute(entity, { ...before, ...given })
  const closed = Object.keys(given).filter(name => !entity.fields[name]?.editableAfterPosting)
  return closed.filter(name => !isSame(before[name], now[name]))
}

export function changesLockedFields(entity: Entity, before: Values, sent: Values): boolean {
  if (changedLockedFields(entity, before, sent).length > 0) return true
  return Object.entries(entity.lines).some(([name, line]) => {
    if (!Object.hasOwn(sent, name)) return false
    const [old, rows] = [before[name] as readonly Values[], sent[name] as readonly Values[]]
    if (rows.length !== old.length) return true
    return rows.some((row, at) => row.id !== old[at]?.id || changesLockedFields(line, old[at] as Values, row))
  })
}
