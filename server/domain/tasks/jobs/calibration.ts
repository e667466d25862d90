/** Instruments in use with expired or expiring calibration. */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { parameterOf } from '#contract/system/taskParameters.ts'
import { notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'

interface Instrument {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly date: string | null
  readonly isOver: boolean
}

export const calibration: Job = assignment =>
  withinTime(assignment, async context => {
    const { tx, customerId, today } = context
    const until = addDays(today, parameterOf('CALIBRATION', 'days', assignment.params))
    const { rows } = await sql<Instrument>`
      select id, code, name, "validUntil" as date, coalesce("validUntil" < ${today}::date, true) as "isOver"
      from detecequipment
      where "customerId" = ${customerId} and not "isDeleted" and status not in ('STOPPED', 'SCRAPPED')
        and coalesce("validUntil" <= ${until}::date, true)
      order by "validUntil" nulls first, code`.execute(tx)
    const findings = rows.map(({ id, isOver, code, name, date }) => ({
      key: `${id}:${date}:${isOver ? 'over' : 'near'}`,
      line: say(context, isOver ? 'task.calibrationOver' : 'task.calibrationNear', { code, name, date: date ?? '—' }),
    }))
    await notifyFindings(context, { page: 'detecequipment', title: 'task.calibrationTitle' }, findings)
    const over = rows.filter(({ isOver }) => isOver).length
    return {
      outcome: rows.length > 0 ? 'FOUND' : 'DONE',
      message: say(context, 'task.calibration', { over, near: rows.length - over }),
    }
  })
