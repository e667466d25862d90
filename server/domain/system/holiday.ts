import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import type { WorkingCalendar } from '../basis/workingDays.ts'

export async function workingCalendar(context: Context, jurisdiction: string): Promise<WorkingCalendar> {
  const { rows } = await sql<{ day: string; isWorkday: boolean }>`
    select day, "isWorkday" from holiday
    where "customerId" = ${context.customerId} and jurisdiction = ${jurisdiction}`.execute(context.tx)
  return new Map(rows.map(row => [row.day, row.isWorkday]))
}
