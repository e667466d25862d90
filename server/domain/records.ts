/** Generic record path: merge, hooks, storage, action, audit. */
import { AppError, type FieldErrors, invalid } from '#contract/schema/answer.ts'
import {
  type Entity,
  isBuiltIn,
  isEditable,
  isRemovable,
  isServerMaintained,
  type RowOf,
  stateOf,
  submitActionOf,
} from '#contract/schema/entity.ts'
import { type Field, isEmpty, isObject, type Values } from '#contract/schema/field.ts'
import {
  allows,
  compute,
  initial,
  validate,
  validateKind,
  validateParameters,
  validateValue,
} from '#contract/schema/validate.ts'
import type { Context, Row } from '../db/connection/context.ts'
import { pace } from '../db/connection/pace.ts'
import { checkReferences } from '../db/records/references.ts'
import * as store from '../db/records/store.ts'
import { linesIn } from '../db/records/values.ts'
import { ownerColumn } from '../db/schema/columns.ts'
import { type AuditAction, changesOf, writeAudit, writeAudits } from './basis/audit.ts'
import type { Draft, RecordService } from './basis/hooks.ts'
import { changedLockedFields, changesLockedFields, pickWritable } from './basis/input.ts'
import { nextNumber } from './basis/numbering.ts'
import { hooksOf } from './hookRegistry.ts'

const clock = (context: Context) => ({ today: context.today, now: context.now })

function mergeLines(line: Entity, sent: unknown, before: readonly Values[], context: Context): unknown {
  if (!Array.isArray(sent)) return sent
  const known = new Map(before.map(row => [row.id, row]))
  return sent.map((item: unknown) => {
    if (!isObject(item)) return item
    const base = known.get(item.id)
    return {
      ...(base ?? initial(line, clock(context))),
      ...pickWritable(line.fields, item),
      ...(base ? { id: base.id } : {}),
    }
  })
}

function merge(context: Context, entity: Entity, sent: Values, before: Row | null): Draft {
  const row: Draft = { ...(before ?? initial(entity, clock(context))), ...pickWritable(entity.fields, sent) }
  for (const [name, line] of Object.entries(entity.lines)) {
    if (Object.hasOwn(sent, name)) row[name] = mergeLines(line, sent[name], linesIn(before, name), context)
  }
  return row
}

async function assignNumbers(context: Context, entity: Entity, row: Draft) {
  for (const [name, { numbered }] of Object.entries(entity.fields))
    if (numbered) row[name] = await nextNumber(context, numbered)
}

function refuseFixed(entity: Entity, row: Draft, before: Row | null) {
  if (!before) return
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.fixed && !isEmpty(before[name]) && String(before[name]) !== String(row[name]))
      throw invalid({ [name]: 'fixed' })
  }
}

export function refuseMalformed(entity: Entity, sent: Values): void {
  refuseUnreadable(entity, sent)
  const fieldErrors = validate(entity, sent, { complete: false })
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

/** Shared data of all organisations is editable only with access to all. */
function refuseLocal(context: Context, entity: Entity, button: string): void {
  const isEverybodys = entity.global === true && entity.ownedBy === undefined && ownerColumn(entity) === null
  if (isEverybodys && context.userId !== null && !context.everyOrganisation)
    throw new AppError('notPermitted', { menu: entity.name, button })
}

export async function prepareRow(context: Context, entity: Entity, sent: Values, before: Row | null, submit = false) {
  refuseLocal(context, entity, before ? 'edit' : 'add')
  const row = merge(context, entity, sent, before)
  if (!before) await assignNumbers(context, entity, row)
  await hooksOf(entity).beforeSave?.(context, row, before)
  const ready = compute(entity, row) as Draft
  refuseFixed(entity, ready, before)
  const strictness = { complete: !entity.document || submit, today: context.today }
  const fieldErrors = withoutHashErrors(entity, validate(entity, ready, strictness))
  if (Object.keys(fieldErrors).length === 0) return ready
  const further = submit ? await hooksOf(entity).postingErrors?.(context, ready) : {}
  throw invalid({ ...further, ...fieldErrors })
}

/** Bulk insert eligibility: no hook depends on other new rows. */
export function savesTogether(entity: Entity): boolean {
  const { beforeSave, afterSave, bulkSafe } = hooksOf(entity)
  return !afterSave && (!beforeSave || bulkSafe === true)
}

/**
 * Inserts rows like `saveRecord`, in a few statements. All or nothing; the error may not say which row failed.
 * @returns ids in order
 */
export async function saveNewRecords(context: Context, entity: Entity, rows: readonly Values[]): Promise<number[]> {
  const ready: Draft[] = []
  const pause = pace()
  for (const sent of rows) {
    await pause()
    refuseMalformed(entity, sent)
    ready.push(await prepareRow(context, entity, sent, null))
  }
  const stored = await store.insertMany(context, entity, ready)
  await writeAudits(
    context,
    stored.map(row => ({
      entity: entity.name,
      entityId: String(row.id),
      action: 'CREATE',
      changes: changesOf(entity, null, row),
    })),
  )
  return stored.map(({ id }) => id)
}

/** Updates fields editable after posting; no hooks run. */
async function updateOpenFields<E extends Entity>(
  context: Context,
  entity: E,
  sent: Values,
  before: RowOf<E>,
  submit: boolean,
): Promise<RowOf<E>> {
  // No state unlocks the other fields, so name them instead.
  const changed = isServerMaintained(entity) ? changedLockedFields(entity, before, sent) : []
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map(name => [name, 'fixed'])))
  const open = Object.entries(pickWritable(entity.fields, sent)).filter(
    ([name]) => entity.fields[name]?.editableAfterPosting,
  )
  if (submit || open.length === 0 || changesLockedFields(entity, before, sent)) throw new AppError('wrongState', before)
  if (sent.rowVersion === undefined) throw invalid({ rowVersion: 'required' })
  const stored = await store.write(context, entity, { id: before.id, ...Object.fromEntries(open) }, before)
  await writeAudit(context, entity.name, String(before.id), 'UPDATE', changesOf(entity, before, stored))
  return stored
}

