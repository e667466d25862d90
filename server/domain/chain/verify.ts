/** Verifies the hash chain and sealed rows; names the first mismatch. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import type { Database } from '../../db/connection/context.ts'
import { aliasOf, type ChainLink, digestOf, genesis, hashOf, sealedTables } from '../../db/schema/auditChain.ts'
import { quoted } from '../../db/schema/catalog.ts'
import type { Head } from './heads.ts'
import { headOf } from './seal.ts'

export type ChainError =
  /** Row or link differs from its sealed state. */
  | { readonly kind: 'changed' | 'missing'; readonly position: number; readonly source: string; readonly rowId: number }
  /** Missing link, or two successors of one. */
  | { readonly kind: 'gap' | 'fork'; readonly position: number }
  | { readonly kind: 'unsealed'; readonly source: string; readonly rowId: number }
  /** Published head absent from the chain: truncated or different there. */
  | { readonly kind: 'cut' | 'rewritten'; readonly position: number; readonly at: string; readonly end: number }

export interface Verified {
  readonly rows: number
  readonly head: Pick<ChainLink, 'position' | 'hash'>
  readonly errors: readonly ChainError[]
}

const batchLinks = 5_000
const maxErrors = 20

interface Walked extends ChainLink {
  readonly digest: string | null
}

const joins = sealedTables
  .map(
    table =>
      `left join ${quoted(table)} ${aliasOf(table)} on c.source = '${table}' and ${aliasOf(table)}.id = c."rowId"`,
  )
  .join('\n')

const digests = sealedTables
  .map(table => `when ${aliasOf(table)}.id is not null then ${digestOf(aliasOf(table))}`)
  .join(' ')

async function linksAfter(db: Database, position: number, end: number): Promise<readonly Walked[]> {
  const { rows } = await sql<Walked>`
    select c.position, c.source, c."rowId", encode(c.hash, 'hex') as hash, case ${sql.raw(digests)} end as digest
    from auditchain c ${sql.raw(joins)}
    where c.position > ${position} and c.position <= ${Math.min(end, position + batchLinks)}
    order by c.position, c."sealedAt", c.hash`.execute(db)
  return rows
}

function errorOf(link: Walked, before: Pick<ChainLink, 'position' | 'hash'>): ChainError | null {
  const { position, source, rowId } = link
  if (position === before.position) return { kind: 'fork', position }
  if (position !== before.position + 1) return { kind: 'gap', position: before.position + 1 }
  if (link.digest === null) return { kind: 'missing', position, source, rowId }
  return hashOf(before.hash, link, link.digest) === link.hash ? null : { kind: 'changed', position, source, rowId }
}

/** Rows below the seal mark without a link: the server was bypassed. */
async function unsealedRows(db: Database): Promise<readonly ChainError[]> {
  const found: ChainError[] = []
  for (const source of sealedTables) {
    const { rows } = await sql<{ rowId: number }>`
      select r.id as "rowId" from ${sql.table(source)} r
      where r.id <= coalesce((select m."rowId" from auditchainmark m where m.source = ${source}), 0)
        and not exists (select from auditchain c where c."rowId" = r.id and c.source = ${source})
      order by r.id limit ${maxErrors}`.execute(db)
    found.push(...rows.map(({ rowId }): ChainError => ({ kind: 'unsealed', source, rowId })))
  }
  return found
}

export async function headErrors(db: Database, heads: readonly Head[], end: number): Promise<readonly ChainError[]> {
  const positions = [...new Set(heads.map(({ position }) => position))]
  const { rows } = await sql<Pick<ChainLink, 'position' | 'hash'>>`
    select position, encode(hash, 'hex') as hash from auditchain
    where position = any(${positions}::bigint[])`.execute(db)
  const found = new Map<number, string>([[0, genesis], ...rows.map(row => [row.position, row.hash] as const)])
  return heads.flatMap(({ position, hash, at }): ChainError[] => {
    if (position > end) return [{ kind: 'cut', position, at, end }]
    return found.get(position) === hash ? [] : [{ kind: 'rewritten', position, at, end }]
  })
}

/**
 * @param heads published outside the database
 * @param tell progress callback, links verified per batch
 */
export async function verifyChain(
  db: Database,
  heads: readonly Head[],
  { tell, signal }: { readonly tell?: (walked: number) => void; readonly signal?: AbortSignal } = {},
): Promise<Verified> {
  const head = await headOf(db)
  const errors: ChainError[] = []
  let before: Pick<ChainLink, 'position' | 'hash'> = { position: 0, hash: genesis }
  let rows = 0
  for (let from = 0; from < head.position && errors.length < maxErrors; from += batchLinks) {
    signal?.throwIfAborted()
    for (const link of await linksAfter(db, from, head.position)) {
      const error = errorOf(link, before)
      if (error) errors.push(error)
      if (error?.kind !== 'fork') before = link
      rows += 1
    }
    tell?.(rows)
  }
  const ordered = [...heads].sort((left, right) => left.position - right.position)
  errors.push(...(await unsealedRows(db)), ...(await headErrors(db, ordered, head.position)))
  return { rows, head, errors: errors.slice(0, maxErrors) }
}

export const chainErrorText = (locale: Locale, error: ChainError): string =>
  format(locale, `chain.${error.kind}`, {
    ...error,
    ...('source' in error ? { table: format(locale, error.source) } : {}),
  })
