/** Status of this server, for its page and its watch. */
import { hostname } from 'node:os'
import { format } from '#contract/messages/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import type { SystemStatus } from '#contract/system/status.ts'
import type { Context } from '../../db/connection/context.ts'
import { poolUsage, slowStatementsOf } from '../../db/connection/open.ts'
import { machineOf } from './machine.ts'
import { readDatabase, readQueues, readTask, readTasks } from './readings.ts'
import { backupLines, databaseLines, diskLines, programLines, workLines } from './statusLines.ts'

const drillCodes = ['RESTORE_DRILL']
/** Tasks with a line of their own, and the watch itself. */
const ownLines = new Set(['BACKUP', 'SYSTEM_WATCH', ...drillCodes])

/**
 * Reads the state of the server.
 * @param context without transaction: facts belong to the pool
 */
export async function systemStatus(context: Context): Promise<SystemStatus> {
  const { tx: db, timeZone, locale } = context
  const now = Date.now()
  const machine = machineOf(db)
  const slow = slowStatementsOf(db)
  const database = await readDatabase(db)
  const queues = await readQueues(db)
  const [backup, drill] = [await readTask(db, ['BACKUP']), await readTask(db, drillCodes)]
  const tasks = await readTasks(context)
  const nameOf = (name: string) => shippedText('task', name, key => format(locale, key))
  const failing = tasks.filter(
    ({ code, isEnabled, outcome }) => isEnabled && !ownLines.has(code) && (outcome === 'FAILED' || outcome === 'LOST'),
  )
  return {
    at: new Date(now).toISOString(),
    host: hostname(),
    lines: [
      ...(machine ? programLines(machine, now) : []),
      ...databaseLines(database, poolUsage(db), slow.newest, now),
      ...diskLines(machine ? await machine.disks.states() : []),
      ...backupLines({ backup: machine?.backups === null ? null : backup, drill, database, timeZone, now }),
      ...workLines(
        queues,
        failing.map(({ name }) => nameOf(name)),
      ),
    ],
    tasks: tasks.map(({ code: _, ...task }) => ({ ...task, name: nameOf(task.name) })),
    slow: slow.newest.toReversed(),
    slowLimitMs: slow.limitMs,
  }
}
