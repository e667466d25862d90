/** Staff with expired or expiring health certificates (Food Safety Law art. 45). */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { parameterOf } from '#contract/system/taskParameters.ts'
import { notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'

interface Person {
  readonly id: number
  readonly jobNo: string
  readonly name: string
  /** Null for staff in food contact without any certificate. */
  readonly date: string | null
  readonly isOver: boolean
}

export const healthCertificates: Job = assignment =>
  withinTime(assignment, async context => {
    const { tx, customerId, today } = context
    const until = addDays(today, parameterOf('HEALTH_CERT', 'days', assignment.params))
    const { rows } = await sql<Person>`
      select id, "jobNo", name, "healthExpireDate" as date, coalesce("healthExpireDate" < ${today}::date, true) as "isOver"
      from employee
      where "customerId" = ${customerId} and not "isDeleted" and status = 'ON_JOB'
        and ("healthExpireDate" <= ${until}::date or "healthExpireDate" is null and "postType" = 'DIRECT')
      order by "healthExpireDate" nulls first, "jobNo"`.execute(tx)
    const findings = rows.map(({ id, isOver, jobNo, name, date }) => ({
      key: `${id}:${date}:${isOver ? 'over' : 'near'}`,
      line: say(context, isOver ? 'task.healthOver' : 'task.healthNear', { jobNo, name, date: date ?? '—' }),
    }))
    // Privacy: only readers of health records are notified.
    await notifyFindings(context, { page: 'employeehealth', title: 'task.healthTitle' }, findings)
    const over = rows.filter(({ isOver }) => isOver).length
    return {
      outcome: rows.length > 0 ? 'FOUND' : 'DONE',
      message: say(context, 'task.healthCertificates', { over, near: rows.length - over }),
    }
  })
