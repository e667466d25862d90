/** Paged reading of a trace section: query, order, count. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import { firstRows, sections } from '#contract/trace/sections.ts'
import type { SectionRequest } from '#contract/trace/trace.ts'
import type { SectionRow, SectionRows } from '#contract/trace/traceAnswer.ts'
import type { Context } from '../../../db/connection/context.ts'
import { ownOrder } from '../../../db/connection/preparedStatements.ts'
import { preferCustomPlans } from '../../../db/connection/snapshotRead.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { evidenceOfInspection } from '../evidence/evidenceInspection.ts'
import { evidenceOfEnvironment, evidenceOfPeople } from '../evidence/evidencePeople.ts'
import { evidenceOfProcess } from '../evidence/evidenceProcess.ts'
import { evidenceOfMaterials, evidenceOfProduct } from '../evidence/evidenceProduct.ts'
import {
  productLotCount,
  productLotKeys,
  productLots,
  sourceLotCount,
  sourceLotKeys,
  sourceLots,
} from '../walk/sectionLots.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import { balance, balanceCount, balanceKeys } from './sectionBalance.ts'
import { caseCount, cases } from './sectionCases.ts'
import { dealerCount, dealerKeys, dealers, firstDealers } from './sectionDealers.ts'
import { palletsOfLots } from './sectionPallets.ts'
import { siblingCount, siblingKeys, siblings } from './sectionSiblings.ts'
import { stoppable } from './sectionStoppableStock.ts'
import { chargeCount, chargeKeys, uses } from './sectionUses.ts'

export interface Section {
  /** All rows, or those of some keys: fields, references, optional `$key`. */
  rows(scope: TraceScope, context: Context, only?: readonly string[]): Sql | Promise<Sql>
  /** Default order by selected columns; the key breaks ties. */
  readonly order: Sql
  readonly keys?: Keys
  /** Select of `total`, where a shortcut beats counting rows or keys. */
  count?(scope: TraceScope): Sql | Promise<Sql>
}

/** Keys for paging a large section before joining the rest. */
interface Keys {
  /** Select of `key` with the sortable `columns`. */
  rows(scope: TraceScope): Sql | Promise<Sql>
  readonly columns: readonly string[]
  /** Upper bound on rows, if known; small sections skip paging by keys. */
  maxRows?(scope: TraceScope): number
  /** Page of keys with `total`, where a full sort is avoidable. */
  first?(scope: TraceScope, limit: number, offset: number): Sql
}

export const sectionQueries: Readonly<Record<SectionName, Section>> = {
  reviewsourcelot: {
    rows: sourceLots,
    order: sql`level, "materialName", "lotNo"`,
    keys: {
      rows: sourceLotKeys,
      columns: ['level', 'materialName', 'lotNo', 'produceDate', 'expiryDate'],
      maxRows: ({ lots }) => lots.length,
    },
    count: sourceLotCount,
  },
  reviewuse: {
    rows: uses,
    order: sql`"useTime", seq`,
    count: chargeCount,
    keys: { rows: chargeKeys, columns: ['useTime', 'batchSeq'] },
  },
  reviewproductlot: {
    rows: productLots,
    order: sql`level, "productName", "lotNo"`,
    keys: {
      rows: productLotKeys,
      columns: ['level', 'productName', 'lotNo', 'produceDate', 'expiryDate'],
      maxRows: ({ lots }) => lots.length,
    },
    count: productLotCount,
  },
  reviewdealer: {
    rows: dealers,
    order: sql`"soldToDealer" desc, coalesce("dealerId", 0), "shipTime" desc, seq desc`,
    keys: {
      rows: dealerKeys,
      columns: ['dealerName', 'region', 'lotNo', 'saleOutNo', 'shipTime', 'qty', 'returnedQty', 'netQty'],
      first: firstDealers,
    },
    count: dealerCount,
  },
  reviewstoppable: { rows: stoppable, order: sql`kind desc, "itemName", "lotNo", "refNo", "lotId", qty` },
  reviewpallet: { rows: palletsOfLots, order: sql`sscc, "lotNo", "lotId"` },
  reviewcase: {
    rows: cases,
    order: sql`"docType", kind desc, day desc, "docNo" desc, "lotNo", "lotId"`,
    count: caseCount,
  },
  reviewbalance: {
    rows: balance,
    order: sql`part, "itemName", "refNo"`,
    keys: {
      rows: balanceKeys,
      columns: ['scopeType', 'itemName', 'refNo'],
      maxRows: ({ lots, links }) => lots.length + links.length,
    },
    count: balanceCount,
  },
  reviewsibling: {
    rows: siblings,
    order: sql`"lotNo", "sharedItemName", "sharedLotNo"`,
    keys: { rows: siblingKeys, columns: ['lotNo', 'produceDate', 'sharedItemName', 'sharedLotNo'] },
    count: siblingCount,
  },
  reviewproduct: { rows: evidenceOfProduct, order: sql`"productName", "lotNo", "planNo", "lotId"` },
  reviewmaterial: { rows: evidenceOfMaterials, order: sql`level, "materialName", "lotNo", "lotId"` },
  reviewinspection: {
    rows: evidenceOfInspection,
    order: sql`level, "lotNo", "lotId", "evidenceType", "docNo", "agencyName", "lineNo"`,
  },
  reviewprocess: {
    rows: evidenceOfProcess,
    order: sql`level, "planNo", "stepNo", "batchSeq", "monitorTime", "docNo", "equipmentName"`,
  },
  reviewpeople: { rows: evidenceOfPeople, order: sql`level, "planNo", "outLotNo", rank, "workDay", "jobNo"` },
  reviewenvironment: { rows: evidenceOfEnvironment, order: sql`level, "planNo", "lineMatch", "docNo"` },
}

