/** Irregular events: returns, scrap, recalls, drills. */
import { type Size, workdaysOf } from './sizes.ts'
import { type GenerationStep, random } from './statement.ts'

/** Working days from filling to recall; disposal takes five more. */
export const recallAfter = 20
/** Working days until a rejected lot is gone. */
const goneAfter = 15

/** Sale documents: 0.5 % of rows posted late, 0.2 % reversals. */
const saleDocuments = (size: Size) => `
  create unlogged table generation.saledoc as
  with rows as (
    select (select count(*) from generation.sale)::float8 as sales,
      (select count(*) from generation.sale) + 2 * (select count(*) from generation.batch)
        + 2 * (select count(*) from generation.lot) as every
  ), documents as (
    select doc, w, dealer, count(*)::int as lines, sum(qty) as qty from generation.sale group by doc, w, dealer
  )
  select d.*, row_number() over (partition by w order by dealer) as seq, 540 + dealer % 420 as minute,
    case when ${random('doc', 51)} < 0.005 * every / sales and w < ${workdaysOf(size) - 4} then 1 + doc % 2 else 0 end::int as late,
    false as reversed, 0::bigint as copy
  from documents d, rows;
  -- a wrong entry was undone half an hour before the right one
  insert into generation.saledoc
  select (select max(doc) from generation.saledoc) + row_number() over (order by doc), w, dealer, lines, qty,
    last.seq + row_number() over (partition by w order by doc), minute - 30, 0, true, doc
  from generation.saledoc s join (select w, max(seq) as seq from generation.saledoc group by w) last using (w),
    (select (select count(*) from generation.sale)::float8 as sales,
    (select count(*) from generation.sale) + 2 * (select count(*) from generation.batch)
      + 2 * (select count(*) from generation.lot) as every) r
  where late = 0 and ${random('doc', 52)} < 0.002 * every / sales;
  create unique index on generation.saledoc (doc); create index on generation.saledoc (copy) where reversed;
  analyze generation.saledoc;`

const removals = (size: Size) => `
  create unlogged table generation.removal as
  select l.id as lot, l.w + ${goneAfter} as w, l.plan is null as supplier, l.received - case when l.plan is null then l.tested else l.tested + l.sample end as qty,
    row_number() over (partition by l.w, l.plan is null order by l.id) as seq
  from generation.lot l where l.rejected and l.w + ${goneAfter} < ${workdaysOf(size)};`

/** Recalls once a year, drills twice; the last recall is open. */
const recalls = (size: Size) => `
  create unlogged table generation.recall as
  select row_number() over (order by l.w)::int as id, l.id as lot, l.plan, p.w + ${recallAfter} as w, false as drill,
    p.w + ${recallAfter} < ${Math.round(size.workdays * 2.5)} as closed
  from generation.lot l join generation.plan p on p.n = l.plan where p.recalled;
  insert into generation.recall
  select (select count(*) from generation.recall)::int + row_number() over (order by year, half)::int, l.lot, l.plan,
    year * ${size.workdays} + half * ${Math.round(size.workdays / 3)}, true, true
  from generate_series(0, 2) year, generate_series(1, 2) half cross join lateral (
    select l.id as lot, l.plan from generation.lot l join generation.plan p on p.n = l.plan
    where p.level = 'FILL' and not p.recalled and p.w < year * ${size.workdays} + half * ${Math.round(size.workdays / 3)} - 30
    order by p.w desc limit 1) l;
  create unlogged table generation.recallreturn as
  select *, w + 5 + place % 6 as day, row_number() over (partition by w + 5 + place % 6 order by dealer) as seq from (
    select r.id as recall, r.lot, r.w, s.dealer, s.qty as sold, floor(s.qty * 0.62) as qty,
      (row_number() over (partition by r.id order by s.dealer))::int as place
    from generation.recall r join (select n, dealer, sum(qty) as qty from generation.sale group by 1, 2) s on s.n = r.plan
    where not r.drill) returned;`

export const eventSteps = (size: Size): readonly GenerationStep[] => [
  ['what went wrong', [saleDocuments(size), removals(size), recalls(size)].join('\n')],
]
