/** Three-way merge of a draft with another user's save: automatic or contested. Pure. */
import { entityNamed } from '#contract/index.ts'
import { isEntered, type Values } from '#contract/schema/field.ts'
import type { Row } from '../records/records.ts'
import { type Draft, edited, freshDraft, isSame } from './draft.ts'
import { linesOf } from './lineKeys.ts'

export interface Merged {
  /** Null when the other save made it redundant. */
  readonly draft: Draft | null
  /** Fields adopted without conflict, as not edited locally. */
  readonly taken: readonly string[]
}

/** Companion fields, e.g. labels, follow their field. */
const fieldOf = (name: string) => name.split('$')[0] ?? name
const isField = (name: string) => !name.includes('$')

/** Compares field values; of lines only editable fields, since saving renews the rest. */
function isSameField(entityName: string, name: string, one: unknown, other: unknown): boolean {
  const line = entityNamed(entityName)?.lines[name]
  if (!line) return isSame(one, other)
  const entered = (value: unknown) =>
    linesOf({ [name]: value }, name).map(row => [
      row.id ?? null,
      ...Object.entries(line.fields).flatMap(([of, field]) => (isEntered(field) ? [row[of] ?? null] : [])),
    ])
  return isSame(entered(one), entered(other))
}

/** Rebases a draft; local changes stay, fields changed on both sides are contested. */
export function mergedWith(draft: Draft, row: Row): Merged {
  const { entity: name, base, patch } = draft
  const fields = entityNamed(name)?.fields ?? {}
  const isTheirs = (field: string) => field in row && !isSameField(name, field, base?.[field], row[field])
  const isMine = (field: string) => field in patch && !isSameField(name, field, patch[field], row[field])
  const contested = Object.keys(patch).filter(
    field => isField(field) && isMine(field) && (isTheirs(field) || draft.contested?.includes(field)),
  )
  const entered = (field: string) => {
    const of = fields[field]
    return (of !== undefined && isEntered(of)) || entityNamed(name)?.lines[field] !== undefined
  }
  const taken = Object.keys(row).filter(field => entered(field) && !(field in patch) && isTheirs(field))
  // List rows lack their lines.
  const newer: Row = { ...base, ...row }
  return { draft: edited({ ...draft, base: newer, contested, message: '', state: 'dirty' }, {}), taken }
}

const chosen = (draft: Draft, names: readonly string[] | undefined) => {
  const contested = draft.contested ?? []
  return names ? contested.filter(name => names.includes(name)) : contested
}

/** Resolves contested fields, or all, with local values. */
export function withMine(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const contested = draft.contested?.filter(name => !settled.includes(name)) ?? []
  return edited({ ...draft, contested }, {})
}

/** Resolves contested fields, or all, with saved values; null when nothing remains. */
export function withTheirs(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const patch = Object.fromEntries(Object.entries(draft.patch).filter(([name]) => !settled.includes(fieldOf(name))))
  return edited({ ...draft, patch, contested: draft.contested?.filter(name => !settled.includes(name)) ?? [] }, {})
}

/** Copies a removed row into a new one, to preserve its input. */
export function asNew(draft: Draft, id: string): Draft {
  const entity = entityNamed(draft.entity)
  const row: Values = { ...draft.base, ...draft.patch }
  const kept = Object.entries(row).filter(([name]) => {
    const field = entity?.fields[fieldOf(name)]
    return field ? isEntered(field) && !field.byServer && !field.derived : false
  })
  return freshDraft(draft.entity, id, null, Object.fromEntries(kept))
}