/** Page of at most 200 rows, by default of 100; at most three sort fields. */
type AskedPage = Pick<SectionRequest, 'page' | 'size' | 'sort'>

const maxTerms = 3

const fieldOf = (term: string): string => term.replace(/^-/, '')

function termOf(name: SectionName, term: string): Sql {
  const field = fieldOf(term)
  if (!Object.hasOwn(sections[name].fields, field)) throw invalid({ sort: 'unknown' })
  return sql`${sql.id(field)} ${term.startsWith('-') ? sql`desc` : sql`asc`} nulls last`
}

/** Marker comment of custom-sorted statements. */
const marked = (terms: readonly Sql[]): Sql => (terms.length > 0 ? sql.raw(`${ownOrder} `) : sql``)

interface Wanted {
  readonly terms: readonly Sql[]
  readonly limit: number
  readonly offset: number
}

interface Cut {
  readonly keys: readonly string[]
  readonly total: number
  readonly dealers?: number
}

/** Row count, for a page beyond the last. */
async function countOf(context: Context, query: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${query}) s`.execute(context.tx)
  return rows[0]?.total ?? 0
}

async function cutOf(
  context: Context,
  scope: TraceScope,
  { keys, order }: Pick<Required<Section>, 'keys' | 'order'>,
  { terms, limit, offset }: Wanted,
): Promise<Cut> {
  const inOrder = async () => {
    // Tie-breaker: lots may share a number, and pages would overlap.
    const by = [...terms, ...(keys.first ? [] : [order]), sql`key`]
    return sql`${marked(terms)}select key, count(*) over ()::int as total from (${await keys.rows(scope)}) k
      order by ${sql.join(by)} limit ${limit} offset ${offset}`
  }
  const query = terms.length === 0 && keys.first ? keys.first(scope, limit, offset) : await inOrder()
  const { rows } = await sql<{ key: string; total: number; dealers?: number }>`${query}`.execute(context.tx)
  const isBehind = rows.length === 0 && offset > 0
  const { total = isBehind ? await countOf(context, await keys.rows(scope)) : 0, dealers } = rows[0] ?? {}
  return { keys: rows.map(row => row.key), total, ...(dealers === undefined ? {} : { dealers }) }
}

const bare = ({ $key, $total, ...row }: SectionRow): SectionRow => row

/**
 * Page of a section.
 * @throws AppError invalid for an unsortable field
 */
export async function sectionRows(
  context: Context,
  scope: TraceScope,
  name: SectionName,
  { page, size, sort }: AskedPage = {},
): Promise<SectionRows> {
  const { rows: select, order, keys } = sectionQueries[name]
  const limit = Math.min(size || firstRows, 200)
  const offset = ((page || 1) - 1) * limit
  const fields = sort || []
  if (fields.length > maxTerms) throw invalid({ sort: 'tooLong' })
  const terms = fields.map(term => termOf(name, term))
  const isFew = (keys?.maxRows?.(scope) ?? Number.POSITIVE_INFINITY) <= limit
  if (keys && !isFew && fields.every(term => keys.columns.includes(fieldOf(term)))) {
    const cut = await cutOf(context, scope, { keys, order }, { terms, limit, offset })
    if (cut.keys.length === 0) return { total: cut.total, rows: [] }
    const { rows } = await sql<SectionRow>`
      select s.* from (${await select(scope, context, cut.keys)}) s
      order by array_position(${cut.keys}::text[], s."$key")`.execute(context.tx)
    return { total: cut.total, ...(cut.dealers === undefined ? {} : { dealers: cut.dealers }), rows: rows.map(bare) }
  }
  if (terms.length > 0) await preferCustomPlans(context.tx)
  const all = await select(scope, context)
  const { rows } = await sql<SectionRow & { $total: number }>`${marked(terms)}
    select s.*, count(*) over ()::int as "$total" from (${all}) s
    order by ${sql.join([...terms, order, ...(keys ? [sql`"$key"`] : [])])} limit ${limit} offset ${offset}`.execute(
    context.tx,
  )
  const total = rows[0]?.$total ?? (offset > 0 ? await countOf(context, all) : 0)
  return { total, rows: rows.map(bare) }
}
