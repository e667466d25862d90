/** Employee health: yearly certificate, food contact (Food Safety Law art. 45). */
import { sql } from 'kysely'
import { addDays, addMonths } from '#contract/calendar.ts'
import { employee } from '#contract/staff/employee.ts'
import type { employeehealth } from '#contract/staff/employeehealth.ts'
import type { Context } from '../../db/connection/context.ts'
import { write } from '../../db/records/store.ts'
import type { EntityHooks } from '../basis/hooks.ts'

/** Certificate validity: one year minus a day (domain.md §2.8). */
export const validUntilOf = (examDate: string): string => addDays(addMonths(examDate, 12), -1)

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
    if (row.examDate && row.recordType === 'ANNUAL') row.validUntil ||= validUntilOf(row.examDate)
  },
  async afterSave(context, row, before) {
    await refresh(context, row.employeeId)
    if (before && before.employeeId !== row.employeeId) await refresh(context, before.employeeId)
  },
  beforeRemove: (context, row) => refresh(context, row.employeeId, row.id),
}
