/** Document and lot numbers: prefix, day, running number. Never reused; numbers may be skipped (domain.md §6.18). */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { beside } from '../../db/connection/open.ts'

/** Numbers taken at a time. A server that is ended leaves at most so many out, of each prefix and day. */
const taken = 10
const mostBlocks = 1_000

/** Numbers this process has taken and not given out yet. */
interface Block {
  next: number
  end: number
  /** Under way to the database: everybody who needs a number meanwhile waits for the same answer. */
  taking: Promise<void> | null
}

const blocksOf = new WeakMap<Database, Map<string, Block>>()

function blockFor(db: Database, key: string): Block {
  const blocks = blocksOf.get(db) ?? new Map<string, Block>()
  blocksOf.set(db, blocks)
  if (blocks.size > mostBlocks) blocks.clear()
  const block = blocks.get(key) ?? { next: 1, end: 0, taking: null }
  blocks.set(key, block)
  return block
}

/** Takes numbers from the table. It commits by itself, so that no posting waits until another one has ended. */
async function take(db: Database, block: Block, customerId: number, day: string): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    insert into numbering ("customerId", prefix, last) values (${customerId}, ${day}, ${taken})
    on conflict ("customerId", prefix) do update set last = numbering.last + ${taken}, "updatedAt" = now()
    returning last`.execute(db)
  const last = rows[0]?.last ?? taken
  block.next = last - taken + 1
  block.end = last
}

/** Numbers of what will be taken back: no two alike, and none that is ever given. */
let tried = 0

/** The next number of a prefix and day, e.g. `MI20261121-0001`. Several servers on one database never give the same. */
export async function nextNumber(context: Context, prefix: string, digits = 4): Promise<string> {
  const day = `${prefix}${context.today.replaceAll('-', '')}`
  if (context.isTrial) {
    tried += 1
    return `${day}-T${tried}`
  }
  const db = beside(context.tx)
  const block = blockFor(db, `${context.customerId}:${day}`)
  while (block.next > block.end) {
    block.taking ??= take(db, block, context.customerId, day).finally(() => {
      block.taking = null
    })
    await block.taking
  }
  const number = block.next
  block.next += 1
  return `${day}-${String(number).padStart(digits, '0')}`
}
