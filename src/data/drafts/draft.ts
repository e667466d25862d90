/** Draft: an unsaved change as a value. Pure. */
import { entityNamed } from '#contract/index.ts'
import { type FieldErrors, refusals } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty, isEntered, isSpec } from '#contract/schema/field.ts'
import { compute, type Strictness, validate } from '#contract/schema/validate.ts'
import { memoized } from '../memo.ts'
import { labelOf } from '../records/labels.ts'
import { isRow, type Row, type RowId, type RowOutcome, type RowValues } from '../records/row.ts'

export interface Draft {
  readonly entity: string
  readonly id: RowId
  /** Stored row before the change; null for a new one. */
  readonly base: Row | null
  readonly patch: RowValues
  /** Initial values of a row that began automatically, not by user input. */
  readonly begun?: RowValues
  readonly state: 'dirty' | 'saving' | 'error' | 'conflict'
  readonly fieldErrors: FieldErrors
  /** Refusal: message key or the server's text; empty otherwise. */
  readonly message: string
  /** Fields another user saved with other values; theirs are in the base. */
  readonly contested?: readonly string[]
  readonly gone?: true
  /** Last save refused, or its outcome unknown. */
  readonly failed?: true
}

const withoutCompanions = (name: string, value: unknown) => (name.includes('$') ? undefined : value)

/** Deep equality for lists and lines, companions (`unitId$label`) aside. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one, withoutCompanions) === JSON.stringify(other, withoutCompanions)
}

/** Resulting row: changes, reference labels, computed fields. Memoized per draft. */
export const valuesOf = memoized((draft: Draft): RowValues => {
  const entity = entityNamed(draft.entity)
  const row = { ...draft.base, ...labelsOf(entity, draft.patch), ...draft.patch, id: draft.id }
  return entity ? compute(entity, row) : row
})

/** Units told by an item or specification that is another now. */
export function unitsGone(entity: Entity | undefined, patch: RowValues): Record<string, unknown> {
  const fields = entity?.fields ?? {}
  const gone = Object.entries(fields).filter(([, { unit }]) => {
    if (typeof unit !== 'object' || unit === null) return false
    return Object.keys(patch).some(name =>
      unit.in === 'package' ? isSpec(fields[name]) : fields[name]?.to !== undefined && unit.by.includes(name),
    )
  })
  return Object.fromEntries(gone.map(([name]) => [`${name}$unit`, null]))
}

// Base labels belong to the previous reference.
function labelsOf(entity: Entity | undefined, patch: RowValues): RowValues {
  const labels: Record<string, unknown> = unitsGone(entity, patch)
  for (const [name, value] of Object.entries(patch)) {
    const to = entity?.fields[name]?.to
    if (!to) continue
    const known = Array.isArray(value) ? value.map(id => labelOf(to, id) ?? String(id)) : labelOf(to, value)
    labels[`${name}$label`] = known ?? null
  }
  return labels
}

export function mayBeIncomplete(entityName: string): boolean {
  return entityNamed(entityName)?.document === true
}

/** Row to check and send: untouched last lines are nothing yet. */
export function sentOf(draft: Draft): RowValues {
  const row = valuesOf(draft)
  const lines = Object.entries(entityNamed(draft.entity)?.lines ?? {}).flatMap(([name, line]) => {
    const rows = row[name]
    if (!Array.isArray(rows)) return []
    const last = rows.findLastIndex(one => !isRow(one) || !isBlankLine(line, one))
    return last + 1 < rows.length ? [[name, rows.slice(0, last + 1)] as const] : []
  })
  return lines.length > 0 ? { ...row, ...Object.fromEntries(lines) } : row
}

/** Field errors of the resulting row. */
export function errorsOf(draft: Draft, strictness: Strictness): FieldErrors {
  const entity = entityNamed(draft.entity)
  if (!entity) return {}
  const row = sentOf(draft)
  const fieldErrors = validate(entity, row, strictness)
  if (!entity.laysOutLines?.(row)) return fieldErrors
  return Object.fromEntries(
    Object.entries(fieldErrors).filter(([at, fieldError]) => fieldError !== 'required' || !(at in entity.lines)),
  )
}

function at(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, values)
}

/** Errors that outlast an edit: the server's, and missing values. */
function remaining(before: Draft, after: Draft): FieldErrors {
  if (Object.keys(before.fieldErrors).length === 0) return {}
  const seen = errorsOf(before, { complete: false })
  const kept = Object.entries(errorsUnchanged(before, after, before.fieldErrors)).filter(([path]) => !(path in seen))
  return Object.fromEntries(kept)
}

/** Errors at values that are the same in both. */
export function errorsUnchanged(before: Draft, after: Draft, fieldErrors: FieldErrors): FieldErrors {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  return Object.fromEntries(Object.entries(fieldErrors).filter(([path]) => isSame(at(old, path), at(now, path))))
}

