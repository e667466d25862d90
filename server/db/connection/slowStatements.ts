/** Statements beyond a limit with their call, never their values. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface CallName {
  /** Path of the call, or the task. */
  readonly call: string
  readonly request: string
}

interface Running extends CallName {
  /** Wait for connections, in ms; none for tasks. */
  readonly waits?: { ms: number }
}

export interface SlowStatement extends CallName {
  readonly at: string
  readonly ms: number
  /** Rows read or written; null where it failed. */
  readonly rows: number | null
  /** Text without values, shortened. */
  readonly statement: string
}

export interface SlowStatements {
  /** Newest last, at most fifty. */
  readonly newest: readonly SlowStatement[]
  /** Number since the start by call. */
  readonly counts: ReadonlyMap<string, number>
  /** Limit in ms; 0 records none. */
  limitMs: number
  report(statement: SlowStatement): void
  record(statement: SlowStatement): void
}

const calls = new AsyncLocalStorage<Running>()

/** Runs work whose slow statements are reported under this name. */
export const withinCall = <T>(running: Running, work: () => T): T => calls.run(running, work)

export const waitsOfCall = (): { ms: number } => calls.getStore()?.waits ?? { ms: 0 }

export const defaultSlowMs = 500
const maxKept = 50
const maxText = 400
const none: CallName = { call: 'server', request: '' }

export function slowStatements(): SlowStatements {
  const newest: SlowStatement[] = []
  const counts = new Map<string, number>()
  return {
    newest,
    counts,
    limitMs: defaultSlowMs,
    report: () => undefined,
    record(statement) {
      newest.push(statement)
      if (newest.length > maxKept) newest.shift()
      counts.set(statement.call, (counts.get(statement.call) ?? 0) + 1)
      this.report(statement)
    },
  }
}

/** Statement without values: literals become `?`. */
export function shapeOf(text: string): string {
  const shape = text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
  return shape.length > maxText ? `${shape.slice(0, maxText)} …` : shape
}

interface Client {
  query(text: unknown, values?: unknown): Promise<unknown>
}

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : String((asked as { readonly text?: unknown } | null)?.text ?? '')

const rowsOf = (answer: unknown): number | null =>
  Number((answer as { readonly rowCount?: number | null } | null)?.rowCount ?? 0)

export function timeStatements(client: unknown, slow: SlowStatements): void {
  const connection = client as Client
  const ask = connection.query.bind(connection)
  connection.query = async (asked, values) => {
    const from = performance.now()
    let rows: number | null = null
    try {
      const answer = await ask(asked, values)
      rows = rowsOf(answer)
      return answer
    } finally {
      const ms = Math.round(performance.now() - from)
      if (slow.limitMs > 0 && ms >= slow.limitMs) {
        const { call, request } = calls.getStore() ?? none
        slow.record({ call, request, at: new Date().toISOString(), ms, rows, statement: shapeOf(textOf(asked)) })
      }
    }
  }
}
