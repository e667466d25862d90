/** Client-side statement timeout: PostgreSQL's own cannot detect a silent connection. */

/** Time limit of one statement in PostgreSQL, in ms. */
export const statementLimitMs = 10_000
/** Grace for the answer, in ms; two steps, so that a stalled process reads it first. */
const graceMs = [1_500, 500] as const

interface Client {
  readonly processID: number
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Tracks `statement_timeout` changes: long statements raise it and are exempt. */
function limitAfter(text: string, limit: { own: boolean; local: boolean }): { own: boolean; local: boolean } {
  if (/^\s*(commit|rollback)\b/i.test(text)) return { ...limit, local: true }
  if (/\bset local statement_timeout\b/i.test(text)) return { ...limit, local: false }
  if (/\breset statement_timeout\b/i.test(text)) return { ...limit, own: true }
  return /\bset statement_timeout\b/i.test(text) ? { ...limit, own: false } : limit
}

/**
 * Limits the statements of a connection on the client side.
 * @param client connection of the driver
 * @param end closes the socket and terminates the backend of that process id
 */
export function limitStatements(client: unknown, end: (processId: number) => void): void {
  const connection = client as Client
  const ask = connection.query.bind(connection)
  let limit = { own: true, local: true }
  connection.query = async (text, values) => {
    limit = limitAfter(text, limit)
    if (!(limit.own && limit.local)) return ask(text, values)
    let timer = setTimeout(() => {
      timer = setTimeout(() => end(connection.processID), graceMs[1])
    }, statementLimitMs + graceMs[0])
    try {
      return await ask(text, values)
    } finally {
      clearTimeout(timer)
    }
  }
}
