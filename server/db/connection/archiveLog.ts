/** Archiving of the built-in PostgreSQL's log under a replication slot. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { archiveFolder, lowestSegment, readState, storeSegments, writeState } from '../../postgres/logArchive.ts'
import { numberOf, segmentBytes } from '../../postgres/logBranches.ts'
import type { Database } from './context.ts'

const slot = 'lotline_archive'
/** Longest wait of a commit for its archiving, in ms. */
export const switchAfterMs = 300_000

interface Position {
  readonly system: string
  readonly now: string
  /** Segment that is being written, and bytes in it. */
  readonly segment: number
  readonly offset: number
  readonly timeline: string
}

async function positionOf(db: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select (select system_identifier::text from pg_control_system()) as system, clock_timestamp() as now,
      div(p.flushed - '0/0'::pg_lsn, ${segmentBytes})::int8 as segment,
      mod(p.flushed - '0/0'::pg_lsn, ${segmentBytes})::int8 as "offset",
      left(pg_walfile_name(p.flushed), 8) as timeline
    from (select pg_current_wal_flush_lsn() as flushed) p`.execute(db)
  return rows[0] as Position
}

/** First segment of the slot, created when missing or lost. */
async function slotStart(db: Database): Promise<number> {
  const find = () =>
    sql<{ segment: number | null; status: string }>`
      select div(restart_lsn - '0/0'::pg_lsn, ${segmentBytes})::int8 as segment, wal_status as status
      from pg_replication_slots where slot_name = ${slot}`.execute(db)
  const [found] = (await find()).rows
  if (found?.segment != null && found.status !== 'lost') return found.segment
  if (found) await sql`select pg_drop_replication_slot(${slot})`.execute(db)
  await sql`select pg_create_physical_replication_slot(${slot}, true)`.execute(db)
  return (await find()).rows[0]?.segment ?? 0
}

const lsnOf = (segment: bigint): string => {
  const bytes = segment * BigInt(segmentBytes)
  return `${(bytes >> 32n).toString(16)}/${(bytes & 0xffff_ffffn).toString(16)}`
}

/** Page header at the begin of a segment. */
const headerBytes = 40

export interface Archiving {
  readonly cluster: string
  readonly backups: string
  /** Ends the segment in work, whatever its age. */
  readonly isForced?: boolean
  readonly switchMs?: number
}

/**
 * Stores new log; ends a segment after five minutes.
 * @returns moment up to which commits are archived
 */
export async function archiveLog(db: Database, options: Archiving): Promise<string> {
  const start = await slotStart(db)
  let at = await positionOf(db)
  const folder = archiveFolder(options.backups, at.system)
  const state = await readState(folder)
  const isIdle = at.offset <= headerBytes
  const age = Date.parse(at.now) - Date.parse(state?.until ?? at.now)
  const isSwitched = !isIdle && (options.isForced || !state || age >= (options.switchMs ?? switchAfterMs))
  const { now } = at
  if (isSwitched) {
    await sql`select pg_switch_wal()`.execute(db)
    at = { ...(await positionOf(db)), now }
  }
  const end = BigInt(at.segment)
  const log = join(options.cluster, 'pg_wal')
  // A new timeline, or a replaced database, is stored from its begin.
  const lowest = (await lowestSegment(log, at.timeline)) ?? BigInt(start)
  const known = state?.last.startsWith(at.timeline) ? numberOf(state.last) + 1n : lowest
  const first = known < lowest || known > end ? lowest : known
  const stored = await storeSegments(log, folder, { timeline: at.timeline, first, end })
  const last = stored?.last ?? state?.last
  // Whole up to the moment before the switch.
  const until = isSwitched || isIdle ? now : (stored?.writtenAt.toISOString() ?? state?.until ?? now)
  if (last) await writeState(folder, { last, until })
  if (BigInt(start) < end) await sql`select pg_replication_slot_advance(${slot}, ${lsnOf(end)}::pg_lsn)`.execute(db)
  return until
}