/**
 * Saves a row with lines; documents may be posted in the same transaction.
 * @throws AppError invalid with errors by field, stale, wrongState, or a domain refusal
 */
export async function saveRecord<E extends Entity>(
  context: Context,
  entity: E,
  sent: Values,
  submit = false,
): Promise<RowOf<E>> {
  refuseMalformed(entity, sent)
  const id = store.idOf(sent)
  const before = id === null ? null : await store.lock(context, entity, id)
  if (before && sent.rowVersion !== undefined && sent.rowVersion !== before.rowVersion)
    throw new AppError('stale', before)
  if (before && !isEditable(entity, before)) return updateOpenFields(context, entity, sent, before, submit)
  // Stock effects require a row version: no blind overwrite.
  if (before && entity.document && sent.rowVersion === undefined) throw invalid({ rowVersion: 'required' })
  const rules = hooksOf(entity)
  const ready = await prepareRow(context, entity, sent, before, submit)
  const stored = await store.write(context, entity, ready, before ?? undefined)
  await rules.afterSave?.(context, stored, before, documents)
  const changes = changesOf(entity, before, stored)
  // Secrets never appear as changes: their hook writes a separate audit row.
  if (changes !== '' || !before || !bringsSecret(entity, sent))
    await writeAudit(context, entity.name, String(stored.id), before ? 'UPDATE' : 'CREATE', changes)
  const action = submit && submitActionOf(entity)
  const after = rules.afterSave ? await store.load(context, entity, stored.id) : stored
  return action ? perform(context, entity, action, after, {}) : after
}

/**
 * Row with lines as displayed.
 * @throws AppError notFound
 */
export async function loadRecord(context: Context, entity: Entity, id: number): Promise<Row> {
  const row = await store.load(context, entity, id)
  return hooksOf(entity).read?.(context, row) ?? row
}

/** Deletes a row: hides master data, refuses used or posted ones. */
export async function removeRecord(context: Context, entity: Entity, id: number): Promise<void> {
  refuseLocal(context, entity, 'delete')
  const row = await store.lock(context, entity, id)
  if (isBuiltIn(entity, row)) throw new AppError('systemRole')
  if (!isRemovable(entity, row)) throw new AppError('wrongState', row)
  await hooksOf(entity).beforeRemove?.(context, row)
  await store.remove(context, entity, id)
  await writeAudit(context, entity.name, String(id), 'DELETE', changesOf(entity, row, null))
}

const bringsSecret = (entity: Entity, sent: Values): boolean =>
  Object.entries(sent).some(([name, value]) => entity.fields[name]?.kind === 'secret' && !isEmpty(value))

/** Secrets were validated in plain text; their hashes match no pattern. */
function withoutHashErrors({ fields }: Entity, fieldErrors: FieldErrors): FieldErrors {
  const errors = Object.entries(fieldErrors)
  return Object.fromEntries(errors.filter(([name, why]) => why === 'required' || fields[name]?.kind !== 'secret'))
}

