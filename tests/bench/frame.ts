/** The frame of the history, in a schema of its own: plans, what is charged into them, lots, sales. Numbers, no documents. */
import { historyDays, type Size } from './sizes.ts'

/** A named statement; the name is printed with the time it took. */
export type Step = readonly [title: string, statement: string]

/** Master data beside that of the demo plant, made like it. */
export const masterSteps = (size: Size): readonly Step[] => [
  [
    'master data',
    `
    drop schema if exists bench cascade;
    create schema bench;
    -- the same number for the same pair, so that every run generates the same plant
    create function bench.rnd(a bigint, b bigint) returns float8 language sql immutable parallel safe
      return abs(hashint8extended(a, b) % 1000003)::float8 / 1000003;
    create table bench.one as select (select id from customer limit 1) as customer,
      (select id from "user" order by id limit 1) as person,
      (select id from unit where code = 'kg') as kg, (select id from unit where code = 'case') as crate,
      (select id from brand limit 1) as brand, (select id from employee where "jobNo" = 'E002') as keeper,
      (select id from employee where "jobNo" = 'E004') as leader,
      (select id from warehouse where code = 'WH01') as store1, (select id from warehouse where code = 'WH04') as store4,
      (select id from warehouse where code = 'WH05') as store5,
      (select l.id from stocklocation l join warehouse w on w.id = l."warehouseId" where w.code = 'WH01') as bin1,
      (select l.id from stocklocation l join warehouse w on w.id = l."warehouseId" where w.code = 'WH04') as bin4,
      (select l.id from stocklocation l join warehouse w on w.id = l."warehouseId" where w.code = 'WH05') as bin5,
      (select id from stocklocation where "locationType" = 'SUPPLIER') as supplier,
      (select id from stocklocation where "locationType" = 'WIP') as wip,
      (select id from stocklocation where "locationType" = 'PROCESS') as process,
      (select id from stocklocation where "locationType" = 'DEALER') as dealer,
      (current_date - ${historyDays})::timestamp at time zone 'UTC' as began;
    insert into supply ("customerId", code, name, "supplierType", "contactName", phone, country, address, "approvalStatus",
      "licenseNo", "licenseExpireDate")
    select customer, 'BS' || n, '供应商' || n || '号有限公司', 'PRODUCER', '联系人' || n, '0531-' || 8000000 + n, 'CN',
      '工业园区 ' || n || ' 号', 'APPROVED', 'SC' || 1000000 + n, '2030-12-31'
    from bench.one, generate_series(1, ${size.suppliers}) n;
    insert into dealer ("customerId", code, name, "dealerType", "contactName", phone, "recallContactName", "recallPhone",
      region, address, country, "pickPolicy", status)
    select customer, 'BD' || n, '经销商' || n || '号商贸有限公司', 'DISTRIBUTOR', '经理' || n, '020-' || 8000000 + n,
      '召回联系人' || n, '020-' || 8100000 + n, '第' || n % 30 || '区', '商业街 ' || n || ' 号', 'CN', 'EXPIRING_FIRST', 'ENABLED'
    from bench.one, generate_series(1, ${size.dealers}) n;
    insert into material ("customerId", code, name, "materialType", "baseUnitId", "isLotTracked", "isInspected",
      "shelfLifeValue", "shelfLifeUnit", "defaultWarehouseId", status)
    select customer, 'BM' || n, '原料' || n || '号', 'RAW', kg, true, true, 36, 'MONTH', store1, 'ENABLED'
    from bench.one, generate_series(1, ${size.materials}) n;
    insert into materialspec ("customerId", "materialId", "specCode", "specName", "packageUnitId", "baseQtyPerPackage",
      "isDefault", status)
    select "customerId", id, code || '-1', '50kg/袋', "baseUnitId", 50, true, 'ENABLED' from material where code like 'BM%';
    insert into product ("customerId", code, name, "brandId", "productType", "baseUnitId", "shelfLifeValue",
      "shelfLifeUnit", "storageCondition", "defaultWarehouseId", status)
    select customer, 'BP' || n, '产品' || n || '号', brand, case when n > ${size.products} then 'SEMI' else 'FINISHED' end,
      case when n > ${size.products} then kg else crate end, 24, 'MONTH', '常温', case when n > ${size.products} then store4
      else store5 end, 'ACTIVE'
    from bench.one, generate_series(1, ${size.products} + 10) n;
    insert into productspec ("customerId", "productId", "specCode", "specName", "packageUnitId", "innerQty",
      "baseQtyPerPackage", "salePrice", "isDefault", status)
    select "customerId", id, code || '-1', '500mL×12瓶/箱', "baseUnitId", 12, 1, 88.80, true, 'ENABLED'
    from product where code like 'BP%';
    insert into productformula ("customerId", "productId", "versionNo", "formulaName", "baseQty", "baseUnitId", "yieldRate",
      "effectiveFrom", status)
    select "customerId", id, 'V1', name || ' V1', 1, "baseUnitId", 100, '2023-01-01', 'APPROVED'
    from product where code like 'BP%';
    create table bench.material as select substr(code, 3)::int as n, m.id, s.id as spec from material m
      join materialspec s on s."materialId" = m.id where code like 'BM%';
    create table bench.product as select substr(code, 3)::int as n, p.id, s.id as spec, f.id as formula from product p
      join productspec s on s."productId" = p.id join productformula f on f."productId" = p.id where code like 'BP%';
    create table bench.dealer as select substr(code, 3)::int as n, id from dealer where code like 'BD%';
    create table bench.supply as select substr(code, 3)::int as n, id from supply where code like 'BS%';
    analyze bench.material; analyze bench.product; analyze bench.dealer; analyze bench.supply;`,
  ],
]

