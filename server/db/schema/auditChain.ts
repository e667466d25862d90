/**
 * The hash chain over all append-only tables: one link per row, in one order for the whole database. Links are added
 * shortly after commit (`domain/chain/seal.ts`), so postings never wait for each other.
 * See docs/decisions/0003-audit-chain.md.
 */
import { createHash } from 'node:crypto'
import { tables } from '../../../src/contract/index.ts'
import { type Part, quoted } from './catalog.ts'
import { refusal } from './refusal.ts'

const chain = 'auditchain'
const mark = 'auditchainmark'

/** Tables to which rows are only ever added; the chain itself is one, and has no definition. */
export const sealedTables: readonly string[] = tables()
  .filter(({ entity, parent }) => entity.appendOnly || parent?.appendOnly)
  .map(({ entity }) => entity.name)

export const appendOnlyTables: readonly string[] = [...sealedTables, chain]

const column = (table: string, name: string, type: string): Part => ({
  kind: 'column',
  table,
  name,
  type,
  notNull: true,
})

/** `auditchainmark` says up to which id all rows of a table are sealed, so that a row slipped in below it shows. */
export const auditChainParts: readonly Part[] = [
  { kind: 'table', table: chain },
  column(chain, 'position', 'bigint'),
  column(chain, 'source', 'text'),
  column(chain, 'rowId', 'bigint'),
  { ...column(chain, 'sealedAt', 'timestamptz'), filled: 'default now()' } as Part,
  column(chain, 'hash', 'bytea'),
  { kind: 'constraint', table: chain, name: `${chain}_pkey`, definition: 'primary key ("position")' },
  {
    kind: 'index',
    table: chain,
    name: `${chain}_rowId_source_key`,
    definition: `create unique index "${chain}_rowId_source_key" on "${chain}" ("rowId", "source")`,
  },
  refusal(chain),
  { kind: 'table', table: mark },
  column(mark, 'source', 'text'),
  column(mark, 'rowId', 'bigint'),
  { kind: 'constraint', table: mark, name: `${mark}_pkey`, definition: 'primary key ("source")' },
]

/**
 * SHA-256 of a whole row. Nulls are left out, so that a nullable column added later leaves the digest as it is; an
 * append-only table may only ever grow such columns.
 */
export const digestOf = (alias: string): string =>
  `encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(${alias}))::text, 'UTF8')), 'hex')`

/** Name of a row's table as an alias: `user` and the like need the quotes. */
export const aliasOf = (table: string): string => quoted(`sealed_${table}`)

/** Link of the chain: a hash over its row and the link before. */
export interface Link {
  readonly position: number
  readonly source: string
  readonly rowId: number
  /** 64 hexadecimal digits. */
  readonly hash: string
}

/** Predecessor of the first link. */
export const genesis = '0'.repeat(64)

/** The hash of a link: over the one before it, its place, its row, and all the row says. */
export const hashOf = (
  before: string,
  { position, source, rowId }: Pick<Link, 'position' | 'source' | 'rowId'>,
  digest: string,
): string => createHash('sha256').update([before, position, source, rowId, digest].join('|')).digest('hex')
