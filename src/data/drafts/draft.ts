/** A change that is not saved yet, as a value: what it makes of its row, and what an edit makes of it. Pure. */
import { entityNamed } from '../../contract/index.ts'
import type { Faults } from '../../contract/schema/answer.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import { isEntered, type Values } from '../../contract/schema/field.ts'
import { compute, isEmpty, validate } from '../../contract/schema/validate.ts'
import { labelOf } from '../records/labels.ts'
import type { Row, RowId } from '../records/records.ts'

export interface Draft {
  readonly entity: string
  readonly id: RowId
  /** The row as it was stored when the change began; null for a new one. */
  readonly base: Row | null
  /** What was changed. */
  readonly patch: Values
  /** What it was begun with, where it came by itself rather than by somebody's entry. */
  readonly begun?: Values
  readonly state: 'dirty' | 'saving' | 'error' | 'conflict'
  readonly faults: Faults
  /** Why it was refused: a message key, or words as the server said them; empty otherwise. */
  readonly message: string
  /** Fields that somebody else has saved meanwhile with another value than is entered here; theirs stand in the base. */
  readonly contested?: readonly string[]
  /** Somebody else has removed the row. */
  readonly gone?: true
  /** The last save was refused, or nobody knows what came of it. */
  readonly failed?: true
}

/** Are these values the same? Lists and lines are compared by content. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

const known = new WeakMap<Draft, Values>()

/** The row as it will be: changes applied, labels beside the references, computed fields filled. Same draft, same object. */
export function valuesOf(draft: Draft): Values {
  const found = known.get(draft)
  if (found) return found
  const entity = entityNamed(draft.entity)
  const row = { ...draft.base, ...labelsOf(entity, draft.patch), ...draft.patch, id: draft.id }
  const values = entity ? compute(entity, row) : row
  known.set(draft, values)
  return values
}

// The label in the base is that of the reference before.
function labelsOf(entity: Entity | undefined, patch: Values): Values {
  const labels: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(patch)) {
    const to = entity?.fields[name]?.to
    if (!to) continue
    const known = Array.isArray(value) ? value.map(id => labelOf(to, id) ?? String(id)) : labelOf(to, value)
    labels[`${name}$label`] = known ?? null
  }
  return labels
}

/** May this entity be saved while it is incomplete? */
export function mayBeIncomplete(entityName: string): boolean {
  return entityNamed(entityName)?.document === true
}

/** Faults of the row as it would be; `complete` also asks for what is required. */
export function faultsOf(draft: Draft, complete: boolean): Faults {
  const entity = entityNamed(draft.entity)
  if (!entity) return {}
  const row = valuesOf(draft)
  const faults = validate(entity, row, { complete })
  if (!entity.laysOutLines?.(row)) return faults
  return Object.fromEntries(
    Object.entries(faults).filter(([at, fault]) => fault !== 'required' || !(at in entity.lines)),
  )
}

function at(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, values)
}

/** What was said of the draft and an edit left as it was: faults of the server and fields still to be filled. */
function remaining(before: Draft, after: Draft): Faults {
  if (Object.keys(before.faults).length === 0) return {}
  const seen = faultsOf(before, false)
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const kept = Object.entries(before.faults).filter(([path]) => !(path in seen) && isSame(at(old, path), at(now, path)))
  return Object.fromEntries(kept)
}

/** Only what differs from the stored row is a change. */
function changesOf(base: Row | null, patch: Values): Values {
  if (!base) return patch
  const changed = Object.entries(patch).filter(([name, value]) => !isSame(base[name], value))
  return Object.fromEntries(changed)
}

/** Has nobody entered anything into this line? Values it began with do not count. */
export function isBlankLine(line: Entity, row: Values): boolean {
  if (typeof row.id === 'number') return false
  return Object.entries(line.fields).every(
    ([name, field]) => !isEntered(field) || isEmpty(row[name]) || row[name] === false || field.default !== undefined,
  )
}

/** Values without lines that were begun and left empty. */
function withoutBlanks(entity: Entity, values: Values): Values {
  const lines = Object.entries(entity.lines).map(([name, line]) => {
    const rows = values[name]
    return [name, Array.isArray(rows) ? rows.filter(row => !isBlankLine(line, row as Values)) : rows]
  })
  return { ...values, ...Object.fromEntries(lines) }
}

/** Was it only begun, with nothing entered since? Then it is nothing that could be lost. */
export function isUntouched({ entity: name, state, patch, begun }: Draft): boolean {
  const entity = entityNamed(name)
  if (!begun || !entity || state !== 'dirty') return false
  return begun === patch || isSame(withoutBlanks(entity, begun), withoutBlanks(entity, patch))
}

/** Does somebody else's saving stand against it? It is not sent until the person has decided. */
export function isContested({ contested = [], gone }: Draft): boolean {
  return gone === true || contested.length > 0
}

/** Its state when it is not on its way. */
export function restingState(draft: Draft): Draft['state'] {
  if (isContested(draft)) return 'conflict'
  return Object.keys(draft.faults).length > 0 || draft.message !== '' ? 'error' : 'dirty'
}

/** A new draft with nothing said of it. */
export function freshDraft(entity: string, id: RowId, base: Row | null, patch: Values): Draft {
  return { entity, id, base, patch, state: 'dirty', faults: {}, message: '' }
}

/** The draft after an edit; null when it leaves the row as it is stored. */
export function edited(draft: Draft, patch: Values): Draft | null {
  const changes = changesOf(draft.base, { ...draft.patch, ...patch })
  if (draft.base && Object.keys(changes).every(name => name.includes('$'))) return null
  const after: Draft = { ...draft, ...contestedIn(draft, changes), patch: changes, message: '' }
  const faults = { ...remaining(draft, after), ...faultsOf(after, false) }
  const said = { ...after, faults }
  return { ...said, state: draft.state === 'saving' ? 'saving' : restingState(said) }
}

/** What was put back to theirs is contested no more. */
function contestedIn({ contested }: Draft, changes: Values): Pick<Draft, 'contested'> {
  return contested ? { contested: contested.filter(name => name in changes) } : {}
}

/** What is left of a draft once a former state of it was stored as this row; null when nothing is. */
export function leftAfter(sent: Draft, now: Draft, stored: Row): Draft | null {
  const rest = Object.entries(now.patch).filter(([name, value]) => !isSame(sent.patch[name], value))
  return edited(freshDraft(now.entity, stored.id, stored, {}), Object.fromEntries(rest))
}
