/** Instrument records: calibrations, failures and their doubt. */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { detecequipment } from '#contract/equipment/detecequipment.ts'
import type { detecequipmentrecord } from '#contract/equipment/detecequipmentrecord.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { write } from '../../db/records/store.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { moves } from '../stock/movementSql.ts'

type RecordDraft = DraftOf<typeof detecequipmentrecord>
type Kind = Pick<RecordDraft, 'recordType' | 'result'>

const isCalibration = (row: Kind) => row.recordType === 'VERIFY' || row.recordType === 'CALIBRATE'

/** Record affects the instrument's usability. */
const judges = (row: Kind | null) => row !== null && (isCalibration(row) || row.result === 'FAIL')

const calibrations = sql`r."recordType" in ('VERIFY', 'CALIBRATE') and r.result = 'PASS'`

/** Lots judged since an instrument's last pass (domain.md §2.3). */
export async function lotsInDoubt(context: Context, instrumentId: number, day: string, except = 0): Promise<string[]> {
  const { rows } = await sql<{ lotNo: string }>`
    with plant as (select "timeZone" as zone from customer where id = ${context.customerId}), since as (
      select coalesce(max(r."recordDate"), date '0001-01-01') as day from detecequipmentrecord r
      where r."detecEquipmentId" = ${instrumentId} and r."customerId" = ${context.customerId} and ${calibrations}
        and r."recordDate" <= ${day}::date and r.id <> ${except}
    ), used as (
      select i."lotId" from qualityinspection i join qualityitem q on q."parentId" = i.id
      where q."detecEquipmentId" = ${instrumentId} and i.verdict is not null
        and (i."sampleTime" at time zone (select zone from plant))::date >= (select day from since)
      union
      select r."usedForLotId" from detecequipmentrecord r
      where r."detecEquipmentId" = ${instrumentId} and r."recordDate" >= (select day from since)
      union
      select g."lotId" from importcontrol c join stockledger g on g."producePlanId" = c."producePlanId"
        and g."moveType" in (${moves.output})
        and (coalesce(c."batchSeq", 0) = 0 or coalesce(g."batchSeq", 0) in (0, c."batchSeq"))
      where c."detecEquipmentId" = ${instrumentId} and (c."monitorTime" at time zone (select zone from plant))::date >= (select day from since)
    )
    select l."lotNo" from stocklot l join used on used."lotId" = l.id
    where l."customerId" = ${context.customerId} order by l."lotNo" limit 200`.execute(context.tx)
  return rows.map(row => row.lotNo)
}

const instrumentOf = (context: Context, id: number) =>
  rowsOf(context, 'detecequipment').select(['name', 'status', 'calibCycleDays']).where('id', '=', id).executeTakeFirst()

async function refresh(context: Context, instrumentId: number, except = 0): Promise<void> {
  const { rows } = await sql<{ recordDate: string; validUntil: string; certificateNo: string; failed: boolean }>`
    select p."recordDate", p."validUntil", p."certificateNo", exists (
      select 1 from detecequipmentrecord f where f."detecEquipmentId" = ${instrumentId} and f.result = 'FAIL'
        and f.id <> ${except} and (p.id is null or (f."recordDate", f.id) > (p."recordDate", p.id))) as failed
    from (select 1) one left join lateral (
      select r.* from detecequipmentrecord r where r."detecEquipmentId" = ${instrumentId}
        and r."customerId" = ${context.customerId} and ${calibrations} and r.id <> ${except}
      order by r."recordDate" desc, r.id desc limit 1) p on true`.execute(context.tx)
  const last = rows[0]
  const status = (await instrumentOf(context, instrumentId))?.status
  const judgement = last?.failed ? 'STOPPED' : last?.recordDate ? 'QUALIFIED' : status
  await write(context, detecequipment, {
    id: instrumentId,
    lastCalibDate: last?.recordDate ?? null,
    validUntil: last?.validUntil ?? null,
    certificateNo: last?.certificateNo ?? null,
    status: status === 'SCRAPPED' ? status : judgement,
  })
}

async function fill(context: Context, row: RecordDraft): Promise<void> {
  const { detecEquipmentId: id, recordDate: day } = row
  if (!id || !day) return
  const instrument = await instrumentOf(context, id)
  if (!instrument) return
  if (isCalibration(row) && isEmpty(row.validUntil)) row.validUntil = addDays(day, instrument.calibCycleDays)
  if (row.result !== 'FAIL' || !isEmpty(row.impactAssessment)) return
  const lots = await lotsInDoubt(context, id, day, row.id)
  if (lots.length > 0) throw new AppError('impactMissing', { name: instrument.name, lots: lots.join(', ') })
}

export const detecequipmentrecordRules: EntityHooks<typeof detecequipmentrecord> = {
  beforeSave: (context, row) => fill(context, row),
  async afterSave(context, row, before) {
    if (judges(row) || judges(before)) await refresh(context, row.detecEquipmentId)
    if (before && before.detecEquipmentId !== row.detecEquipmentId) await refresh(context, before.detecEquipmentId)
  },
  async beforeRemove(context, row) {
    if (judges(row)) await refresh(context, row.detecEquipmentId, row.id)
  },
}
