/**
 * Ends statements that outlive the limit of the database itself: their connection is dead, or its server process hangs.
 * PostgreSQL keeps `statement_timeout`; nobody there notices a connection whose other end fell silent.
 */

/** Time limit of one statement in PostgreSQL, in ms. */
export const statementLimitMs = 10_000
/** Time beyond that limit for the answer to arrive, in ms, in two steps: a stalled process reads it before the second. */
const graceMs = [1_500, 500] as const

interface Client {
  readonly processID: number
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Reads how a statement changes the limit of its connection. Long work says so itself and is left alone. */
function limitAfter(text: string, limit: { own: boolean; local: boolean }): { own: boolean; local: boolean } {
  if (/^\s*(commit|rollback)\b/i.test(text)) return { ...limit, local: true }
  if (/\bset local statement_timeout\b/i.test(text)) return { ...limit, local: false }
  if (/\breset statement_timeout\b/i.test(text)) return { ...limit, own: true }
  return /\bset statement_timeout\b/i.test(text) ? { ...limit, own: false } : limit
}

/**
 * Limits the statements of a connection on our side.
 * @param client connection of the driver
 * @param end closes its socket and ends its server process, whose id it is given
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
