/** Contract of scheduled jobs: name, input, report. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { type Connection, transact } from '../../../db/connection/open.ts'
import { withAbort } from '../../../db/connection/queryCancellation.ts'

export type TaskCode =
  | 'EXPIRY_SCAN'
  | 'HEALTH_CERT'
  | 'CALIBRATION'
  | 'BALANCE_CHECK'
  | 'RECALL_DEADLINE'
  | 'AUDIT_CHECK'
  | 'BACKUP'
  | 'RESTORE_DRILL'
  | 'SYSTEM_WATCH'

/** Backup source: the built-in PostgreSQL (folder, owner) or an address. */
export interface BackupPlace {
  readonly folder: string
  readonly source: { readonly cluster: string; readonly owner: Connection } | { readonly address: string }
}

export interface Assignment {
  /** Server context of one organisation, without transaction. `userId` is the requester. */
  readonly context: Context
  readonly params: Values
  /** Aborted on server shutdown, to end long work. */
  readonly signal: AbortSignal
  readonly backups: BackupPlace | null
}

/** Report of a run: nothing, findings, an expected failure, or cut off. */
export interface Report {
  readonly outcome: 'DONE' | 'FOUND' | 'FAILED' | 'LOST'
  /** Lost, perhaps by its own work: repeated once. */
  readonly isSuspect?: boolean
  readonly message: string
}

export type Job = (assignment: Assignment) => Promise<Report>

export const say = ({ locale }: Context, key: string, values: Values = {}): string => format(locale, key, values)

/** Runs a job in one transaction; cancelled on shutdown. */
export const withinTime = <T>(
  { context, signal }: Pick<Assignment, 'context' | 'signal'>,
  work: (context: Context) => Promise<T>,
): Promise<T> =>
  withAbort(signal, () =>
    transact(context.tx, async tx => {
      await sql`set local statement_timeout = '10min'`.execute(tx)
      return work({ ...context, tx })
    }),
  )