const auditActionOf = (action: string): AuditAction =>
  action === 'submit' ? 'SUBMIT' : action === 'reverse' ? 'REVERSE' : 'STATUS'

/**
 * Runs an action on one row: state, domain function, new state, audit. A version binds the signature to what was seen.
 * @throws AppError stale; wrongState for a forbidden state
 */
export async function runAction<E extends Entity>(
  context: Context,
  entity: E,
  name: string,
  id: number,
  given: Values,
  rowVersion?: number,
): Promise<RowOf<E>> {
  refuseLocal(context, entity, entity.actions[name]?.button ?? name)
  const row = await store.lock(context, entity, id)
  if (rowVersion !== undefined && rowVersion !== row.rowVersion) throw new AppError('stale', row)
  return perform(context, entity, name, row, given)
}

async function perform<E extends Entity>(
  context: Context,
  entity: E,
  name: string,
  row: RowOf<E>,
  sent: Values,
): Promise<RowOf<E>> {
  const action = entity.actions[name]
  const act = hooksOf(entity).actions?.[name]
  if (!action || !act) throw new AppError('noSuchRoute')
  const given = { ...sent, ...pickWritable(action.arguments ?? {}, sent) }
  const fieldErrors = validateParameters(action.arguments ?? {}, given)
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
  if (!allows(entity, action.from, row)) throw new AppError('wrongState', row)
  if (entity.document && action.from?.includes('DRAFT') && action.risk !== 'destructive') {
    const further = name === submitActionOf(entity) ? await hooksOf(entity).postingErrors?.(context, row) : {}
    const incomplete = { ...further, ...validate(entity, row, { complete: true, today: context.today }) }
    if (Object.keys(incomplete).length > 0) throw invalid(incomplete)
  }
  const { id } = row
  const changes = await act({ ...context, acting: { entity: entity.name, id } }, row, given, documents)
  const next = { ...changes, ...(action.to ? { [stateOf(entity)]: action.to } : {}) }
  const changed = Object.keys(next).length > 0
  // Without arguments the references are the server's own.
  const stored = changed
    ? await store.write(context, entity, { id, ...next }, row, Object.keys(given).length === 0)
    : await store.load(context, entity, id)
  const reason = typeof given.reason === 'string' ? given.reason : null
  await writeAudit(context, entity.name, String(id), auditActionOf(name), changesOf(entity, row, stored), reason)
  return stored
}

const documents: RecordService = { save: saveRecord, run: runAction }

export async function prepareRecord(
  context: Context,
  entity: Entity,
  sent: Values,
): Promise<{ readonly rows: readonly Values[] }> {
  refuseMalformed(entity, sent)
  // Empty text is null, as on save.
  const given = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value === '' ? null : value]))
  // Server-managed fields given here (a complaint's lot) are validated alike.
  for (const [name, field] of Object.entries(entity.fields)) {
    const fieldError = Object.hasOwn(given, name) ? validateValue(field, given[name]) : null
    if (fieldError) throw invalid({ [name]: fieldError })
  }
  await checkReferences(context, entity, given)
  const base = initial(entity, clock(context))
  const proposed = (await hooksOf(entity).prepare?.(context, given)) ?? [{}]
  return { rows: proposed.map(row => compute(entity, { ...base, ...given, ...row })) }
}

// Rejects objects in scalar fields before any hook stringifies them.

const isUnreadable = ({ kind }: Field, value: unknown) => kind !== 'json' && [value].flat().some(isObject)

function collect({ fields, lines }: Entity, row: Values, at: string, fieldErrors: Record<string, string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(row, name) && isUnreadable(field, row[name]))
      fieldErrors[at + name] = validateKind(field, row[name]) ?? 'unknown'
  }
  for (const [name, line] of Object.entries(lines)) {
    const rows = Object.hasOwn(row, name) ? row[name] : undefined
    if (isObject(rows)) fieldErrors[at + name] = 'lines'
    if (!Array.isArray(rows)) continue
    for (const [index, item] of rows.entries())
      if (isObject(item)) collect(line, item, `${at}${name}.${index}.`, fieldErrors)
  }
}

/**
 * Security: an object with its own `toString` makes checks throw.
 * @throws AppError invalid by field path, server-managed fields included
 */
function refuseUnreadable(entity: Entity, sent: Values): void {
  const fieldErrors: Record<string, string> = {}
  collect(entity, sent, '', fieldErrors)
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}
