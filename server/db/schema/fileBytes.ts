/** File bytes in table chunks: one transaction with the record, one backup. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../connection/context.ts'
import type { CatalogPart } from './catalog.ts'

const table = 'filepiece'

/** Chunk table without a definition: only this file uses it. */
export const fileBytesParts: readonly CatalogPart[] = [
  { kind: 'table', table },
  { kind: 'column', table, name: 'fileId', type: 'bigint', notNull: true },
  { kind: 'column', table, name: 'place', type: 'integer', notNull: true },
  { kind: 'column', table, name: 'bytes', type: 'bytea', notNull: true },
  { kind: 'constraint', table, name: 'filepiece_pkey', definition: 'primary key ("fileId", "place")' },
  {
    kind: 'foreignKey',
    table,
    name: 'filepiece_fileId_fkey',
    definition: 'foreign key ("fileId") references "file" ("id") on delete cascade',
  },
]

/** Chunk size in bytes; ranges of a video are found by division. */
export const pieceSize = 512 * 1024

export async function writeBytes(tx: Database, fileId: number, source: AsyncIterable<Uint8Array>): Promise<void> {
  let place = 0
  let kept: Buffer = Buffer.alloc(0)
  const write = async (bytes: Buffer) => {
    await sql`insert into filepiece ("fileId", "place", "bytes") values (${fileId}, ${place}, ${bytes})`.execute(tx)
    place += 1
  }
  for await (const bytes of source) {
    kept = kept.length === 0 ? Buffer.from(bytes) : Buffer.concat([kept, bytes])
    while (kept.length >= pieceSize) {
      await write(kept.subarray(0, pieceSize))
      kept = kept.subarray(pieceSize)
    }
  }
  if (kept.length > 0) await write(kept)
}

/** Streams a byte range, both ends included, chunk by chunk. */
export async function* readBytes(db: Database, fileId: number, from: number, to: number): AsyncGenerator<Buffer> {
  for (let place = Math.floor(from / pieceSize); place * pieceSize <= to; place++) {
    const begin = place * pieceSize
    const start = Math.max(from - begin, 0)
    const bytes: RawBuilder<Buffer> = sql`substring("bytes" from ${start + 1}::integer for ${Math.min(to - begin, pieceSize - 1) - start + 1}::integer)`
    const { rows } = await sql<{ bytes: Buffer }>`
      select ${bytes} as bytes from filepiece where "fileId" = ${fileId} and "place" = ${place}`.execute(db)
    if (!rows[0]) return
    yield rows[0].bytes
  }
}
