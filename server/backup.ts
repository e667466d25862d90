/** `npm run backup`: makes a backup now, whether the server runs or not. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { archiveLog } from './db/connection/archiveLog.ts'
import type { Database } from './db/connection/context.ts'
import { type Connection, withDatabase } from './db/connection/open.ts'
import { dayIn } from './domain/basis/dates.ts'
import { defaultTimeZone, isTimeZone } from './domain/settings/timeZone.ts'
import { backup } from './domain/tasks/jobs/backup.ts'
import type { BackupPlace } from './domain/tasks/jobs/job.ts'
import { taskLock } from './domain/tasks/taskrun.ts'
import { settingsOrExit } from './http/environment.ts'
import { reasonOf } from './http/startRefusal.ts'
import { runningCluster, startCluster } from './postgres/cluster.ts'

const env = settingsOrExit()
const data = env.DATA_DIR || './data'
const folder = env.BACKUP_DIR || join(data, 'backups')
const cluster = join(data, 'postgres')
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Stored {
  readonly id: number
  readonly customerId: number
  readonly params: string | null
  readonly timeZone: string | null
}

async function run(db: Database, source: BackupPlace['source']): Promise<number> {
  const { rows } = await sql<Stored>`
    select t.id, t."customerId", t.params, c."timeZone" from task t join customer c on c.id = t."customerId"
    where t.code = 'BACKUP' order by t.id limit 1`.execute(db)
  const [task] = rows
  if (!task) throw new Error('There is nothing to back up: start the server once.')
  const stopped = new AbortController()
  const lock = await taskLock(db, task.id, () => stopped.abort(new Error('The connection to PostgreSQL was lost.')))
  if (!lock) throw new Error('A backup is being made just now.')
  const now = new Date().toISOString()
  const timeZone = isTimeZone(task.timeZone ?? '') ? (task.timeZone as string) : defaultTimeZone
  try {
    const { outcome, message } = await backup({
      context: {
        ...{ tx: db, now, timeZone, today: dayIn(timeZone, now), userId: null, customerId: task.customerId },
        ...{ locale: 'en-US', grants: new Map(), ip: '' },
      },
      params: JSON.parse(task.params || '{}'),
      signal: stopped.signal,
      backups: { folder, source },
    })
    say(outcome === 'DONE' ? `${join(folder, message)}` : message)
    return outcome === 'DONE' ? 0 : 1
  } finally {
    await lock.release()
  }
}

async function ofOwn(owner: Connection, isAlone: boolean): Promise<number> {
  return withDatabase(owner, async db => {
    const code = await run(db, { cluster, owner })
    // A running server archives its log itself.
    if (isAlone) await archiveLog(db, { cluster, backups: folder, isForced: true })
    return code
  })
}

async function main(): Promise<number> {
  const address = env.DATABASE_URL && (env.DATABASE_OWNER_URL || env.DATABASE_URL)
  if (address) return withDatabase(address, db => run(db, { address }))
  const running = await runningCluster(data).catch(() => null)
  if (running) return ofOwn(running, false)
  const own = await startCluster(data)
  return ofOwn(own.owner, true).finally(() => own.stop())
}

process.exitCode = await main().catch(error => {
  process.stderr.write(`${reasonOf(error, { port: 0, host: '' })}\n`)
  return 2
})
