/** A draft and what somebody else saved of the same row meanwhile: what merges by itself, and what has to be decided. Pure. */
import { entityNamed } from '../../contract/index.ts'
import { isEntered, type Values } from '../../contract/schema/field.ts'
import type { Row } from '../records/records.ts'
import { type Draft, edited, freshDraft, isSame } from './draft.ts'
import { linesOf } from './lineKeys.ts'

export interface Merged {
  /** Null when the others' saving left nothing of it to do. */
  readonly draft: Draft | null
  /** Fields that came from the others and are no question, because nobody entered anything into them here. */
  readonly taken: readonly string[]
}

/** Companions of a field, as its label, go where the field goes. */
const fieldOf = (name: string) => name.split('$')[0] ?? name
const isField = (name: string) => !name.includes('$')

/** Is the value of this field the same? Of lines only what people enter counts: each saving renews the rest. */
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

/** The draft on a newer state of its row. What was entered here stays; where both entered something it is contested. */
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
  // A list knows its rows without their lines.
  const newer: Row = { ...base, ...row }
  return { draft: edited({ ...draft, base: newer, contested, message: '', state: 'dirty' }, {}), taken }
}

const chosen = (draft: Draft, names: readonly string[] | undefined) => {
  const contested = draft.contested ?? []
  return names ? contested.filter(name => names.includes(name)) : contested
}

/** The draft with what was entered here standing against the others' in these fields, or in all. */
export function withMine(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const contested = draft.contested?.filter(name => !settled.includes(name)) ?? []
  return edited({ ...draft, contested }, {})
}

/** The draft with the others' values in these contested fields, or in all; null when nothing else was changed. */
export function withTheirs(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const patch = Object.fromEntries(Object.entries(draft.patch).filter(([name]) => !settled.includes(fieldOf(name))))
  return edited({ ...draft, patch, contested: draft.contested?.filter(name => !settled.includes(name)) ?? [] }, {})
}

/** A new row with what a removed one held: the way to keep what was entered into it. */
export function asNew(draft: Draft, id: string): Draft {
  const entity = entityNamed(draft.entity)
  const row: Values = { ...draft.base, ...draft.patch }
  const kept = Object.entries(row).filter(([name]) => {
    const field = entity?.fields[fieldOf(name)]
    return field ? isEntered(field) && !field.byServer && !field.derived : false
  })
  return freshDraft(draft.entity, id, null, Object.fromEntries(kept))
}
