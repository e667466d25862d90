/** Database errors: away, full or read-only, as opposed to defects. */

export type Unavailability = 'unavailable' | 'databaseFull' | 'databaseReadOnly' | 'outcomeUnknown'

/** SQLSTATE or network error code; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
// 57P01–57P03: shutting down, crashed, starting; 53300: no connection; 25P03: idle; 08: connection; 57014, 55P03:
// timeouts; 40001, 40P01: conflicts; 53200: memory
const serverCodes = /^(57P0[123]|53300|53200|25P03|08...|57014|55P03|40001|40P01)$/
// Disk full or I/O refused: reads work, writes must wait for space.
const fullCodes = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT'])
/** SQLSTATE of writes in a read-only database, as after a failover. */
export const readOnlyCode = '25006'
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/

function isAway(error: Error): boolean {
  const code = codeOf(error)
  // Socket folder missing; ENOENT of any other file is a defect.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return networkCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message)
}

/** Connection lost during COMMIT: saved or not, nobody knows. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  constructor(cause: Error) {
    super(`Connection terminated while saving: ${cause.message}`, { cause })
  }
}

// Answers of a living server settle it: 40001, 53100, 23503.
const lostCodes = /^(57P0[123]|08...|58030)?$/

/** Error of a lost connection: a COMMIT may have succeeded all the same. */
export const isConnectionLost = (error: unknown): error is Error =>
  error instanceof Error && isUnavailable(error) && (networkCodes.has(codeOf(error)) || lostCodes.test(codeOf(error)))

/** Refusal for a database error; null for a defect. */
export function unavailabilityOf(error: unknown): Unavailability | null {
  if (!(error instanceof Error)) return null
  if (error instanceof OutcomeUnknown) return 'outcomeUnknown'
  const code = codeOf(error)
  if (fullCodes.has(code)) return 'databaseFull'
  if (code === readOnlyCode) return 'databaseReadOnly'
  return isAway(error) ? 'unavailable' : null
}

export const isUnavailable = (error: unknown): boolean => unavailabilityOf(error) !== null
