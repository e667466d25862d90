/** What a scheduled task is to the code: its name, what it is given and what it says of itself when it is done. */
import { sql } from 'kysely'
import { format } from '../../../../src/contract/messages/index.ts'
import type { Values } from '../../../../src/contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { beside, type Connection, transact } from '../../../db/connection/open.ts'

export type TaskCode =
  | 'EXPIRY_SCAN'
  | 'HEALTH_CERT'
  | 'CALIBRATION'
  | 'BALANCE_CHECK'
  | 'RECALL_DEADLINE'
  | 'AUDIT_CHECK'
  | 'BACKUP'

/** Where backups go and what they are of: our own PostgreSQL by folder and owner, or the address of another. */
export interface BackupPlace {
  readonly folder: string
  readonly source: { readonly cluster: string; readonly owner: Connection } | { readonly address: string }
}

export interface Assignment {
  /** The server itself in one organisation, in its zone and language; not in a transaction. `userId` is who asked for it. */
  readonly context: Context
  /** What people set for this task, as JSON. */
  readonly params: Values
  /** Aborted when the server stops: what takes long ends then. */
  readonly signal: AbortSignal
  /** Where backups go; none where nobody said so. */
  readonly backups: BackupPlace | null
}

/** What came of a run: nothing to tell, something found, or a failure that is no defect. */
export interface Report {
  readonly outcome: 'DONE' | 'FOUND' | 'FAILED'
  readonly message: string
}

export type Job = (assignment: Assignment) => Promise<Report>

/** A text in the language of the organisation. */
export const say = ({ locale }: Context, key: string, values: Values = {}): string => format(locale, key, values)

/** A whole number among the parameters, within bounds; else what is usual. */
export function wholeOf(params: Values, name: string, usual: number, most: number): number {
  const value = params[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : usual
}

/** Does a job's work in one transaction, which may take longer than anything a person waits for, until the server stops. */
export function within<T>(
  { context, signal }: Pick<Assignment, 'context' | 'signal'>,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(context.tx, async tx => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const cancel = () =>
      void sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(beside(tx)).catch(() => undefined)
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel)
    try {
      return await work({ ...context, tx })
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  })
}