function changesOf({ entity, base }: Draft, patch: RowValues): RowValues {
  if (!base) return patch
  const fields = entityNamed(entity)?.fields ?? {}
  // References are a set: taken away and given back is no change.
  const asSet = (name: string, value: unknown) =>
    fields[name]?.kind === 'references' && Array.isArray(value) ? value.toSorted() : value
  const changed = Object.entries(patch).filter(([name, value]) => !isSame(asSet(name, base[name]), asSet(name, value)))
  return Object.fromEntries(changed)
}

export function isBlankLine(line: Entity, row: RowValues): boolean {
  if (typeof row.id === 'number') return false
  return Object.entries(line.fields).every(
    ([name, field]) => !isEntered(field) || isEmpty(row[name]) || row[name] === false || field.default !== undefined,
  )
}

/** Errors by path: data of `invalid`, part of that of other refusals. */
export function errorsIn(status: number, data: unknown): FieldErrors {
  if (typeof data !== 'object' || data === null) return {}
  if (status === refusals.invalid.status) return data as FieldErrors
  return (data as { readonly fieldErrors?: FieldErrors }).fieldErrors ?? {}
}

/** Whether a refusal stands in the draft that it was written into. */
export const isRefusalRecorded = (
  { state, message }: Draft,
  { status, data }: Pick<RowOutcome, 'status' | 'data'>,
): boolean => state === 'error' && (message !== '' || Object.keys(errorsIn(status, data)).length > 0)

/** Errors of a draft without those of lines that are gone. */
export function currentErrors({ fieldErrors }: Draft, values: RowValues): FieldErrors {
  const isGone = (path: string) => {
    const [name = '', index, column] = path.split('.')
    const rows = values[name]
    return column !== undefined && Array.isArray(rows) && Number(index) >= rows.length
  }
  const paths = Object.keys(fieldErrors)
  if (!paths.some(isGone)) return fieldErrors
  return Object.fromEntries(Object.entries(fieldErrors).filter(([path]) => !isGone(path)))
}

function withoutBlanks(entity: Entity, values: RowValues): RowValues {
  const lines = Object.entries(entity.lines).map(([name, line]) => {
    const rows = values[name]
    return [name, Array.isArray(rows) ? rows.filter(row => !isRow(row) || !isBlankLine(line, row)) : rows]
  })
  return { ...values, ...Object.fromEntries(lines) }
}

/** Checks for a stored row changed by nothing but blank lines. */
export function isBlankChange({ entity: name, base, patch }: Draft): boolean {
  const entity = entityNamed(name)
  const changed = Object.keys(patch).filter(field => !field.includes('$'))
  if (!base || !entity || changed.length === 0) return false
  const sent = withoutBlanks(entity, patch)
  return changed.every(field => isSame(base[field], sent[field]))
}

/** Checks for a draft without user input: nothing to lose. */
export function isUntouched(draft: Draft): boolean {
  const { base, state, patch, begun } = draft
  const entity = entityNamed(draft.entity)
  if (base && (Object.keys(patch).length === 0 || isBlankChange(draft))) return true
  if (!begun || !entity || state !== 'dirty') return false
  return begun === patch || isSame(withoutBlanks(entity, begun), withoutBlanks(entity, patch))
}

/** Checks for an open conflict, which blocks saving. */
export function isContested({ contested = [], gone }: Draft): boolean {
  return gone === true || contested.length > 0
}

export function restingState(draft: Draft): Draft['state'] {
  if (isContested(draft)) return 'conflict'
  return Object.keys(draft.fieldErrors).length > 0 || draft.message !== '' ? 'error' : 'dirty'
}

export function freshDraft(entity: string, id: RowId, base: Row | null, patch: RowValues): Draft {
  return { entity, id, base, patch, state: 'dirty', fieldErrors: {}, message: '' }
}

/** Applies an edit; null when the result equals the stored row. */
export function edited(draft: Draft, patch: RowValues): Draft | null {
  const changes = changesOf(draft, { ...draft.patch, ...patch })
  if (draft.base && Object.keys(changes).every(name => name.includes('$'))) return null
  const after: Draft = { ...draft, ...contestedIn(draft, changes), patch: changes, message: '' }
  const fieldErrors = { ...remaining(draft, after), ...errorsOf(after, { complete: false }) }
  const said = { ...after, fieldErrors }
  return { ...said, state: draft.state === 'saving' ? 'saving' : restingState(said) }
}

function contestedIn({ contested }: Draft, changes: RowValues): Pick<Draft, 'contested'> {
  return contested ? { contested: contested.filter(name => name in changes) } : {}
}

export function leftAfter(sent: Draft, now: Draft, stored: Row): Draft | null {
  const rest = Object.entries(now.patch).filter(([name, value]) => !isSame(sent.patch[name], value))
  return edited(freshDraft(now.entity, stored.id, stored, {}), Object.fromEntries(rest))
}

/** Contested rows with the fields to decide; all fields when undefined. */
export type Contested = ReadonlyMap<RowId, readonly string[] | undefined>
