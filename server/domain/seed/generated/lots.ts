/** Quantities, computed backwards: sold, filled, blended, brewed, bought. */
import { trades } from './names.ts'
import type { Size } from './sizes.ts'
import { type GenerationStep, random } from './statement.ts'

const sampleQty = 2
const testedQty = 3

const made = (level: string) => `
  insert into generation.made
  select p.n, sum_sold + charged + sample + tested + left_over,
    sample, tested, sum_sold + charged
  from generation.plan p
    cross join lateral (select coalesce(sum(qty), 0) as sum_sold from generation.wish where n = p.n) s
    cross join lateral (select coalesce(sum(c.qty), 0) as charged from generation.source s
      join generation.charge c on c.n = s.n and c.k = 1 where s.source = p.n) c
    cross join lateral (select case when p.level in ('BREW', 'BLEND') then 0 else ${sampleQty} end as sample,
      case when p.level in ('BREW', 'BLEND') then 0.5 else ${testedQty} end as tested) t
    cross join lateral (select case when p.rejected or sum_sold + charged = 0 then 600
      when p.rests or p.held then ceil((sum_sold + charged) * 0.05) else 0 end as left_over) l
  where p.level = '${level}';
  analyze generation.made;
  insert into generation.charge
  select p.n, r.k, r.material, s.source, required,
    case when m.packing then required else round(required * (0.995 + ${random('p.n * 100 + r.k', 17)} / 100)::numeric, 4) end, 0
  from generation.plan p join generation.made q on q.n = p.n
    join generation.recipe r on r.product = p.product and '${level}' <> 'REWORK'
    left join generation.material m on m.n = r.material left join generation.source s on s.n = p.n and r.semi is not null
    cross join lateral (select case when m.packing then ceil(r.amount * q.received) else round(r.amount * q.received, 4) end as required) a
  where p.level = '${level}' and (r.semi is null or s.source is not null)
  union all
  select p.n, 1, null, s.source, q.received, q.received, 0
  from generation.plan p join generation.made q on q.n = p.n join generation.source s on s.n = p.n
  where p.level = '${level}' and p.level = 'REWORK';
  analyze generation.charge;`

const charges = `
  create unlogged table generation.made (n int primary key, received numeric, sample numeric, tested numeric, used numeric);
  create unlogged table generation.charge (n int, k int, material int, source int, required numeric, qty numeric, extra numeric);
  create index on generation.charge (n, k);
  create index on generation.wish (n); analyze generation.wish;`

/** Spills: some plans fetch more of a material, from the same lot. */
const makeUps = `
  update generation.charge c set extra = ceil(c.qty * 0.03)
  from generation.plan p where p.n = c.n and c.k = 2 and c.material is not null and ${random('c.n', 18)} < 0.05;`

/** Material lots serve consecutive plans; received days before the first. */
const materialLots = (size: Size) => `
  create unlogged table generation.cut as
  select n, k, material, qty + extra as qty, w, place / case when material = 1 then ${size.plansPerSaltLot}
      else 2 + floor(${random('material', 3)} * ${(size.plansPerLot - 2) * 2})::int end * 1000 + w / 150 as part
  from (
    select c.*, p.w, (row_number() over (partition by c.material order by p.w, c.n) - 1)::int as place
    from generation.charge c join generation.plan p on p.n = c.n where c.material is not null) c;
  create unlogged table generation.bought as
  select material, part, sum(qty) as used, greatest(min(w) - 3 - material % 3, 0) as w,
    row_number() over (partition by material order by part desc) = 1 as newest, false as rejected
  from generation.cut group by material, part;
  insert into generation.bought
  select material, -part - 1, used, w, false, true from generation.bought where ${random('material * 100000 + part', 19)} < 0.003;`

const lots = (size: Size) => `
  create unlogged table generation.lot as
  with fated as (
    select b.*, m.packing, m.trade, ${random('material * 100000 + part', 20)} as chance,
      (d.d - 10 + make_interval(months => m.life)) < (now() at time zone one.zone)::date as expired
    from generation.bought b join generation.material m on m.n = b.material join generation.day d on d.w = b.w, generation.one
  ), shares as (select avg(coalesce(expired, false)::int) as expired from fated),
  kept as (
    select f.*, case when f.packing then 5 else 0.5 end as tested,
      not coalesce(f.expired, false) and not rejected and ${random('material * 100000 + part', 21)} < 0.02 / (1 - s.expired) as held,
      case when f.expired then chance < 0.005 / greatest(s.expired, 0.01) else chance < 0.1 end as rests
    from fated f, shares s
  ), everything as (
    select w, null::int as plan, material, part, rejected, held, tested, 0::numeric as sample, expired,
      tested + used + case when newest and not coalesce(expired, false) then 20000 when (rests or held) and not rejected then ceil(used * 0.05) else 0 end as received,
      case when rejected then 0 else used end as used,
      1 + trade + ${trades.length} * ((abs(hashint4(material)) + (${random('material * 100000 + part', 22)} < 0.2)::int) % ${Math.floor(size.suppliers / trades.length)}) as supply
    from kept
    union all
    select p.w, p.n, null, null, p.rejected, p.held, m.tested, m.sample, p.expired, m.received, m.used, null
    from generation.plan p join generation.made m on m.n = p.n
  )
  select row_number() over (order by w, plan nulls first, material, part) as id,
    case when plan is null then row_number() over (partition by w, plan is null order by material, part) end as seq, *
  from everything;
  create unique index on generation.lot (id); create unique index on generation.lot (plan);
  create index on generation.lot (material, part); analyze generation.lot;
  create unlogged table generation.receipt as
  select (row_number() over (order by w, supply))::int as id, w, supply, row_number() over (partition by w order by supply) as seq,
    min(m.store) as store
  from generation.lot l join generation.material m on m.n = l.material group by w, supply;
  create unique index on generation.receipt (w, supply); analyze generation.receipt;`

/** Inputs per plan, batch and lot; two batches get half each. */
const uses = `
  create unlogged table generation.use as
  select row_number() over (order by c.n, c.k) as id, c.n, c.k, c.required, c.qty, c.extra, coalesce(m.id, s.id) as lot
  from generation.charge c
    left join generation.cut x on x.n = c.n and x.k = c.k and x.material = c.material
    left join generation.lot m on m.material = x.material and m.part = x.part
    left join generation.lot s on s.plan = c.source;
  create index on generation.use (n); analyze generation.use;
  create unlogged table generation.batch as
  select row_number() over (order by p.w, u.n, batch, u.k) as id, row_number() over (partition by p.w order by u.n, batch, u.k) as seq,
    u.id as use, u.n, u.k, u.lot, batch, half as qty, case when batch = 1 then required - rest else rest end as planned
  from generation.use u join generation.plan p on p.n = u.n cross join lateral generate_series(1, p.batches) batch
    cross join lateral (select case p.batches when 1 then 0 else floor(u.required / 2) end as rest,
      case when p.batches = 1 then u.qty + u.extra when batch = 1 then u.qty + u.extra - floor(u.qty / 2) else floor(u.qty / 2) end as half) h
  where half > 0;
  create index on generation.batch (n); analyze generation.batch;`

/** Lots and usages of all levels, balanced by construction. */
export const lotSteps = (size: Size): readonly GenerationStep[] => [
  ['quantities made', [charges, ...['REWORK', 'FILL', 'BLEND', 'BREW'].map(made), makeUps].join('\n')],
  ['lots bought', materialLots(size)],
  ['lots', lots(size)],
  ['charges', uses],
]
