/** Plans and sales of a generated plant as numbers. */
import { blendOf, brewOf } from './goods.ts'
import { type Size, workdaysOf } from './sizes.ts'
import { type GenerationStep, random, zipf } from './statement.ts'

/** Working days before the first plan, for the first deliveries. */
const lead = 6

/** Rejection rate of 0.3 %, applied to filled lots only. */
const rejected = (n: string) => `${random(n, 12)} < 0.003 * 8 / 5`

/** Plan mix of sixteen: two brew, five blend, nine fill. */
const wanted = (size: Size) => `
  create unlogged table generation.planned as
  select n, level, w, case level when 'BREW' then ${brewOf(size, blendOf(size, 'fill'))} when 'BLEND' then ${blendOf(size, 'fill')}
      else fill end::int as product, false as recalled
  from (
    select n, case when n % 200 = 199 then 'REWORK' when n % 16 in (0, 8) then 'BREW'
        when n % 16 in (1, 4, 7, 10, 13) then 'BLEND' else 'FILL' end as level,
      ${lead} + (n - 1) * ${workdaysOf(size) - lead} / ${size.plans} as w,
      ${zipf(random('n', 1), size.products, 0.8)} as fill
    from generate_series(1, ${size.plans}) n
  ) p;
  create index on generation.planned (level, n); create unique index on generation.planned (n);
  analyze generation.planned;`

/** Source lot: one of the newest of its base. */
const sourceOf = (level: string, size: Size) => `
  insert into generation.source
  select p.n, s.n
  from (
    select n, w, coalesce(case n % 2 when 0 then even else odd end, even, odd) as source
    from (
      select n, w, made, max(n) filter (where made and side = 0) over before as even,
        max(n) filter (where made and side = 1) over before as odd
      from (
        select n, w, product as need, true as made, row_number() over (partition by product order by n) % 2 as side
        from generation.planned where level in ('BREW', 'BLEND')
        union all
        select p.n, p.w, i.source, false, 0 from generation.planned p join generation.product i on i.n = p.product
        where p.level = '${level}'
      ) every window before as (partition by need order by w range between unbounded preceding and 1 preceding)
    ) last where not made
  ) p join generation.planned s on s.n = p.source and s.w > p.w - ${Math.round(size.workdays / 2)};
  delete from generation.planned p where level = '${level}' and not exists (select from generation.source s where s.n = p.n);
  analyze generation.source; analyze generation.planned;`

/** Source lots per plan; reworks take fresh fillings. */
const sources = (size: Size) => `
  create unlogged table generation.source (n int primary key, source int);
  create index on generation.source (source);
  ${sourceOf('BLEND', size)}
  ${sourceOf('FILL', size)}
  -- nobody blends what is never filled, or brews what is never blended; what was made these days still waits
  delete from generation.planned p where level = 'BLEND' and w < ${workdaysOf(size) - 6}
    and not exists (select from generation.source s where s.source = p.n);
  delete from generation.source s where not exists (select from generation.planned p where p.n = s.n);
  delete from generation.planned p where level = 'BREW' and w < ${workdaysOf(size) - 6}
    and not exists (select from generation.source s where s.source = p.n);
  -- what is recalled was filled some weeks before the middle of each year
  update generation.planned set recalled = true where n in (
    select min(n) filter (where level = 'FILL' and w >= year * ${size.workdays} + ${Math.round(size.workdays * 0.55)})
    from generation.planned, generate_series(0, 2) year group by year);
  insert into generation.source
  select p.n, s.n from generation.planned p cross join lateral (
    select s.n from generation.planned s where s.level = 'FILL' and s.n < p.n and s.w <= p.w - 3 and not recalled
      and not ${rejected('s.n')}
    order by s.n desc limit 1) s
  where p.level = 'REWORK';
  delete from generation.planned p where level = 'REWORK' and not exists (select from generation.source s where s.n = p.n);
  analyze generation.source;`

/** Random fate of lots; shares hold regardless of how many have expired. */
const plans = `
  create unlogged table generation.plan as
  with fated as (
    select p.n, p.level, p.w, p.recalled, coalesce(f.product, p.product) as product,
      (d.d + make_interval(months => i.life)) < (now() at time zone one.zone)::date as expired
    from generation.planned p left join generation.source s on s.n = p.n and p.level = 'REWORK'
      left join generation.planned f on f.n = s.source
      join generation.product i on i.n = coalesce(f.product, p.product) join generation.day d on d.w = p.w, generation.one
  ), shares as (select avg(expired::int) as expired from fated)
  select n, level, w, product, recalled, fated.expired,
    level = 'FILL' and not recalled and ${rejected('n')} as rejected,
    not fated.expired and not recalled and ${random('n', 13)} < 0.02 / (1 - shares.expired) as held,
    case when fated.expired then ${random('n', 14)} < 0.005 / greatest(shares.expired, 0.01) else ${random('n', 14)} < 0.1 end as rests,
    (row_number() over (partition by w order by n))::int as seq,
    case when level in ('BREW', 'BLEND') then 1 else 1 + floor(${random('n', 15)} * specs)::int end as spec,
    1 + (${random('n', 16)} < 0.04)::int as batches
  from fated cross join shares cross join lateral (select specs from generation.spec where spec.product = fated.product limit 1) s;
  create unique index on generation.plan (n); create index on generation.plan (w); analyze generation.plan;`

const saleDay = (size: Size) => {
  const wish = `p.w + 2 + floor(${random('p.n * 1000 + i', 8)} * 45)::int`
  return `${wish} + (${size.deliveryDays} - (${wish} + dealer) % ${size.deliveryDays}) % ${size.deliveryDays}`
}

/** Sale lines in pieces; those beyond the last day remain in stock. */
const sales = (size: Size) => `
  create unlogged table generation.wish as
  select p.n, dealer, s.pieces * (1 + floor(${random('p.n * 1000 + i', 7)} * 20)::int) as qty, ${saleDay(size)} as w
  from generation.plan p join generation.spec s on s.product = p.product and s.k = p.spec
    cross join lateral (
      select i, ${zipf(random('p.n * 1000 + i', 6), size.dealers, 0.7)} as dealer
      from generate_series(1, case p.level when 'REWORK' then 3 else floor(${size.salesPerLot} * (0.5 + ${random('p.n', 9)}))::int end) i) i
  where p.level in ('FILL', 'REWORK') and not p.rejected;
  create unlogged table generation.sale as
  select s.n, s.dealer, s.qty, s.w, dense_rank() over (order by s.w, s.dealer) as doc,
    row_number() over (partition by s.w, s.dealer order by s.n, s.qty)::int as line
  from generation.wish s join generation.plan p on p.n = s.n
  where s.w < ${workdaysOf(size)} and (not p.recalled or s.w < p.w + 20);
  create index on generation.sale (n); create index on generation.sale (doc); analyze generation.sale;`

export const planSteps = (size: Size): readonly GenerationStep[] => [
  ['plans', [wanted(size), sources(size), plans].join('\n')],
  ['sales', sales(size)],
]
