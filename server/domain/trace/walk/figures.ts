/** Where everything of a lot is: the ledger rows that still stand, summed by kind of place. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'

/** After the last row of the ledger: as it is now. */
export const endOfLedger = Number.MAX_SAFE_INTEGER

/** Lots by their ids, or a select of them as an array. */
type Lots = readonly number[] | Sql

/** Rows of these lots that were undone up to a row of the ledger; hashed once, as looking row by row costs a scan. */
export const reversedOf = (lots: Lots, asOfSeq = endOfLedger): Sql => sql`
  select r."reversalOfSeq" from stockledger r where r."lotId" = any(${lots}::bigint[]) and r."moveType" = 'REV'
    and r.id <= ${asOfSeq} and r."reversalOfSeq" is not null`

/**
 * The same with only the columns of the index by lot, by which alone it is then answered: a wide trace reads some tens of
 * thousands of rows, and fetching each costs three times as much as adding it up.
 */
export const standingOf = (lots: Lots, types: readonly string[] | null, asOfSeq = endOfLedger): Sql => sql`
  select id, "lotId", "moveType", "fromLocationId", "toLocationId", "dealerId", quantity from stockledger
  where "lotId" = any(${lots}::bigint[]) and id <= ${asOfSeq}
    and ${types === null ? sql`"moveType" <> 'REV'` : sql`"moveType" = any(${types})`}
    and id not in (${reversedOf(lots, asOfSeq)})`

/**
 * What the same rows add up to by some of these columns: `quantity`, and how many `lines`. To be added up once more: the few
 * that were undone are taken off by rows of their own, as asking of each of some tens of thousands costs a third of the time.
 */
export const standingSums = (
  lots: readonly number[],
  by: readonly ['dealerId'] | readonly ['lotId', 'moveType', 'fromLocationId', 'toLocationId'],
  types: readonly string[] | null,
  asOfSeq = endOfLedger,
): Sql => {
  const columns = sql.join(by.map(name => sql.id(name)))
  const meant = types === null ? sql`"moveType" <> 'REV'` : sql`"moveType" = any(${types})`
  return sql`
    select ${columns}, sum(quantity) as quantity, count(*) as lines from stockledger
    where "lotId" = any(${lots}::bigint[]) and id <= ${asOfSeq} and ${meant} group by ${columns}
    union all
    select ${columns}, -quantity, -1 from stockledger
    where id = any(array(${reversedOf(lots, asOfSeq)})) and ${meant}`
}

/** Ledger rows of the lots in scope that stood after a row of the ledger, with the kinds of place they went between. */
export const standing = (lots: readonly number[], asOfSeq = endOfLedger): Sql => sql`
  select g.*, f."locationType" as "fromType", t."locationType" as "toType"
  from stockledger g
  join stocklocation f on f.id = g."fromLocationId"
  join stocklocation t on t.id = g."toLocationId"
  where g."lotId" = any(${lots}::bigint[]) and g.id <= ${asOfSeq} and g."reversalOfSeq" is null
    and g.id not in (${reversedOf(lots, asOfSeq)})`

/** Sum of what went to a kind of place, less what came back from it. */
const net = (type: string) => sql`coalesce(sum(quantity) filter (where "toType" = ${type}), 0)
  - coalesce(sum(quantity) filter (where "fromType" = ${type}), 0)`

const places = [
  'received',
  'produced',
  'gained',
  'onHand',
  'wip',
  'used',
  'sold',
  'samples',
  'tested',
  'scrapped',
  'supplierReturned',
  'countLoss',
  'dealerReturned',
] as const

type Figure = Readonly<Record<(typeof places)[number], string>> & { readonly lotId: number }

/** Where everything of each lot is, by kind of place. */
export type Figures = readonly Figure[]

/**
 * Where everything of each lot is: one row a lot, double entry, so the columns add up exactly; `dealerReturned` is told
 * beside them, `sold` being net of it. Read once for all sections that show it: it is the one question of a trace that goes
 * through every ledger row in scope. Rows are added up by place before the kinds of place are looked up.
 */
export async function figuresOf(context: Context, lots: readonly number[], asOfSeq = endOfLedger): Promise<Figures> {
  const { rows } = await sql<Figure>`
    with moved as (
      select "lotId", "moveType", "fromLocationId", "toLocationId", sum(quantity) as quantity
      from (${standingSums(lots, ['lotId', 'moveType', 'fromLocationId', 'toLocationId'], null, asOfSeq)}) s
      group by 1, 2, 3, 4 having sum(lines) > 0
    ), placed as (
      select m.*, f."locationType" as "fromType", t."locationType" as "toType" from moved m
      join stocklocation f on f.id = m."fromLocationId" join stocklocation t on t.id = m."toLocationId"
    )
    select "lotId",
      coalesce(sum(quantity) filter (where "fromType" = 'SUPPLIER'), 0) as received,
      coalesce(sum(quantity) filter (where "moveType" in ('OUT', 'BYP')), 0) as produced,
      coalesce(sum(quantity) filter (where "fromType" = 'ADJUST'), 0) as gained,
      ${net('STORAGE')} as "onHand", ${net('WIP')} as wip,
      coalesce(sum(case when "toType" = 'PROCESS' then quantity else -quantity end)
        filter (where "moveType" in ('USE', 'USA')), 0) as used,
      ${net('DEALER')} as sold, ${net('SAMPLE')} as samples,
      coalesce(sum(quantity) filter (where "toType" = 'LAB'), 0) as tested, ${net('SCRAP')} as scrapped,
      coalesce(sum(quantity) filter (where "toType" = 'SUPPLIER'), 0) as "supplierReturned",
      coalesce(sum(quantity) filter (where "toType" = 'ADJUST'), 0) as "countLoss",
      coalesce(sum(quantity) filter (where "moveType" in ('DRT', 'RRT')), 0) as "dealerReturned"
    from placed group by "lotId"`.execute(context.tx)
  return rows
}

/** The figures as a table of a query; of some lots only where only these are shown. */
export function figureTable(figures: Figures, only?: readonly string[]): Sql {
  const wanted = only && new Set(only)
  const shown = wanted ? figures.filter(figure => wanted.has(String(figure.lotId))) : figures
  return sql`
    select * from unnest(${shown.map(figure => figure.lotId)}::bigint[], ${sql.join(
      places.map(place => sql`${shown.map(figure => figure[place])}::numeric[]`),
    )}) as figure("lotId", ${sql.join(places.map(place => sql.id(place)))})`
}
