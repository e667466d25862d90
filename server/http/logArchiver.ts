/** Service that archives the built-in PostgreSQL's log. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Locale } from '#contract/messages/locales.ts'
import { type Archiving, archiveLog } from '../db/connection/archiveLog.ts'
import type { Context, Database } from '../db/connection/context.ts'
import { type Connection, closeDatabase, openDatabase, transact } from '../db/connection/open.ts'
import { dayIn } from '../domain/basis/dates.ts'
import { say } from '../domain/tasks/jobs/job.ts'
import { notifyAdministrators } from '../domain/tasks/jobs/restoreDrill.ts'

const passMs = 15_000
/** Failures in a row before a notice: disks may be busy. */
const failuresToNotify = 3

export interface LogArchiving extends Archiving {
  readonly owner: Connection
  readonly passMs?: number
}

async function notifyFailure(db: Database, until: string | null, reason: string): Promise<void> {
  const { rows } = await sql<{ id: number; lang: Locale | null; timeZone: string | null }>`
    select id, "defaultLang" as lang, "timeZone" from customer order by id limit 1`.execute(db)
  const [customer] = rows
  if (!customer) return
  const now = new Date().toISOString()
  const timeZone = customer.timeZone ?? 'Asia/Shanghai'
  await transact(db, tx => {
    const context: Context = {
      ...{ tx, now, timeZone, today: dayIn(timeZone, now), userId: null, customerId: customer.id },
      ...{ locale: customer.lang ?? 'zh-CN', grants: new Map(), ip: '' },
    }
    return notifyAdministrators(
      context,
      'task.archiveBadTitle',
      say(context, 'task.archiveBad', { until: until ?? '—', reason }),
    )
  })
}

export function serveLogArchiver(app: FastifyInstance, db: Database, options: LogArchiving): void {
  const owner = openDatabase(options.owner)
  let until: string | null = null
  let failures = 0
  let passing: Promise<void> | null = null

  async function pass(isForced: boolean): Promise<void> {
    try {
      until = await archiveLog(owner, { ...options, isForced })
      failures = 0
    } catch (error) {
      failures += 1
      const reason = error instanceof Error ? error.message : String(error)
      app.log.warn({ err: error }, 'archive')
      if (failures === failuresToNotify)
        await notifyFailure(db, until, reason).catch(err => app.log.warn({ err }, 'archive'))
    }
  }

  const passOnce = (isForced = false): Promise<void> => {
    passing ??= pass(isForced).finally(() => {
      passing = null
    })
    return passing
  }

  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => void passOnce(), options.passMs ?? passMs).unref()
    void passOnce()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await passing
    await passOnce(true)
    await closeDatabase(owner)
  })
}
