/** Lot genealogy: stored links follow postings, historical ones the ledger. */
import { sql } from 'kysely'
import { documentLinks, keepsGoods, linkEnds } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Sql } from '../../db/schema/columns.ts'
import { codes, moves } from './movementSql.ts'

/** Options of computed links; latest and most precise by default. */
export interface LinkView {
  readonly asOfSeq?: number
  /** Ignores batches: the widest possible links. */
  readonly planPrecision?: boolean
}

/**
 * Plan inputs and outputs by batch, as CTEs `used` and `made`. Batches are separated only if every charge and receipt
 * names one and every received batch keeps a charge: precision is never guessed.
 */
const batchesOf = (plans: Sql, { asOfSeq, planPrecision = false }: LinkView): Sql => sql`
  moved as materialized (
    select g.id, g."producePlanId", g."lotId", nullif(g."batchSeq", 0) as "batchSeq", g."moveType", g."reversalOfSeq",
      case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end as quantity
    from stockledger g join stocklocation t on t.id = g."toLocationId"
    where g."producePlanId" = any(${plans}) and g."moveType" in (${moves.ofPlans}, ${moves.reversal})
      ${asOfSeq === undefined ? sql`` : sql`and g.id <= ${asOfSeq}`}
  ), standing as (
    select * from moved where "reversalOfSeq" is null
      and id not in (select "reversalOfSeq" from moved where "reversalOfSeq" is not null)
  ), charged as (
    select "producePlanId", "batchSeq", sum(quantity) as quantity from standing
    where "moveType" in (${moves.charged}) group by 1, 2
  ), exact as (
    select s."producePlanId", ${!planPrecision}::boolean and bool_and(s."batchSeq" is not null
      and (s."moveType" in (${moves.charged}) or coalesce(c.quantity, 0) > 0)) as batches
    from standing s left join charged c on c."producePlanId" = s."producePlanId" and c."batchSeq" = s."batchSeq"
    group by 1
  ), used as (
    select s."producePlanId", s."lotId", case when e.batches then s."batchSeq" else 0 end as batch,
      sum(s.quantity) as quantity
    from standing s join exact e on e."producePlanId" = s."producePlanId"
    where s."moveType" in (${moves.charged}) group by 1, 2, 3
  ), made as (
    select distinct s."producePlanId", s."lotId", case when e.batches then s."batchSeq" else 0 end as batch, e.batches
    from standing s join exact e on e."producePlanId" = s."producePlanId" where s."moveType" in (${moves.output})
  )`

/** Links by batch or plan, each used lot to each made one. */
export const linksOf = (plans: Sql, view: LinkView = {}): Sql => sql`
  with ${batchesOf(plans, view)}
  select used."lotId" as "inLotId", made."lotId" as "outLotId", made."producePlanId", made.batch as "batchSeq",
    used.quantity as "usedQuantity", case when made.batches then 'BATCH' else 'PLAN' end as "linkPrecision",
    'PLAN' as kind, null::text as "docNo"
  from used join made on made."producePlanId" = used."producePlanId" and made.batch = used.batch
  where used.quantity > 0 and used."lotId" <> made."lotId"`

const kindOfInput = sql`case ${sql.join(
  documentLinks.map(kind => sql`when i."moveType" in (${codes(...linkEnds('IN', kind))}) then ${kind}`),
  sql` `,
)} end`

/** Links made by documents themselves, line by line, with the columns of `linksOf`. */
export const documentLinksOf = ({ customerId }: Context, docNos: Sql, { asOfSeq }: LinkView = {}): Sql => {
  const until = (row: string) => (asOfSeq === undefined ? sql`` : sql`and ${sql.ref(`${row}.id`)} <= ${asOfSeq}`)
  return sql`
    select i."lotId" as "inLotId", o."lotId" as "outLotId", null::bigint as "producePlanId", 0 as "batchSeq",
      i.quantity as "usedQuantity", 'BATCH' as "linkPrecision", ${kindOfInput} as kind, i."docNo"
    from stockledger i join stockledger o on o."docNo" = i."docNo" and o."customerId" = i."customerId"
      and o."docLineNo" = i."docLineNo" and o."moveType" in (${moves.documentOut})
    where i."docNo" = any(${docNos}) and i."customerId" = ${customerId} and i."moveType" in (${moves.documentIn})
      ${until('i')} ${until('o')} and not exists (
        select from stockledger r where r."docNo" = i."docNo" and r."reversalOfSeq" in (i.id, o.id) ${until('r')})`
}

const labelEnds = (direction: 'earlier' | 'later') =>
  direction === 'earlier'
    ? { from: sql`k."outLotId"`, to: sql`k."inLotId"` }
    : { from: sql`k."inLotId"`, to: sql`k."outLotId"` }

/** Lots of the same goods under earlier or later labels, themselves included. */
export const labelsOf = (lots: Sql, direction: 'earlier' | 'later'): Sql => sql`
  with recursive label(id) as (
    select unnest(${lots})
    union
    select ${labelEnds(direction).to} from label s
    join lotlink k on ${labelEnds(direction).from} = s.id and k.kind = any(${documentLinks.filter(kind => keepsGoods[kind])})
  )
  select id from label`

