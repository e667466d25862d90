/** Employee health: yearly certificate, food contact (Food Safety Law art. 45). */
import { sql } from 'kysely'
import { addDays, addMonths } from '#contract/calendar.ts'
import { invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { employee } from '#contract/staff/employee.ts'
import type { employeehealth } from '#contract/staff/employeehealth.ts'
import type { Context } from '../../db/connection/context.ts'
import { write } from '../../db/records/store.ts'
import type { EntityHooks } from '../basis/hooks.ts'

/** Fever limit in °C of the morning check. */
const fever = 37.3

/** Certificate validity: one year minus a day (domain.md §2.8). */
export const validUntilOf = (examDate: string): string => addDays(addMonths(examDate, 12), -1)

type HealthDraft = DraftOf<typeof employeehealth>

const isUnwell = (row: HealthDraft): boolean =>
  row.result === 'UNQUALIFIED' ||
  (row.diseases ?? []).length > 0 ||
  (row.recordType === 'DAILY' && decimal(row.temperature).gte(fever))

function check(row: HealthDraft): void {
  const day = row.examDate
  if (!day) return
  if (row.recordType === 'ANNUAL') row.validUntil ||= validUntilOf(day)
  if (isUnwell(row) && row.handling === 'NORMAL') throw invalid({ handling: 'unwell' })
}

interface Standing {
  readonly status: string
  readonly validUntil: string | null
  readonly suspended: boolean | null
}

/** Derives an employee's state from yearly certificate and last finding. */
async function refresh(context: Context, employeeId: number, except = 0): Promise<void> {
  const { rows } = await sql<Standing>`
    select e.status, (select h."validUntil" from employeehealth h where h."employeeId" = e.id and h."recordType" = 'ANNUAL'
        and h.result = 'QUALIFIED' and h.id <> ${except} order by h."examDate" desc, h.id desc limit 1) as "validUntil",
      (select h.handling <> 'NORMAL' from employeehealth h where h."employeeId" = e.id and h.id <> ${except}
        and (h."recordType" <> 'DAILY' or h.handling <> 'NORMAL')
        order by h."examDate" desc, h.id desc limit 1) as suspended
    from employee e where e.id = ${employeeId} and e."customerId" = ${context.customerId}`.execute(context.tx)
  const standing = rows[0]
  if (!standing) return
  const { status, validUntil, suspended } = standing
  const next = status === 'LEFT' ? 'LEFT' : suspended ? 'SUSPENDED' : 'ON_JOB'
  await write(context, employee, { id: employeeId, healthExpireDate: validUntil, status: next })
}

export const employeehealthRules: EntityHooks<typeof employeehealth> = {
  async beforeSave(_context, row) {
    check(row)
  },
  async afterSave(context, row, before) {
    await refresh(context, row.employeeId)
    if (before && before.employeeId !== row.employeeId) await refresh(context, before.employeeId)
  },
  beforeRemove: (context, row) => refresh(context, row.employeeId, row.id),
}
