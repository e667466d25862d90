/** Cancels read queries in PostgreSQL when their client disconnects; never writes. */
import { AsyncLocalStorage } from 'node:async_hooks'

const abortSignals = new AsyncLocalStorage<AbortSignal | undefined>()

/** Abort after the client disconnected: nobody receives the error. */
export class QueryAborted extends Error {
  override readonly name = 'QueryAborted'
  constructor(cause?: unknown) {
    super('whoever asked has gone', { cause })
  }
}

/** Runs reads whose queries are cancelled on abort. Never for writes. */
export const withAbort = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => abortSignals.run(signal, work)

/** Runs reads that survive a client's abort. */
export const withoutAbort = <T>(work: () => Promise<T>): Promise<T> => abortSignals.run(undefined, work)

export interface Shared<T> {
  join(): Promise<T>
  /** True after cancellation because every caller left. */
  readonly isAborted: boolean
}

/** Starts and joins a shared read. */
export function readShared<T>(work: () => Promise<T>): Shared<T> {
  const ending = new AbortController()
  const answer = abortSignals.run(ending.signal, work)
  let waiting = 0
  // A finished answer survives departures.
  const stay = () => {
    waiting = Number.POSITIVE_INFINITY
  }
  answer.then(stay, stay)
  const leave = () => {
    waiting -= 1
    if (waiting === 0) ending.abort()
  }
  return {
    get isAborted() {
      return ending.signal.aborted
    },
    join() {
      waiting += 1
      abortSignals.getStore()?.addEventListener('abort', leave, { once: true })
      return answer
    },
  }
}

interface Client {
  processID: number
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

// Transactions must always end, even after an abort.
const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback'

/**
 * Cancels a connection's queries on abort.
 * @param cancel cancels the running query of a backend process
 */
export function cancelOnAbort(client: unknown, cancel: (processId: number) => Promise<unknown>): void {
  const connection = client as Client
  const ask = connection.query.bind(connection)
  let cancelling: Promise<void> | undefined
  let identified: Promise<void> | undefined
  const identify = async () => {
    // Poolers invent process ids.
    const { rows } = (await ask('select pg_backend_pid() as pid')) as { readonly rows: readonly { pid: number }[] }
    connection.processID = rows[0]?.pid ?? connection.processID
  }
  const cancelOnce = async () => {
    await withoutAbort(() => cancel(connection.processID)).catch(() => undefined)
    cancelling = undefined
  }
  connection.query = async (text, values) => {
    // Pending cancels target the backend process and would hit this query too.
    while (cancelling) await cancelling
    identified ??= identify()
    await identified
    const signal = abortSignals.getStore()
    if (signal?.aborted && text === 'commit') {
      // Statements refused here are missing from it.
      await ask('rollback')
      throw new QueryAborted()
    }
    if (!signal || isEnd(text)) return ask(text, values)
    if (signal.aborted) throw new QueryAborted()
    const end = () => {
      cancelling ??= cancelOnce()
    }
    signal.addEventListener('abort', end, { once: true })
    try {
      return await ask(text, values)
    } catch (error) {
      throw signal.aborted ? new QueryAborted(error) : error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}