/** Rewrites the links of documents that link lots themselves. */
export async function refreshDocumentLinks(context: Context, docNos: readonly string[]): Promise<void> {
  const { tx, customerId } = context
  await sql`delete from lotlink where "docNo" = any(${docNos}) and "customerId" = ${customerId}`.execute(tx)
  await sql`
    insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity",
      "linkPrecision", kind, "docNo")
    select ${customerId}::bigint, k.* from (${documentLinksOf(context, sql`${docNos}::text[]`)}) k`.execute(tx)
}

/** Plan inputs without output, so without links: `producePlanId`, `lotId`, `quantity`. */
export const unmadeOf = (plans: Sql, view: LinkView = {}): Sql => sql`
  with ${batchesOf(plans, view)}
  select used."producePlanId", used."lotId", sum(used.quantity) as quantity from used
  where used.quantity > 0 and not exists (
    select from made where made."producePlanId" = used."producePlanId" and made.batch = used.batch)
  group by 1, 2`

export interface Touched {
  readonly plan: number
  readonly lotId: number
  readonly batch: number
  readonly isCharged: boolean
  readonly isReceived: boolean
}

interface Mode {
  readonly batches: boolean
  /** Links need a full rebuild: the precision has just changed. */
  readonly anew: boolean
}

/** `batchesOf` rule evaluated on the plan's sums, by index probes. */
async function modeOf({ tx }: Context, plan: number): Promise<Mode> {
  const { rows } = await sql<Mode>`
    select r.batches, (select k."linkPrecision" from lotlink k where k."producePlanId" = ${plan} limit 1)
      is distinct from case when r.batches then 'BATCH' else 'PLAN' end as anew
    from (select not exists (
        select from planlotsum s where s."producePlanId" = ${plan} and s."batchSeq" = 0 and s.charges + s.receipts > 0)
      and not exists (
        select from planlotsum m where m."producePlanId" = ${plan} and m.receipts > 0 and not exists (
          select from planlotsum c where c."producePlanId" = ${plan} and c."batchSeq" = m."batchSeq" and c.used > 0)
      ) as batches) r`.execute(tx)
  return rows[0] as Mode
}

/** Updates a plan's links for the touched lots. Same rule as `linksOf`. */
export async function refreshLinks(context: Context, plan: number, touched: readonly Touched[]): Promise<void> {
  const { batches, anew } = await modeOf(context, plan)
  const batch = batches ? sql`s."batchSeq"` : sql`0`
  const charged = touched.filter(({ isCharged }) => isCharged).map(({ lotId }) => lotId)
  const received = touched.filter(({ isReceived }) => isReceived).map(({ lotId }) => lotId)
  const within = batches && !anew ? sql`and s."batchSeq" = any(${touched.map(row => row.batch)}::int[])` : sql``
  const only = (lots: readonly number[], others: readonly number[]) =>
    anew || others.length > 0 ? sql`` : sql`and s."lotId" = any(${lots}::bigint[])`
  const either = anew
    ? sql``
    : sql`and (k."inLotId" = any(${charged}::bigint[]) or k."outLotId" = any(${received}::bigint[]))`
  const ofBatches = batches && !anew ? sql`and k."batchSeq" = any(${touched.map(row => row.batch)}::int[])` : sql``
  const precision = batches ? 'BATCH' : 'PLAN'
  const isSame = sql`k."producePlanId" = ${plan} and k."inLotId" = w."inLotId" and k."outLotId" = w."outLotId"
    and k."batchSeq" = w.batch and k."linkPrecision" = ${precision}`
  await sql`
    with made as materialized (
      select distinct s."lotId", ${batch} as batch from planlotsum s
      where s."producePlanId" = ${plan} and s.receipts > 0 ${within} ${only(received, charged)}
    ), used as materialized (
      select s."lotId", ${batch} as batch, sum(s.used) as quantity from planlotsum s
      where s."producePlanId" = ${plan} and exists (select from made) ${within} ${only(charged, received)}
      group by 1, 2 having sum(s.used) > 0
    ), wanted as materialized (
      select k.* from (
        select used."lotId" as "inLotId", made."lotId" as "outLotId", used.batch, used.quantity
        from used join made on made.batch = used.batch where used."lotId" <> made."lotId") k
      where true ${either}
    ), gone as (
      delete from lotlink k where k."producePlanId" = ${plan} ${either} ${ofBatches}
        and not exists (select from wanted w where ${isSame})
    ), changed as (
      update lotlink k set "usedQuantity" = w.quantity, "updatedAt" = now(), "rowVersion" = k."rowVersion" + 1
      from wanted w where ${isSame} and k."usedQuantity" is distinct from w.quantity
    )
    insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity",
      "linkPrecision", kind)
    select ${context.customerId}::bigint, w."inLotId", w."outLotId", ${plan}::bigint, w.batch, w.quantity, ${precision},
      'PLAN'
    from wanted w where not exists (select from lotlink k where ${isSame})`.execute(context.tx)
}
