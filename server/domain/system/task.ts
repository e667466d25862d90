/** Scheduled tasks: a fixed list, of which people set the time and whether they run. */
import { sql } from 'kysely'
import { invalid } from '../../../src/contract/schema/answer.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { task } from '../../../src/contract/system/task.ts'
import type { Context } from '../../db/context.ts'
import type { Rules } from '../rule.ts'

/** Code (which is its handler), zh-CN name, and when it runs: minute, hour, day, month, weekday in the plant's zone. */
const tasks = [
  ['EXPIRY_SCAN', '到期与留样扫描', '10 0 * * *'],
  ['HEALTH_CERT', '健康证到期提醒', '20 0 * * *'],
  ['CALIBRATION', '仪器检校提醒', '30 0 * * *'],
  ['BALANCE_CHECK', '库存核对', '0 2 * * *'],
  ['RECALL_DEADLINE', '召回时限提醒', '*/10 * * * *'],
  ['BACKUP', '备份', '0 3 * * *'],
] as const

/** Makes the tasks that are missing; harmless to repeat. */
export async function makeTasks(context: Context): Promise<void> {
  const of = (at: 0 | 1 | 2) => tasks.map(each => each[at])
  await sql`
    insert into task ("customerId", "createdAt", "updatedAt", code, name, handler, cron, "isEnabled", status)
    select ${context.customerId}, ${context.now}, ${context.now}, t.code, t.name, t.code, t.cron, true, 'IDLE'
    from unnest(${of(0)}::text[], ${of(1)}::text[], ${of(2)}::text[]) as t(code, name, cron)
    where not exists (select 1 from task k where k."customerId" = ${context.customerId} and k.code = t.code)`.execute(
    context.tx,
  )
}

const part = String.raw`(\*|\d{1,2}(-\d{1,2})?)(\/\d{1,2})?`
const cron = new RegExp(`^(${part}(,${part})*)( ${part}(,${part})*){4}$`)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const taskRules: Rules<typeof task> = {
  async beforeSave(_context, row) {
    if (!cron.test(String(row.cron))) throw invalid({ cron: 'text' })
    if (!isEmpty(row.params) && !isJson(String(row.params))) throw invalid({ params: 'text' })
  },
}
