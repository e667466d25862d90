/** Rows of one call saved together: those that are sure to go, with a few statements for all of them. */
import { AppError } from '../../src/contract/schema/answer.ts'
import { type Entity, isEditable } from '../../src/contract/schema/entity.ts'
import type { Values } from '../../src/contract/schema/field.ts'
import { isEmpty } from '../../src/contract/schema/validate.ts'
import type { Context, Row } from '../db/connection/context.ts'
import { pace } from '../db/connection/pace.ts'
import { isBulkWritable, lockMany, uniqueViolations, updateMany } from '../db/records/bulk.ts'
import { placesMissing } from '../db/records/references.ts'
import * as store from '../db/records/store.ts'
import { changesOf, writeAudits } from './basis/audit.ts'
import type { Draft } from './basis/hooks.ts'
import { prepareRow, refuseMalformed, savesTogether } from './records.ts'

/** May rows of this entity be saved together? Not where saving one asks about others, or has an effect beyond its table. */
export function eligibleForBulk(entity: Entity): boolean {
  return !entity.document && isBulkWritable(entity) && savesTogether(entity)
}

/** A row that nothing is known to speak against. */
interface Sure {
  readonly place: number
  readonly before: Row | null
  readonly ready: Draft
}

/** What a row would be written as; null where it is refused, so that saving it alone says why. */
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

/** The rows that are there, or are new, and fit; a row that is sent twice goes alone the second time. */
async function fitting(context: Context, entity: Entity, rows: readonly Values[]): Promise<readonly Sure[]> {
  const ids = rows.map(({ id }) => id).filter((id): id is number => Number.isSafeInteger(id))
  const held = await lockMany(context, entity, ids)
  const fit: Sure[] = []
  const pause = pace()
  for (const [place, sent] of rows.entries()) {
    await pause()
    const isNew = isEmpty(sent.id)
    const before = isNew ? null : (held.get(Number(sent.id)) ?? null)
    if (!isNew && !before) continue
    if (before) held.delete(before.id)
    const ready = await readied(context, entity, sent, before)
    if (ready) fit.push({ place, before, ready })
  }
  return fit
}

/**
 * Saves of these rows the ones that are sure to go, each as `saveRecord` saves it and with an audit row of its own; null
 * stands for those that are to be saved alone, after these.
 * @throws whatever the database refuses after all: then none of them is saved
 */
export async function bulkSave(
  context: Context,
  entity: Entity,
  rows: readonly Values[],
): Promise<readonly (Row | null)[]> {
  const fit = await fitting(context, entity, rows)
  const ready = fit.map(row => row.ready)
  const missing = await placesMissing(
    context,
    entity,
    ready,
    fit.map(({ before }) => before),
  )
  const taken = await uniqueViolations(context, entity, ready)
  const sure = fit.filter((_, at) => !missing.has(at) && !taken.has(at))
  const [changed, added] = [sure.filter(({ before }) => before), sure.filter(({ before }) => !before)]
  const updated =
    changed.length > 0
      ? await updateMany(
          context,
          entity,
          changed.map(row => row.ready),
        )
      : new Map<number, Row>()
  const inserted =
    added.length > 0
      ? await store.insertMany(
          context,
          entity,
          added.map(row => row.ready),
        )
      : []
  const stored: (Row | null)[] = rows.map(() => null)
  for (const { place, before } of changed) stored[place] = updated.get(before?.id ?? 0) ?? null
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
