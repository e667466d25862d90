/** Concurrent random clients on one server, with a log of answers. */
import { type RefusalName, refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'
import type { TestAnswer } from '../support/server.ts'
import { type Board, type Choice, type Client, idOf, isMaterial, type PlannedCall } from './client.ts'
import { apply } from './effects.ts'
import type { PlantFixture } from './fixture.ts'
import { documentOf, type Operation } from './operation.ts'
import { planOperations } from './operationsOfPlan.ts'
import { saleOperations } from './operationsOfSale.ts'
import { storeOperations } from './operationsOfStore.ts'
import { randomFrom } from './quantity.ts'
import { recallable } from './recalled.ts'
import { emptyState } from './state.ts'

/** Call with answer, and the two moments (ms) around it. */
export interface Entry {
  /** The idempotency key, by which the database knows the transaction. */
  readonly key: string
  readonly name: string
  readonly about: Operation
  readonly sent: number
  readonly answered: number
  readonly http: number
  /** How often the server said it was too busy before it answered. */
  readonly busy: number
  readonly refusal: RefusalName | null
  readonly data: unknown
  /** What it turned out to be; null where it was refused. */
  readonly done: Operation | null
}

const choices: Readonly<Record<string, Choice>> = { ...storeOperations, ...planOperations, ...saleOperations }

/** How often each is tried, in parts of the whole. */
const weights: Readonly<
  Record<keyof typeof storeOperations | keyof typeof planOperations | keyof typeof saleOperations, number>
> = {
  ...{
    receive: 6,
    release: 9,
    hold: 1,
    reject: 0.3,
    toLaboratory: 3,
    scrap: 2,
    sendBack: 1,
    transfer: 4,
    count: 3,
    relabel: 4,
  },
  ...{ approve: 3, post: 6, reverse: 8, plan: 4, releasePlan: 4, finish: 1.5, cancel: 0.5, close: 2, reopen: 0.3 },
  ...{ issue: 16, giveBack: 4, makeUp: 4, use: 15, correct: 4, produce: 10, byProduct: 1.5, rework: 3, scrapRest: 2 },
  ...{
    sell: 10,
    takeBack: 4,
    keepSample: 3,
    useSample: 2,
    disposeSample: 0.7,
    removeSample: 0.7,
    inspect: 2,
    inspection: 5,
  },
}
const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)

function choose(next: () => number): string {
  let left = next() * total
  for (const [name, weight] of Object.entries(weights)) {
    left -= weight
    if (left < 0) return name
  }
  return 'receive'
}

const mostBusy = 50
const nameOf = new Map(Object.entries(refusals).map(([name, { status }]) => [status, name as RefusalName]))

/** Was the call, or its single document, done? */
function isDone(answer: TestAnswer | undefined): answer is TestAnswer {
  if (answer?.status !== 0) return false
  const [row] = (answer.data?.rows ?? []) as readonly Values[]
  return row?.ok !== false
}

/** Enters an operation that was answered into what everybody believes. */
function recordOutcome(board: Board, operation: Operation): void {
  const { state } = board
  const known = state.lots.size
  apply(state, operation)
  if (state.lots.size > known)
    for (const [id, lot] of [...state.lots].slice(known))
      board.lots[isMaterial(lot.item) ? 'material' : 'product'].push(id)
  if (operation.kind === 'plan') board.plans.push(operation.plan)
  const key = documentOf(operation)
  if (key && idOf(key) && board.documents.at(-1) !== key) board.documents.push(key)
}

export interface Walk {
  readonly operations: number
  readonly clients: number
  readonly seed: number
  /** Ends sooner after so many minutes. */
  readonly minutes?: number
  readonly progress?: (entries: readonly Entry[]) => void
}

/** Walks for so many operations, or until goods are sold; log by answers. */
export async function randomWalk(
  at: PlantServer,
  fixture: PlantFixture,
  { operations, clients, seed, minutes, progress }: Walk,
): Promise<Entry[]> {
  const board: Board = {
    ...{ state: emptyState(fixture.quarantine), lots: { material: [], product: [] } },
    ...{ facts: new Map(), plans: [], documents: [] },
  }
  const entries: Entry[] = []
  let sent = 0
  let session = Promise.resolve(at.token)
  const end = performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const signIn = (): Promise<string> =>
    at.server.signIn().catch(async () => {
      await new Promise(resolve => setTimeout(resolve, 1000))
      return signIn()
    })
  // A recall of nothing is refused: on until a dealer has goods.
  const isEnough = () => sent >= operations && (recallable(board.state).length > 0 || sent >= 2 * operations)
  const isOver = () => isEnough() || performance.now() > end

  const work = async (index: number) => {
    const next = randomFrom(seed * 1000 + index)
    const call = async (method: 'GET' | 'POST', path: string, body: Values, headers = {}) => {
      const used = session
      const answer = await at.server.call(method, path, body, await used, headers)
      if (answer.status !== 401) return answer
      // Who finds the session over first renews it for everybody.
      if (session === used) session = signIn()
      return at.server.call(method, path, body, await session, headers)
    }
    const ask: Client['read'] = async (method, path, body) => {
      const { status, data } = await call(method, path, body)
      return status === 0 ? (data as Values) : null
    }
    const client: Client = { fixture: fixture, board, read: ask, next }
    const send = async (name: string, { path, sent: body, about, done }: PlannedCall) => {
      const key = `${seed}-${sent}`
      sent += 1
      const before = performance.now()
      let busy = 0
      /** Busy server: retried with the same key, since it may be done. */
      const once = async (): Promise<TestAnswer> => {
        const answer = await call('POST', path, body, { 'Idempotency-Key': key })
        if (answer.http !== 503 || busy >= mostBusy) return answer
        busy += 1
        await new Promise(resolve => setTimeout(resolve, 500))
        return once()
      }
      // Now and then a double click, with the same key of course.
      const [first, second] = await Promise.all(next() < 0.02 ? [once(), once()] : [once()])
      const answer = (isDone(first) ? first : (second ?? first)) as TestAnswer
      const answered = performance.now()
      const [row] = 'ids' in body && answer.status === 0 ? (answer.data.rows as readonly Values[]) : []
      const status = row ? Number(row.status ?? 0) : answer.status
      const data = row ? (row.data as Values) : answer.data
      const differs = isDone(first) && isDone(second) && JSON.stringify(first.data) !== JSON.stringify(second.data)
      const log = {
        key: row ? `${key}:0` : key,
        name,
        about,
        sent: before,
        answered,
        http: answer.http,
        data,
        busy,
      }
      if (status !== 0 || differs) {
        const refusal = differs ? 'alreadyDone' : (nameOf.get(status) ?? 'defect')
        return void entries.push({ ...log, refusal, done: null })
      }
      const operation = done ? await done(data as Values) : about
      entries.push({ ...log, data: null, refusal: null, done: operation })
      recordOutcome(board, operation)
    }
    while (!isOver()) {
      const name = choose(next)
      const call = await choices[name]?.(client)
      if (call && !isOver()) await send(name, call)
      if (call && progress && entries.length % 1000 === 0) progress(entries)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => work(index)))
  return entries
}
