/** What nobody waits for any longer is ended in the database too, where only reading was asked for. */
import { AsyncLocalStorage } from 'node:async_hooks'

const askers = new AsyncLocalStorage<AbortSignal | undefined>()

/** Whoever asked has gone, so there is nobody to be told of it. */
export class QueryAborted extends Error {
  override readonly name = 'Unwanted'
  constructor(cause?: unknown) {
    super('whoever asked has gone', { cause })
  }
}

/** Reads for somebody who may go: what his work asks of the database until then is ended when he does. Never for writing. */
export const withAbort = <T>(asker: AbortSignal, work: () => Promise<T>): Promise<T> => askers.run(asker, work)

/** Reads what is wanted whoever asked for it: it goes on when he leaves. */
export const withoutAbort = <T>(work: () => Promise<T>): Promise<T> => askers.run(undefined, work)

/** An answer that several wait for. */
export interface Shared<T> {
  /** The answer, for one more. */
  join(): Promise<T>
  /** Was it ended because nobody waited? */
  readonly isGivenUp: boolean
}

/** Reads what several may wait for: it is ended when the last of them has gone. Whoever begins it joins it too. */
export function readShared<T>(work: () => Promise<T>): Shared<T> {
  const ending = new AbortController()
  const answer = askers.run(ending.signal, work)
  let waiting = 0
  // What was answered stays, whoever leaves after it.
  const stay = () => {
    waiting = Number.POSITIVE_INFINITY
  }
  answer.then(stay, stay)
  const leave = () => {
    waiting -= 1
    if (waiting === 0) ending.abort()
  }
  return {
    get isGivenUp() {
      return ending.signal.aborted
    },
    join() {
      waiting += 1
      askers.getStore()?.addEventListener('abort', leave, { once: true })
      return answer
    },
  }
}

/** A connection of the driver, with the process of the database that answers it. */
interface Client {
  readonly processID: number
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

// What was done has to be left in order, whoever has gone.
const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback'

/** Ends the statements of a connection whose askers have gone. @param cancel has the database end what a process does */
export function cancelOnAbort(client: unknown, cancel: (processId: number) => Promise<unknown>): void {
  const connection = client as Client
  const ask = connection.query.bind(connection)
  let cancelling: Promise<void> | undefined
  const cancelOnce = async () => {
    await withoutAbort(() => cancel(connection.processID)).catch(() => undefined)
    cancelling = undefined
  }
  connection.query = async (text, values) => {
    // What is still to be ended may end this instead, which may be another asker's.
    while (cancelling) await cancelling
    const asker = askers.getStore()
    if (!asker || isEnd(text)) return ask(text, values)
    if (asker.aborted) throw new QueryAborted()
    const end = () => {
      cancelling ??= cancelOnce()
    }
    asker.addEventListener('abort', end, { once: true })
    try {
      return await ask(text, values)
    } catch (error) {
      throw asker.aborted ? new QueryAborted(error) : error
    } finally {
      asker.removeEventListener('abort', end)
    }
  }
}