/** Skewed towards the first of `count`: few products, dealers and materials make most of the business. */
const skewed = (random: string, count: number) => `1 + floor(power(${random}, 2) * ${count})::int`

const made = (size: Size) => Math.floor((size.plans * 3) / 8)

/** What happened, as numbers. */
export const frameSteps = (size: Size): readonly Step[] => [
  [
    'plans',
    `
    create unlogged table bench.plan as
    select n, semi, row_number() over (partition by semi order by n) as ord,
      case when semi then ${size.products} + 1 + n % 10 else ${skewed('bench.rnd(n, 1)', size.products)} end as product,
      floor(n * ${historyDays - 8}::float8 / ${size.plans})::int as day
    from (select n, n % 8 < 3 as semi from generate_series(1, ${size.plans}) n) x;
    create unique index on bench.plan (n); create index on bench.plan (semi, ord); analyze bench.plan;`,
  ],
  [
    'charges',
    `
    create unlogged table bench.charge as
    with wanted as (
      select p.n, k, p.product, case when k = 1 then 1 else
        1 + ${skewed(`bench.rnd(p.product * 100 + k, 2)`, size.materials - 1)} end as material
      from bench.plan p, generate_series(1, ${size.uses}) k where p.semi or k > 1
    ), once as (select distinct on (n, material) n, k, material from wanted order by n, material, k
    ), counted as (
      select n, k, material, row_number() over (partition by material order by n) - 1 as place from once
    )
    select n, k, material, null::int as semi, 1 + floor(bench.rnd(n * 100 + k, 4) * 50)::int as qty,
      place / case when material = 1 then ${size.plansPerSaltLot}
        else 2 + floor(bench.rnd(material, 3) * ${(size.plansPerLot - 2) * 2})::int end as lot
    from counted
    union all
    select p.n, 1, null, s.n, 1 + floor(bench.rnd(p.n, 5) * 50)::int, null
    from bench.plan p
    join bench.plan s on s.semi and s.ord = floor(p.ord * 0.6) - ${Math.ceil((made(size) * 3) / historyDays) + 1}
    where not p.semi;
    create index on bench.charge (material, lot); create index on bench.charge (semi); analyze bench.charge;`,
  ],
  [
    'sales',
    `
    create unlogged table bench.sale as
    with line as (
      select p.n, ${skewed('bench.rnd(p.n * 1000 + i, 6)', size.dealers)} as dealer,
        1 + floor(bench.rnd(p.n * 1000 + i, 7) * 20)::int as qty,
        4 * ceil((p.day + 3 + bench.rnd(p.n * 1000 + i, 8) * 60) / 4)::int + 1 as day
      from bench.plan p, generate_series(1, floor(${size.salesPerLot} * (0.5 + bench.rnd(p.n, 9)))::int) i
      where not p.semi
    )
    select n, dealer, qty, day, dense_rank() over (order by day, dealer) as doc,
      row_number() over (partition by day, dealer order by n, qty) as line
    from line where day < ${historyDays};
    create index on bench.sale (n); analyze bench.sale;`,
  ],
  [
    'lots',
    `
    create unlogged table bench.lot as
    with used as (
      select material, lot, sum(qty) as qty, min(n) as first from bench.charge where material is not null group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by material order by lot desc) = 1 as newest from used
    )
    select row_number() over (order by first, material) as id, u.material, u.lot, null::int as plan,
      u.qty + case when newest then 100000 when bench.rnd(first, 10) < 0.1 then 300 else 0 end as received,
      u.qty as gone, greatest(p.day - 5, 0) as day
    from ranked u join bench.plan p on p.n = u.first;
    insert into bench.lot
    select (select max(id) from bench.lot) + row_number() over (order by p.n), null, null, p.n,
      coalesce(c.qty, 0) + coalesce(s.qty, 0) + case when bench.rnd(p.n, 11) < 0.1 then 400 else 5 end,
      coalesce(c.qty, 0) + coalesce(s.qty, 0), p.day
    from bench.plan p
    left join (select semi, sum(qty) as qty from bench.charge where semi is not null group by 1) c on c.semi = p.n
    left join (select n, sum(qty) as qty from bench.sale group by 1) s on s.n = p.n;
    create index on bench.lot (material, lot); create index on bench.lot (plan); analyze bench.lot;
    create unlogged table bench.use as
    select row_number() over (order by c.n, c.k) as id, c.n, c.k, c.qty, coalesce(m.id, s.id) as lot
    from bench.charge c
    left join bench.lot m on m.material = c.material and m.lot = c.lot
    left join bench.lot s on s.plan = c.semi;
    create index on bench.use (n); analyze bench.use;`,
  ],
]
