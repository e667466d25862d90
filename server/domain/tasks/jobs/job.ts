/** Contract of scheduled jobs: name, input, report. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { type Connection, outsideTransaction, transact } from '../../../db/connection/open.ts'

export type TaskCode =
  | 'EXPIRY_SCAN'
  | 'HEALTH_CERT'
  | 'CALIBRATION'
  | 'BALANCE_CHECK'
  | 'RECALL_DEADLINE'
  | 'AUDIT_CHECK'
  | 'BACKUP'
  | 'RESTORE_DRILL'

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

/** Report of a run: nothing, findings, or an expected failure. */
export interface Report {
  readonly outcome: 'DONE' | 'FOUND' | 'FAILED'
  readonly message: string
}

export type Job = (assignment: Assignment) => Promise<Report>

export const say = ({ locale }: Context, key: string, values: Values = {}): string => format(locale, key, values)

/** Runs a job in one transaction; cancelled on shutdown. */
export function withinTime<T>(
  { context, signal }: Pick<Assignment, 'context' | 'signal'>,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(context.tx, async tx => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const cancel = () =>
      void sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(outsideTransaction(tx)).catch(() => undefined)
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel)
    try {
      return await work({ ...context, tx })
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  })
}
