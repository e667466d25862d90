/** Where everything of a lot is: the ledger rows that still stand, summed by kind of place. */
import { sql } from 'kysely'
import type { Context } from '../../db/context.ts'

/** Ledger rows of the lots in scope that still stand; reversals are looked for once, as row by row costs a scan. */
export const standing = (lots: readonly number[]) => sql`
  select g.*, f."locationType" as "fromType", t."locationType" as "toType"
  from stockledger g
  join stocklocation f on f.id = g."fromLocationId"
  join stocklocation t on t.id = g."toLocationId"
  where g."lotId" = any(${lots}::bigint[]) and g."reversalOfSeq" is null
    and g.id not in (select r."reversalOfSeq" from stockledger r where r."lotId" = any(${lots}::bigint[])
      and r."moveType" = 'REV' and r."reversalOfSeq" is not null)`

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
] as const

type Figure = Readonly<Record<(typeof places)[number], string>> & { readonly lotId: number }

/** Where everything of each lot is, by kind of place. */
export type Figures = readonly Figure[]

/**
 * Where everything of each lot is: one row a lot, double entry, so the columns add up exactly. Read once for all sections
 * that show it: it is the one question of a trace that goes through every ledger row in scope.
 */
export async function figuresOf(context: Context, lots: readonly number[]): Promise<Figures> {
  const { rows } = await sql<Figure>`
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
      coalesce(sum(quantity) filter (where "toType" = 'ADJUST'), 0) as "countLoss"
    from (${standing(lots)}) s group by "lotId"`.execute(context.tx)
  return rows
}

/** The figures as a table of a query. */
export const figureTable = (figures: Figures) => sql`
  select * from unnest(${figures.map(figure => figure.lotId)}::bigint[], ${sql.join(
    places.map(place => sql`${figures.map(figure => figure[place])}::numeric[]`),
  )}) as figure("lotId", ${sql.join(places.map(place => sql.id(place)))})`
