/** Hash chain over append-only tables, sealed after commit (docs/decisions/0003-audit-chain.md). */
import { createHash } from 'node:crypto'
import { tables } from '#contract/index.ts'
import { type CatalogPart, quoted, requiredColumn } from './catalog.ts'
import { refusal } from './refusal.ts'

const chain = 'auditchain'
const mark = 'auditchainmark'

/** Append-only tables; the chain itself is one without a definition. */
export const sealedTables: readonly string[] = tables()
  .filter(({ entity, parent }) => entity.appendOnly || parent?.appendOnly)
  .map(({ entity }) => entity.name)

export const appendOnlyTables: readonly string[] = [...sealedTables, chain]

/** `auditchainmark`: id up to which a table is sealed. */
export const auditChainParts: readonly CatalogPart[] = [
  { kind: 'table', table: chain },
  requiredColumn(chain, 'position', 'bigint'),
  requiredColumn(chain, 'source', 'text'),
  requiredColumn(chain, 'rowId', 'bigint'),
  { ...requiredColumn(chain, 'sealedAt', 'timestamptz'), filled: 'default now()' },
  requiredColumn(chain, 'hash', 'bytea'),
  { kind: 'constraint', table: chain, name: `${chain}_pkey`, definition: 'primary key ("position")' },
  {
    kind: 'index',
    table: chain,
    name: `${chain}_rowId_source_key`,
    definition: `create unique index "${chain}_rowId_source_key" on "${chain}" ("rowId", "source")`,
  },
  refusal(chain),
  { kind: 'table', table: mark },
  requiredColumn(mark, 'source', 'text'),
  requiredColumn(mark, 'rowId', 'bigint'),
  { kind: 'constraint', table: mark, name: `${mark}_pkey`, definition: 'primary key ("source")' },
]

/** SHA-256 of a row without nulls: only nullable columns may follow. */
export const digestOf = (alias: string): string =>
  `encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(${alias}))::text, 'UTF8')), 'hex')`

/** Alias of a row's table: reserved names such as `user` need quotes. */
export const aliasOf = (table: string): string => quoted(`sealed_${table}`)

export interface ChainLink {
  readonly position: number
  readonly source: string
  readonly rowId: number
  readonly hash: string
}

/** Predecessor of the first link. */
export const genesis = '0'.repeat(64)

export const hashOf = (
  before: string,
  { position, source, rowId }: Pick<ChainLink, 'position' | 'source' | 'rowId'>,
  digest: string,
): string => createHash('sha256').update([before, position, source, rowId, digest].join('|')).digest('hex')
