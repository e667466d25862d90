/** Usability of equipment and instruments (domain.md §2.4, guard 9). */
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'

type Ids = readonly (number | null | undefined)[]

const given = (ids: Ids) => ids.filter(id => id !== null && id !== undefined)

/** @throws AppError equipmentNotUsable with the first one not NORMAL */
export async function guardEquipment(context: Context, equipment: Ids): Promise<void> {
  const ids = given(equipment)
  if (ids.length === 0) return
  const wrong = await rowsOf(context, 'equipment')
    .select(['name', 'status'])
    .where('id', '=', anyOf(ids))
    .where('status', '<>', 'NORMAL')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!wrong) return
  const status = format(context.locale, `EquipStatus.${wrong.status}`)
  throw new AppError('equipmentNotUsable', { name: wrong.name, status })
}

/**
 * Requires instruments in service with valid calibration (domain.md §0.5.8).
 * @param day calendar day of the measurement
 * @throws AppError instrumentNotUsable, instrumentOverdue
 */
export async function guardInstruments(context: Context, instruments: Ids, day: string): Promise<void> {
  const ids = given(instruments)
  if (ids.length === 0) return
  const rows = await rowsOf(context, 'detecequipment')
    .select(['name', 'status', 'validUntil'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  for (const { name, status, validUntil } of rows) {
    if (status === 'STOPPED' || status === 'SCRAPPED')
      throw new AppError('instrumentNotUsable', { name, status: format(context.locale, `InstrStatus.${status}`) })
    if (validUntil === null || validUntil < day)
      throw new AppError('instrumentOverdue', { name, date: validUntil ?? '—' })
  }
}
