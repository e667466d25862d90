/** Pipelined transactions: statements that wait for no other share a round trip (docs/decisions/0080-pipelined-transactions.md). */
import { nextTick } from 'node:process'
import type { Duplex } from 'node:stream'
import {
  AbortedTransactionError,
  type DatabaseConnection,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import type { Database } from './context.ts'
import type { Tables } from './tables.ts'
import { codeOf } from './unavailable.ts'

interface Client {
  readonly connection: { readonly stream: Duplex }
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Sends the statements of a turn in one write. */
export function sendTogether(client: unknown): void {
  const connection = client as Client
  const query = connection.query.bind(connection)
  let isCorked = false
  const cork = () => {
    const { stream } = connection.connection
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
  connection.query = (text, values) => {
    cork()
    const answer = query(text, values)
    if (text !== 'begin') return answer
    answer.catch(() => undefined)
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
  }
}

const dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Database) => new PostgresIntrospector(db),
}

export type WriteRows<T> = (tx: Database, rows: readonly T[]) => Promise<unknown>

interface Sent {
  readonly writes: Promise<unknown>[]
  /** Rows by the function that writes them at the end. */
  readonly gathered: Map<WriteRows<never>, unknown[]>
  isOver: boolean
}

const sentBy = new WeakMap<Database, Sent>()

/** The same transaction without Kysely's queue, which awaits each statement. */
export async function pipelined(held: Database): Promise<Database> {
  const executor = held.getExecutor()
  const connection = await new Promise<DatabaseConnection>((resolve, reject) => {
    executor.provideConnection(async found => resolve(found)).catch(reject)
  })
  const sent: Sent = { writes: [], gathered: new Map(), isOver: false }
  const direct = executor.withConnectionProvider({
    async provideConnection(consumer) {
      if (sent.isOver) throw new Error('the transaction has ended')
      return consumer(connection)
    },
  })
  const tx = new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: direct,
  })
  sentBy.set(tx, sent)
  return tx
}

/** Writes whose failure refuses the transaction at its end. */
export async function writeAhead(tx: Database, write: Promise<unknown>): Promise<void> {
  const sent = sentBy.get(tx)
  if (!sent) {
    await write
    return
  }
  write.catch(() => undefined)
  sent.writes.push(write)
}

/** Gathers rows, written together before the commit. */
export async function writeAtEnd<T>(tx: Database, write: WriteRows<T>, rows: readonly T[]): Promise<void> {
  const sent = sentBy.get(tx)
  if (!sent) {
    await write(tx, rows)
    return
  }
  const gathered = sent.gathered.get(write) ?? []
  for (const row of rows) gathered.push(row)
  sent.gathered.set(write, gathered)
}

function sendGathered(tx: Database): void {
  const sent = sentBy.get(tx)
  if (!sent) return
  for (const [write, rows] of sent.gathered) void writeAhead(tx, write(tx, rows as never[]))
  sent.gathered.clear()
}

const turn = () => new Promise<void>(resolve => nextTick(resolve))

/** Failures of the client: PostgreSQL would commit without those writes. */
async function refuseUnsent(tx: Database): Promise<void> {
  const failures: unknown[] = []
  for (const write of sentBy.get(tx)?.writes ?? []) write.catch(reason => failures.push(reason))
  // The driver tells them one turn late.
  await turn()
  await turn()
  if (failures.length > 0) throw failures[0]
}

/** Runs a work; late statements would reach the connection's next user. */
export async function worked<T>(tx: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  const sent = sentBy.get(tx)
  try {
    const result = await work(tx)
    sendGathered(tx)
    if (sent) sent.isOver = true
    await refuseUnsent(tx)
    return result
  } finally {
    if (sent) sent.isOver = true
  }
}

export const forgetGathered = (tx: Database): void => sentBy.get(tx)?.gathered.clear()

const abortedTransaction = '25P02'

export async function causeOf(tx: Database | undefined, error: unknown): Promise<unknown> {
  const isFollowing = error instanceof AbortedTransactionError || codeOf(error) === abortedTransaction
  const writes = (tx && sentBy.get(tx)?.writes) ?? []
  if (!isFollowing) return error
  for (const outcome of await Promise.allSettled(writes))
    if (outcome.status === 'rejected' && codeOf(outcome.reason) !== abortedTransaction) return outcome.reason
  return error
}

export async function settleWrites(tx: Database): Promise<void> {
  sendGathered(tx)
  const writes = sentBy.get(tx)?.writes.splice(0) ?? []
  for (const write of writes) await write
}

type Work = () => Promise<unknown>
type Results<T extends readonly Work[]> = { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }

/**
 * Sends the statements of several works together; outside of `transact` one after the other.
 * @throws the error of the first in their order, after all have ended
 */
export async function together<const T extends readonly Work[]>(tx: Database, ...works: T): Promise<Results<T>> {
  const results: unknown[] = []
  if (!sentBy.has(tx)) {
    for (const work of works) results.push(await work())
    return results as Results<T>
  }
  const outcomes = await Promise.allSettled(works.map(work => work()))
  const failed = outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => reason)
  if (failed.length > 0) throw failed.find(reason => codeOf(reason) !== abortedTransaction) ?? failed[0]
  for (const outcome of outcomes) results.push(outcome.status === 'fulfilled' ? outcome.value : undefined)
  return results as Results<T>
}
