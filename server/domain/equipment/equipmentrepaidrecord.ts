/** Repairs: the machine is blocked until accepted as clean (domain.md §2.4.9). */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import type { equipmentrepaidrecord } from '#contract/equipment/equipmentrepaidrecord.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { write } from '../../db/records/store.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { signature } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'

type Record = RowOf<typeof equipmentrepaidrecord>

/** Downtime in minutes to the end; null while open. */
function downtimeOf(row: DraftOf<typeof equipmentrepaidrecord>): number | null {
  const from = Date.parse(row.faultTime ?? row.startTime ?? '')
  const to = Date.parse(row.endTime ?? '')
  return Number.isNaN(from) || Number.isNaN(to) ? null : Math.max(0, Math.round((to - from) / 60_000))
}

interface Machine extends Pick<RowOf<typeof equipment>, 'status' | 'maintainCycleDays' | 'lastMaintainDate'> {
  readonly repairs: number
}

async function machineOf(context: Context, id: number, except: number): Promise<Machine> {
  const { rows } = await sql<Machine>`
    select e.status, e."maintainCycleDays", e."lastMaintainDate", (select count(*)::int from equipmentrepaidrecord r
      where r."equipmentId" = e.id and r."recordType" = 'REPAIR' and r."verifierId" is null and r.id <> ${except}) as repairs
    from equipment e where e.id = ${id} and e."customerId" = ${context.customerId}`.execute(context.tx)
  if (!rows[0]) throw invalid({ equipmentId: 'missing' })
  return rows[0]
}

const setStatus = (context: Context, id: number, status: Machine['status']) => write(context, equipment, { id, status })

async function begin(context: Context, row: Record): Promise<void> {
  const { status } = await machineOf(context, row.equipmentId, row.id)
  if (status === 'NORMAL') await setStatus(context, row.equipmentId, 'REPAIRING')
}

async function maintained(context: Context, row: Record): Promise<void> {
  if (row.endTime === null) return
  const day = plantDay(context, row.endTime)
  const { lastMaintainDate, maintainCycleDays } = await machineOf(context, row.equipmentId, row.id)
  if (lastMaintainDate !== null && lastMaintainDate > day) return
  const nextMaintainDate = maintainCycleDays ? addDays(day, maintainCycleDays) : null
  await write(context, equipment, { id: row.equipmentId, lastMaintainDate: day, nextMaintainDate })
}

/** Returns a machine to service after its last open repair. */
async function backToWork(context: Context, row: Record): Promise<void> {
  const { status, repairs } = await machineOf(context, row.equipmentId, row.id)
  if (status === 'REPAIRING' && repairs === 0) await setStatus(context, row.equipmentId, 'NORMAL')
}

async function verify(context: Context, row: Record) {
  if (row.verifierId !== null) throw new AppError('wrongState', row)
  if (row.endTime === null) throw invalid({ endTime: 'required' })
  const verifierId = await signature(context)
  if (row.result === 'SCRAP') await setStatus(context, row.equipmentId, 'SCRAPPED')
  else {
    if (row.hygieneCheck !== 'PASS') throw invalid({ hygieneCheck: 'notClean' })
    await backToWork(context, row)
  }
  return { verifierId }
}

export const equipmentrepaidrecordRules: EntityHooksWithActions<typeof equipmentrepaidrecord> = {
  async beforeSave(_context, row, before) {
    if (before?.verifierId) throw new AppError('wrongState', before)
    if (before && before.equipmentId !== row.equipmentId) throw invalid({ equipmentId: 'fixed' })
    row.downtimeMinutes = isEmpty(row.endTime) ? null : downtimeOf(row)
  },
  async afterSave(context, row) {
    if (row.recordType === 'REPAIR') await begin(context, row)
    if (row.recordType === 'MAINTAIN') await maintained(context, row)
  },
  async beforeRemove(context, row) {
    if (row.verifierId !== null) throw new AppError('wrongState', row)
    if (row.recordType === 'REPAIR') await backToWork(context, row)
  },
  actions: { verify },
}
