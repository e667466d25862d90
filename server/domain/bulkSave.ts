/** Bulk save: safe rows of a call share a few statements. */
import { AppError } from '#contract/schema/answer.ts'
import { type Entity, isEditable } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context, Row } from '../db/connection/context.ts'
import { pace } from '../db/connection/pace.ts'
import { isBulkWritable, lockMany, uniqueViolations, updateMany } from '../db/records/bulk.ts'
import { missingPaths } from '../db/records/references.ts'
import * as store from '../db/records/store.ts'
import { changesOf, writeAudits } from './basis/audit.ts'
import type { Draft } from './basis/hooks.ts'
import { prepareRow, refuseMalformed, savesTogether } from './records.ts'

/** Entities without checks on other rows, or effects beyond their table. */
export function eligibleForBulk(entity: Entity): boolean {
  return !entity.document && isBulkWritable(entity) && savesTogether(entity)
}

interface Sure {
  readonly place: number
  readonly before: Row | null
  readonly ready: Draft
}

/** Prepared row; null if refused, so that a single save reports why. */
async function readied(context: Context, entity: Entity, sent: Values, before: Row | null): Promise<Draft | null> {
  try {
    refuseMalformed(entity, sent)
    if (before && sent.rowVersion !== undefined && sent.rowVersion !== before.rowVersion) return null
    if (before && !isEditable(entity, before)) return null
    return await prepareRow(context, entity, sent, before)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function readyRows(context: Context, entity: Entity, rows: readonly Values[]): Promise<readonly Sure[]> {
  const ids = rows.map(({ id }) => id).filter((id): id is number => Number.isSafeInteger(id))
  const held = await lockMany(context, entity, ids)
  const fit: Sure[] = []
  const pause = pace()
  for (const [place, sent] of rows.entries()) {
    await pause()
    const before = typeof sent.id === 'number' ? (held.get(sent.id) ?? null) : null
    if (!before && !isEmpty(sent.id)) continue
    if (before) held.delete(before.id)
    const ready = await readied(context, entity, sent, before)
    if (ready) fit.push({ place, before, ready })
  }
  return fit
}

/**
 * Saves the safe rows like `saveRecord`; null marks those to save singly.
 * @throws database errors; then no row is saved
 */
export async function bulkSave(
  context: Context,
  entity: Entity,
  rows: readonly Values[],
): Promise<readonly (Row | null)[]> {
  const fit = await readyRows(context, entity, rows)
  const ready = fit.map(row => row.ready)
  const missing = await missingPaths(
    context,
    entity,
    ready,
    fit.map(({ before }) => before),
  )
  const taken = await uniqueViolations(context, entity, ready)
  const sure = fit.filter((_, at) => !missing.has(at) && !taken.has(at))
  const changed = sure.flatMap(({ place, before, ready }) =>
    before ? [{ place, row: { ...ready, id: before.id } }] : [],
  )
  const added = sure.filter(({ before }) => !before)
  const updated = await updateMany(
    context,
    entity,
    changed.map(({ row }) => row),
  )
  const inserted = await store.insertMany(
    context,
    entity,
    added.map(({ ready }) => ready),
  )
  const stored: (Row | null)[] = rows.map(() => null)
  for (const { place, row } of changed) stored[place] = updated.get(row.id) ?? null
  added.forEach(({ place }, at) => {
    stored[place] = inserted[at] ?? null
  })
  await writeAudits(
    context,
    sure.flatMap(({ place, before }) => {
      const row = stored[place]
      if (!row) return []
      const changes = changesOf(entity, before, row)
      return [{ entity: entity.name, entityId: String(row.id), action: before ? 'UPDATE' : 'CREATE', changes }]
    }),
  )
  return stored
}
