/** Tells errors of a database that is away, full or read-only from defects of ours. */

/** Why the database cannot do its work just now. */
export type Unavailability = 'unavailable' | 'databaseFull' | 'databaseReadOnly'

/** Error code of PostgreSQL (SQLSTATE) or of the network; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
// 57P01–57P03: shutting down, crashed, starting; 53300: no connection free; 25P03: cut off while idle; 08: connection;
// and too busy: 57014 took too long, 55P03 a lock was not to be had, 40001 and 40P01 in each other's way time and again;
// 53200: out of memory
const serverCodes = /^(57P0[123]|53300|53200|25P03|08...|57014|55P03|40001|40P01)$/
// Disk full, or the file system refuses: reading goes on, writing waits for room.
const fullCodes = new Set(['53100', '58030'])
/** SQLSTATE of a write in a database that only reads: after a failover the connection leads to the wrong one. */
export const readOnlyCode = '25006'
// The driver has no codes of its own for these.
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/

function isAway(error: Error): boolean {
  const code = codeOf(error)
  // the folder of the socket is gone; the same code of another file is a defect
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return networkCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message)
}

/** The refusal an error of the database stands for; null for a defect. */
export function unavailabilityOf(error: unknown): Unavailability | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  if (fullCodes.has(code)) return 'databaseFull'
  if (code === readOnlyCode) return 'databaseReadOnly'
  return isAway(error) ? 'unavailable' : null
}

/** Does this error say that the database cannot work just now, rather than that something is wrong? */
export const isUnavailable = (error: unknown): boolean => unavailabilityOf(error) !== null
