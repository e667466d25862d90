/** Document and lot numbers. Never reused; gaps are allowed (domain.md §6.18). */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { outsideTransaction } from '../../db/connection/open.ts'

/** Block size: a crash skips at most this many. */
const taken = 10
const maxBlocks = 1_000

interface Block {
  next: number
  end: number
  /** Pending allocation, shared by all concurrent callers. */
  taking: Promise<void> | null
}

const blocksOf = new WeakMap<Database, Map<string, Block>>()

function blockFor(db: Database, key: string): Block {
  const blocks = blocksOf.get(db) ?? new Map<string, Block>()
  blocksOf.set(db, blocks)
  if (blocks.size > maxBlocks) blocks.clear()
  const block = blocks.get(key) ?? { next: 1, end: 0, taking: null }
  blocks.set(key, block)
  return block
}

/** Allocates numbers in a separate commit: postings never wait. */
async function take(db: Database, block: Block, customerId: number, series: string): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    insert into numbering ("customerId", prefix, last) values (${customerId}, ${series}, ${taken})
    on conflict ("customerId", prefix) do update set last = numbering.last + ${taken}, "updatedAt" = now()
    returning last`.execute(db)
  const last = rows[0]?.last ?? taken
  block.next = last - taken + 1
  block.end = last
}

/** Unique placeholder numbers of dry runs, never issued. */
let tried = 0

/** Next serial of a series, from 1; placeholders in dry runs. */
export async function nextSerial(context: Context, series: string): Promise<number | `T${number}`> {
  if (context.isTrial) {
    tried += 1
    return `T${tried}`
  }
  const db = outsideTransaction(context.tx)
  const block = blockFor(db, `${context.customerId}:${series}`)
  while (block.next > block.end) {
    block.taking ??= take(db, block, context.customerId, series).finally(() => {
      block.taking = null
    })
    await block.taking
  }
  const number = block.next
  block.next += 1
  return number
}

/** Next number of a prefix and day, e.g. `MI20261121-0001`. */
export async function nextNumber(context: Context, prefix: string, digits = 4): Promise<string> {
  const day = `${prefix}${context.today.replaceAll('-', '')}`
  const serial = await nextSerial(context, day)
  return `${day}-${String(serial).padStart(typeof serial === 'number' ? digits : 0, '0')}`
}
