/** `npm run restore -- <which> [--to "time"] [--yes]`: puts a backup of the built-in database back. */
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { planRestore, plantTime, type RestorePlan, restoreBackup, restoreRange } from './domain/tasks/backup/restore.ts'
import { storedBackups } from './domain/tasks/backup/stored.ts'
import { settingsOrExit } from './http/environment.ts'
import { reasonOf } from './http/startRefusal.ts'
import { runningCluster } from './postgres/cluster.ts'
import { refuseIfOwned, removeNote, writeNote } from './postgres/clusterLock.ts'

const env = settingsOrExit()
const given = env.DATA_DIR || './data'
const backups = env.BACKUP_DIR || join(given, 'backups')

const say = (text: string) => process.stdout.write(`${text}\n`)

const recipe = `This database is not the built-in one (DATABASE_URL is set), so it is restored by its own tools:
  createdb … and pg_restore --no-owner --no-privileges --dbname=… lotline-….dump, then
  npm run verify -- --restored; or barman, pgBackRest, or the provider's point-in-time recovery.
  See docs/reference/backup.md.`

async function list(): Promise<void> {
  const all = await storedBackups(backups)
  say(all.length === 0 ? `There are no backups in ${backups}.` : `Backups in ${backups}, and where each can lead:`)
  for (const backup of all) say(`  ${backup.name}  ${backup.fault ?? restoreRange(backup)}`)
  say('\nnpm run restore -- newest                            the newest backup, as it was made')
  say('npm run restore -- newest --to end                   with all of the archived log: the least is lost')
  say('npm run restore -- newest --to "2026-11-27 14:30"    as it was at that moment of plant time')
}

async function confirmed({ backup, to }: RestorePlan): Promise<boolean> {
  const moment = to === null || to === 'end' ? '' : ` as it was at ${plantTime(backup, to)}`
  say(`${backup.name}${to === 'end' ? ' with all of the archived log' : moment} takes the place of ${given}/postgres.`)
  say('What is there now is put aside, not deleted.')
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Type yes to go on: ').finally(() => lines.close())
  return answer.trim().toLowerCase() === 'yes'
}

async function restore(which: string, to: string | undefined, isYes: boolean): Promise<number> {
  const plan = await planRestore(backups, which, to)
  await mkdir(given, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const data = await realpath(given)
  await refuseIfOwned(data)
  if (await runningCluster(data))
    throw new Error(`PostgreSQL still runs on ${data}: start the server once and stop it, then restore.`)
  if (!isYes && !(await confirmed(plan))) {
    say('Nothing was changed.')
    return 1
  }
  await writeNote(data)
  try {
    const aside = await restoreBackup({ ...plan, backups, data, say, signal: new AbortController().signal })
    if (aside) say(`What was there before is in ${aside}. Delete it when the work of the day is there.`)
    say('Restored. Start the server.')
    return 0
  } finally {
    await removeNote(data)
  }
}

async function main(): Promise<number> {
  if (env.DATABASE_URL) throw new Error(recipe)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, yes: { type: 'boolean', default: false } },
  })
  const [which, ...others] = positionals
  if (which === undefined) {
    await list()
    return values.to === undefined ? 0 : 2
  }
  if (others.length > 0)
    throw new Error('One backup at a time; a time with a blank needs quotes: --to "2026-11-27 14:30".')
  return restore(which, values.to, values.yes)
}

process.exitCode = await main().catch(error => {
  process.stderr.write(`${reasonOf(error, { port: 0, host: '' })}\n`)
  return 2
})
