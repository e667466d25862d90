/** Scheduled tasks: a fixed list with configurable time and activation. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { Say } from '#contract/system/settingDefinition.ts'
import type { task } from '#contract/system/task.ts'
import { parameterRefusal } from '#contract/system/taskParameters.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { isReadable, nextAt } from './cron.ts'
import type { TaskCode } from './jobs/job.ts'

/** Job code and default schedule in the plant's time zone. */
const tasks: readonly (readonly [TaskCode, string])[] = [
  ['EXPIRY_SCAN', '10 0 * * *'],
  ['HEALTH_CERT', '20 0 * * *'],
  ['CALIBRATION', '30 0 * * *'],
  ['BALANCE_CHECK', '0 2 * * *'],
  ['RECALL_DEADLINE', '*/10 * * * *'],
  ['AUDIT_CHECK', '30 2 * * *'],
  ['BACKUP', '0 3 * * *'],
  ['RESTORE_DRILL', '0 5 * * 0'],
]

/** Creates missing tasks; idempotent. System tasks belong to the first organisation. */
export async function makeTasks(context: Context): Promise<void> {
  const codes = tasks.map(([code]) => code)
  const names = codes.map(code => format('zh-CN', `task.named.${code}`))
  const times = tasks.map(([, time]) => time)
  await sql`
    insert into task ("customerId", "createdAt", "updatedAt", code, name, handler, cron, "isEnabled", status)
    select ${context.customerId}, ${context.now}, ${context.now}, t.code, t.name, t.code, t.cron, true, 'IDLE'
    from unnest(${codes}::text[], ${names}::text[], ${times}::text[]) as t(code, name, cron)
    where not exists (select 1 from task k where k."customerId" = ${context.customerId} and k.code = t.code)
      and (t.code not in ('BACKUP', 'AUDIT_CHECK', 'RESTORE_DRILL') or ${context.customerId} = (select min(id) from customer))`.execute(
    context.tx,
  )
}

/** Reschedules an organisation's tasks after a time zone change. */
export async function replanTasks({ tx }: Context, customerId: number): Promise<void> {
  await tx.updateTable('task').set('nextRunAt', null).where('customerId', '=', customerId).execute()
}

export const taskRules: EntityHooksWithActions<typeof task> = {
  async beforeSave(context, row, before) {
    const next = nextAt(row.cron ?? '', context.timeZone, new Date(context.now))
    if (next === null) throw invalid({ cron: isReadable(row.cron ?? '') ? 'neverDue' : 'schedule' })
    const say: Say = (key, values) => format(context.locale, key, values)
    // Parameters of an older edition hinder no other change.
    const isSame = before !== null && (before.params ?? '') === (row.params ?? '')
    const refused = isSame ? null : parameterRefusal(row.code, row.params, say)
    if (refused !== null) throw invalid({ params: refused })
    // Due runs stay due unless the schedule itself changes.
    const isSameTime = before !== null && before.isEnabled === row.isEnabled && before.cron === row.cron
    row.nextRunAt = row.isEnabled ? (isSameTime && before.nextRunAt) || next : null
    // Active runs record their own end.
    if (row.status !== 'RUNNING')
      row.status = row.isEnabled ? (row.status === 'PAUSED' ? 'IDLE' : row.status) : 'PAUSED'
  },
  actions: {
    // Queues the run; after commit the first server process takes it (taskrun.ts).
    async run(context, row) {
      await sql`
        insert into taskrun ("customerId", "createdBy", "taskId", "dueAt", outcome, cause, "byUserId")
        values (${context.customerId}, ${context.userId}, ${row.id}, clock_timestamp(), 'WAITING', 'HAND',
          ${context.userId})`.execute(context.tx)
      return { status: 'RUNNING' }
    },
  },
}
