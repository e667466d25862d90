/** Startup errors, as one sentence for the operator. */
import { type Unavailability, unavailabilityOf } from '../db/connection/unavailable.ts'
import { DatabaseVersionError } from '../db/schema/migrate.ts'
import { BackupError } from '../postgres/backupList.ts'

const insufficientPrivilege = '42501'

const away = 'The database cannot be reached'
const startRefusals: Readonly<Record<Unavailability, string>> = {
  unavailable: away,
  outcomeUnknown: away,
  databaseFull: 'The disk of the database is full: free some space and start again',
  databaseReadOnly:
    'The database is read-only: name the primary in DATABASE_URL, or end default_transaction_read_only, and start again',
}

const textOf = (error: unknown, name: string): string => {
  const value = error instanceof Error && name in error ? (error as unknown as Record<string, unknown>)[name] : ''
  return typeof value === 'string' ? value : ''
}

/** Message of expected errors; defects keep their stack. */
export function reasonOf(error: unknown, { port, host }: { readonly port: number; readonly host: string }): string {
  if (!(error instanceof Error)) return String(error)
  const code = textOf(error, 'code')
  if (textOf(error, 'syscall') === 'listen') {
    if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: stop what listens there, or set another PORT.`
    return `Port ${port} of ${host} cannot be opened (${code}): set another PORT or HOST.`
  }
  const parameter = /unsupported startup parameter: (\w+)/.exec(error.message)?.[1]
  if (parameter)
    return `A pooler before the database refuses ${parameter}, a setting of each session: connect to PostgreSQL directly, or have PgBouncer ignore it and set it at the role (docs/reference/high-availability.md).`
  const unavailability = unavailabilityOf(error)
  if (unavailability) return `${startRefusals[unavailability]}: ${error.message || code}`
  // 28: invalid authorization; 3D: unknown database
  if (/^(28|3D)/.test(code)) return `The database refuses the server: ${error.message}`
  if (code === insufficientPrivilege || textOf(error.cause, 'code') === insufficientPrivilege)
    return `The database refuses the server: ${error.message}. Start once with its owner in DATABASE_OWNER_URL (docs/reference/database.md).`
  const isExpected =
    error.constructor === Error || error instanceof DatabaseVersionError || error instanceof BackupError
  return isExpected ? error.message : (error.stack ?? error.message)
}
