/** Sealing of committed rows, one process at a time. */
import { sql } from 'kysely'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { aliasOf, type ChainLink, digestOf, genesis, hashOf, sealedTables } from '../../db/schema/auditChain.ts'
import { quoted } from '../../db/schema/catalog.ts'

const lockKey = 74_611
const batchRows = 2_000

interface Unsealed {
  readonly source: string
  readonly rowId: number
  readonly digest: string
}

/** Ids sealable once the transactions that drew them have ended. */
interface Candidate {
  readonly ids: ReadonlyMap<string, number>
  readonly readAt: number
  /** First transaction without any of these ids; null until known. */
  readonly xmax: bigint | null
}

/** Process state between runs; a loss only repeats work. */
export interface Sealer {
  candidate: Candidate | null
  readonly settleMs: number
}

/** @param settleMs delay in ms before reading the transaction id */
export const newSealer = (settleMs = 1_000): Sealer => ({ candidate: null, settleMs })

const eachTable = (part: (table: string) => string) => sql.raw(sealedTables.map(part).join('\nunion all\n'))

const markOf = (table: string) => `coalesce((select m."rowId" from auditchainmark m where m.source = '${table}'), 0)`

/** Unsealed rows, polled every second. `exists` above an unknown mark would read the whole table. */
async function isBehind(db: Database): Promise<boolean> {
  const above = sealedTables.map(table => `coalesce((select max(id) from ${quoted(table)}), 0) > ${markOf(table)}`)
  const { rows } = await sql<{ behind: boolean }>`select ${sql.raw(above.join(' or '))} as behind`.execute(db)
  return rows[0]?.behind === true
}

async function unsealed(tx: Database): Promise<readonly Unsealed[]> {
  const { rows } = await sql<Unsealed>`${eachTable(table => {
    const alias = aliasOf(table)
    return `(select '${table}' as source, ${alias}.id as "rowId", ${digestOf(alias)} as digest
      from ${quoted(table)} ${alias} where ${alias}.id > ${markOf(table)}
        and not exists (select from auditchain c
          where c."rowId" = ${alias}.id and c.source = '${table}' and c."rowId" > ${markOf(table)})
      order by ${alias}.id limit ${batchRows})`
  })}`.execute(tx)
  return rows
}

async function snapshotOf(tx: Database): Promise<{ readonly xmin: bigint; readonly xmax: bigint }> {
  const { rows } = await sql<{ xmin: string; xmax: string }>`
    select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax from pg_current_snapshot() s`.execute(
    tx,
  )
  return { xmin: BigInt(rows[0]?.xmin ?? 0), xmax: BigInt(rows[0]?.xmax ?? 0) }
}

async function latestIds(tx: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; id: number }>`${eachTable(
    table => `select '${table}' as source, coalesce(max(id), 0) as id from ${quoted(table)}`,
  )}`.execute(tx)
  return new Map(rows.map(({ source, id }) => [source, id]))
}

/** Last link, or the genesis. */
export async function headOf(db: Database): Promise<Pick<ChainLink, 'position' | 'hash'>> {
  const { rows } = await sql<Pick<ChainLink, 'position' | 'hash'>>`
    select position, encode(hash, 'hex') as hash from auditchain order by position desc limit 1`.execute(db)
  return rows[0] ?? { position: 0, hash: genesis }
}

async function addLinks(tx: Database, rows: readonly Unsealed[]): Promise<void> {
  let { position, hash } = await headOf(tx)
  const links = rows.map(({ source, rowId, digest }): ChainLink => {
    position += 1
    hash = hashOf(hash, { position, source, rowId }, digest)
    return { position, source, rowId, hash }
  })
  await sql`
    insert into auditchain (position, source, "rowId", hash)
    select position, source, "rowId", decode(hash, 'hex') from unnest(${links.map(link => link.position)}::bigint[],
      ${links.map(link => link.source)}::text[], ${links.map(link => link.rowId)}::bigint[],
      ${links.map(link => link.hash)}::text[]) as l(position, source, "rowId", hash)`.execute(tx)
}

async function moveMarks(tx: Database, { ids }: Candidate, rows: readonly Unsealed[]): Promise<boolean> {
  const marks = sealedTables.map(source => {
    const own = rows.filter(row => row.source === source)
    const reached = own.length < batchRows ? Number.POSITIVE_INFINITY : (own.at(-1)?.rowId ?? 0)
    return { source, reached, rowId: Math.min(ids.get(source) ?? 0, reached) }
  })
  await sql`
    insert into auditchainmark (source, "rowId")
    select * from unnest(${marks.map(({ source }) => source)}::text[], ${marks.map(({ rowId }) => rowId)}::bigint[])
    on conflict (source) do update set "rowId" = greatest(auditchainmark."rowId", excluded."rowId")`.execute(tx)
  return marks.every(({ source, reached }) => reached >= (ids.get(source) ?? 0))
}

interface Sealed {
  /** Null while another process seals. */
  readonly count: number | null
  readonly hasMore: boolean
}

const isFull = (rows: readonly Unsealed[]) =>
  sealedTables.some(source => rows.filter(row => row.source === source).length >= batchRows)

async function sealBatch(db: Database, sealer: Sealer): Promise<Sealed> {
  const { candidate, ...sealed } = await transact(db, async tx => {
    const { rows: locked } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(
      tx,
    )
    if (!locked[0]?.got) return { count: null, hasMore: false, candidate: null }
    // Snapshot before reading: the query then sees everything that has ended.
    const { xmin, xmax } = await snapshotOf(tx)
    const rows = await unsealed(tx)
    if (rows.length > 0) await addLinks(tx, rows)
    const hasMore = isFull(rows)
    const before = sealer.candidate ?? { ids: await latestIds(tx), readAt: Date.now(), xmax: null }
    if (before.xmax === null) {
      const isDue = sealer.candidate !== null && Date.now() - before.readAt >= sealer.settleMs
      return { count: rows.length, hasMore, candidate: isDue ? { ...before, xmax } : before }
    }
    const isSettled = xmin >= before.xmax && (await moveMarks(tx, before, rows))
    return { count: rows.length, hasMore, candidate: isSettled ? null : before }
  })
  sealer.candidate = candidate
  return sealed
}

export async function seal(db: Database, sealer: Sealer, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (!signal?.aborted && (await isBehind(db))) {
    const { count, hasMore } = await sealBatch(db, sealer)
    total += count ?? 0
    // Rows written meanwhile wait: each batch rereads those above the mark.
    if (!hasMore) break
  }
  return total
}
