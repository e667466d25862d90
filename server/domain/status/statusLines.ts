/** Lines of the status page: figures, and faults by limits. */
import type { StatusGroup, StatusLine } from '#contract/system/status.ts'
import type { PoolUsage } from '../../db/connection/queuedPool.ts'
import type { SlowStatement } from '../../db/connection/slowStatements.ts'
import { nextAt } from '../basis/cron.ts'
import { mailSettings } from '../basis/mail.ts'
import { productVersion } from '../basis/productVersion.ts'
import type { DiskState } from './disks.ts'
import type { EventLoopDelay, Machine } from './machine.ts'
import type { BackupReading, DatabaseReading, QueueReading } from './readings.ts'

type Tone = StatusLine['tone']
type Found = readonly [fault: string, tone: Exclude<Tone, 'fine'>] | null
type Values = StatusLine['values']

const secondMs = 1_000
const hourMs = 3_600_000

/** Limits beyond which a line tells a fault. */
const limits = {
  turnMs: { warning: 200, danger: 1_000 },
  standbySeconds: 60,
  slowAnHour: 10,
  labelsSeconds: 600,
  noticesSeconds: 3_600,
  /** Grace for a backup beyond its schedule, in ms. */
  backupLateMs: 2 * hourMs,
} as const

function line(group: StatusGroup, key: string, values: Values, found: Found = null): StatusLine {
  return { group, key, values, tone: found?.[1] ?? 'fine', ...(found ? { fault: found[0] } : {}) }
}

function eventLoopLines(delay: EventLoopDelay | null): readonly StatusLine[] {
  if (!delay) return []
  const { p99Ms, maxMs } = delay
  const tone = p99Ms > limits.turnMs.danger ? 'danger' : 'warning'
  const found: Found = p99Ms > limits.turnMs.warning ? ['slowTurns', tone] : null
  return [line('program', 'eventLoop', { p99Ms: Math.round(p99Ms), maxMs: Math.round(maxMs) }, found)]
}

export const programLines = ({ startedAt, eventLoop, channels }: Machine, now: number): readonly StatusLine[] => [
  line('program', 'version', { version: productVersion, node: process.versions.node }),
  line('program', 'uptime', { startedAt, upSeconds: (now - Date.parse(startedAt)) / secondMs }),
  ...eventLoopLines(eventLoop()),
  line('program', 'memory', { rssBytes: process.memoryUsage.rss() }),
  line('people', 'channels', { count: channels() }),
]

export function databaseLines(
  read: DatabaseReading,
  { places, busy, waiting }: PoolUsage,
  slow: readonly SlowStatement[],
  now: number,
): readonly StatusLine[] {
  const withinHour = slow.filter(({ at }) => now - Date.parse(at) < hourMs).length
  const isBehind = read.lagSeconds !== null && read.lagSeconds > limits.standbySeconds
  const lag = read.lagSeconds === null ? {} : { lagSeconds: read.lagSeconds }
  return [
    line(
      'database',
      'postgres',
      { version: read.version, sizeBytes: read.sizeBytes },
      read.isReadOnly ? ['readOnly', 'danger'] : null,
    ),
    line('database', 'migrations', { newest: read.newestMigration, count: read.migrations }),
    line('database', 'pool', { busy, places, waiting }, waiting > 0 ? ['poolFull', 'warning'] : null),
    ...(read.standbys > 0
      ? [
          line(
            'database',
            read.lagSeconds === null ? 'standbys' : 'standbysLag',
            { standbys: read.standbys, ...lag },
            isBehind ? ['standbyBehind', 'warning'] : null,
          ),
        ]
      : []),
    line('database', 'slow', { count: withinHour }, withinHour >= limits.slowAnHour ? ['manySlow', 'warning'] : null),
  ]
}

const faultOfLevel: Readonly<Record<DiskState['level'], Found>> = {
  fine: null,
  low: ['diskLow', 'warning'],
  scarce: ['diskScarce', 'danger'],
  stopped: ['diskStopped', 'danger'],
}

export const diskLines = (disks: readonly DiskState[]): readonly StatusLine[] =>
  disks.map(({ folders, path, freeBytes, totalBytes, daysLeft, level }) =>
    line(
      'disk',
      daysLeft === null ? 'disk' : 'diskDays',
      {
        folders: folders.join(),
        path,
        freeBytes,
        totalBytes,
        ...(daysLeft === null ? {} : { daysLeft: Math.floor(daysLeft) }),
      },
      faultOfLevel[level],
    ),
  )

/** Milliseconds between two runs of a schedule. */
function intervalOf(cron: string, timeZone: string, now: number): number {
  const next = nextAt(cron, timeZone, new Date(now))
  const after = next && nextAt(cron, timeZone, new Date(next))
  return next && after ? Date.parse(after) - Date.parse(next) : 24 * hourMs
}

function backupFault(
  { isEnabled, cron, createdAt, doneAt, outcome }: BackupReading,
  timeZone: string,
  now: number,
): Found {
  if (!isEnabled) return ['backupOff', 'warning']
  if (outcome === 'FAILED' || outcome === 'LOST') return ['backupFailed', 'danger']
  const isLate = now - Date.parse(doneAt ?? createdAt) > intervalOf(cron, timeZone, now) + limits.backupLateMs
  return isLate ? [doneAt === null ? 'backupNever' : 'backupOld', 'danger'] : null
}

const isFailed = ({ outcome }: BackupReading) => outcome === 'FAILED' || outcome === 'LOST' || outcome === 'FOUND'

interface Backups {
  readonly backup: BackupReading | null
  readonly drill: BackupReading | null
  readonly database: DatabaseReading
  readonly timeZone: string
  readonly now: number
}

export function backupLines({ backup, drill, database, timeZone, now }: Backups): readonly StatusLine[] {
  const { isArchiving, archivedAt, archiveFailedAt } = database
  const isArchiveFailing = archiveFailedAt !== null && (archivedAt === null || archiveFailedAt > archivedAt)
  const done = (key: string, { doneAt, doneMessage }: BackupReading, found: Found) =>
    doneAt === null
      ? line('backup', `${key}Never`, {}, found)
      : line('backup', key, { doneAt, message: doneMessage ?? '' }, found)
  return [
    ...(backup ? [done('backup', backup, backupFault(backup, timeZone, now))] : []),
    ...(drill ? [done('drill', drill, isFailed(drill) ? ['drillFailed', 'danger'] : null)] : []),
    ...(isArchiving
      ? [
          line(
            'backup',
            archivedAt === null ? 'archiveNever' : 'archive',
            archivedAt === null ? {} : { archivedAt },
            isArchiveFailing ? ['archiveFailing', 'danger'] : null,
          ),
        ]
      : []),
  ]
}

export function workLines(read: QueueReading, failing: readonly string[]): readonly StatusLine[] {
  const { labels, labelsSeconds, notices, noticesSeconds, sessions } = read
  const noticesFault: Found =
    notices > 0 && !mailSettings()
      ? ['noMail', 'warning']
      : noticesSeconds > limits.noticesSeconds
        ? ['noticesStuck', 'warning']
        : null
  return [
    line('work', 'labels', { count: labels }, labelsSeconds > limits.labelsSeconds ? ['labelsStuck', 'warning'] : null),
    line('work', 'notices', { count: notices }, noticesFault),
    line(
      'work',
      'tasks',
      { count: failing.length, names: failing.join('、') },
      failing.length > 0 ? ['tasksFailing', 'danger'] : null,
    ),
    line('people', 'sessions', { count: sessions }),
  ]
}
