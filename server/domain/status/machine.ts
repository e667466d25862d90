/** Facts of this server process. */
import type { Database } from '../../db/connection/context.ts'
import type { DiskWatch } from './disks.ts'

export interface EventLoopDelay {
  /** Milliseconds that 99 of 100 turns stay below, and the longest. */
  readonly p99Ms: number
  readonly maxMs: number
}

export interface Machine {
  readonly startedAt: string
  readonly disks: DiskWatch
  /** Folder of backups; null where the server makes none. */
  readonly backups: string | null
  channels(): number
  /** Of the last whole minute; null in the first. */
  eventLoop(): EventLoopDelay | null
}

const machines = new WeakMap<Database, Machine>()

export const describeMachine = (db: Database, machine: Machine): void => void machines.set(db, machine)

/** Facts of the process that serves this database; null in scripts. */
export const machineOf = (db: Database): Machine | null => machines.get(db) ?? null
