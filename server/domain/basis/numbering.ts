/** Document and lot numbers. Never reused; gaps are allowed (domain.md §6.18). */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { outsideTransaction } from '../../db/connection/open.ts'
import { everyCall } from '../../db/connection/preparedStatements.ts'

interface Caller {
  readonly serve: (serial: number) => void
  readonly refuse: (error: unknown) => void
}

/** Callers that wait, by organisation and series; absent: no draw runs. */
const waitingOf = new WeakMap<Database, Map<string, Caller[]>>()

/** Allocates numbers in a separate commit. */
async function take(db: Database, count: number, customerId: number, series: string): Promise<number> {
  // Flushed by the posting's own commit.
  const { rows } = await sql<{ last: number }>`${sql.raw(everyCall)}
    insert into numbering ("customerId", prefix, last)
    select ${customerId}, ${series}::text, ${count}::integer
    from (select set_config('synchronous_commit', 'off', true)) as quick
    on conflict ("customerId", prefix) do update set last = numbering.last + ${count}, "updatedAt" = now()
    returning last`.execute(db)
  return (rows[0]?.last ?? count) - count + 1
}

/** Callers during a draw share the next; no block is kept. */
function draw(db: Database, customerId: number, series: string): Promise<number> {
  const lines = waitingOf.get(db) ?? new Map<string, Caller[]>()
  waitingOf.set(db, lines)
  const key = `${customerId}:${series}`
  const drawing = lines.get(key)
  const callers = drawing ?? []
  const drawn = new Promise<number>((serve, refuse) => callers.push({ serve, refuse }))
  if (drawing) return drawn
  lines.set(key, callers)
  const serveAll = async () => {
    for (let served = callers.splice(0); served.length > 0; served = callers.splice(0)) {
      try {
        const first = await take(db, served.length, customerId, series)
        for (const [at, { serve }] of served.entries()) serve(first + at)
      } catch (error) {
        for (const { refuse } of served) refuse(error)
      }
    }
    lines.delete(key)
  }
  void serveAll()
  return drawn
}

/** Unique placeholder numbers of dry runs, never issued. */
let tried = 0

/** Next serial of a series, from 1; placeholders in dry runs. */
export async function nextSerial(context: Context, series: string): Promise<number | `T${number}`> {
  if (context.isTrial) {
    tried += 1
    return `T${tried}`
  }
  return draw(outsideTransaction(context.tx), context.customerId, series)
}

/** Next number of a prefix and day, e.g. `MI20261121-0001`. */
export async function nextNumber(context: Context, prefix: string, digits = 4): Promise<string> {
  const day = `${prefix}${context.today.replaceAll('-', '')}`
  const serial = await nextSerial(context, day)
  return `${day}-${String(serial).padStart(typeof serial === 'number' ? digits : 0, '0')}`
}
