/** Products of a generated plant, in three levels. */
import { bases, bottles, cases, kinds, styles, trades } from './names.ts'
import type { Size } from './sizes.ts'
import { type GenerationStep, pick, random } from './statement.ts'

const blendsFrom = (size: Size) => size.products + 1
const brewsFrom = (size: Size) => blendsFrom(size) + size.blends

/** Finished products cycle through the sauce kinds, each with its base. */
export const blendOf = (size: Size, product: string) => `(${blendsFrom(size)} + (${product} - 1) % ${size.blends})`
export const brewOf = (size: Size, blend: string) =>
  `(${brewsFrom(size)} + (${blend} - ${blendsFrom(size)}) % ${size.brews})`

const products = (size: Size) => `
  insert into product ("customerId", code, name, "brandId", "productType", "baseUnitId", "netContent", "standardNo",
    "shelfLifeValue", "shelfLifeUnit", "storageCondition", "retainSampleQty", "defaultWarehouseId", status)
  select customer, code, name, brand, case level when 'FILL' then 'FINISHED' else 'SEMI' end,
    case level when 'FILL' then piece else kg end, ml, case level when 'FILL' then 'GB 2717' else 'Q/HX 0002S' end,
    case level when 'FILL' then 24 else 12 end, 'MONTH', case level when 'FILL' then '置于阴凉干燥处，开启后冷藏' else '密闭储罐' end,
    case level when 'FILL' then 2 end, case level when 'FILL' then store5 else store4 end, 'ACTIVE'
  from generation.one cross join (
    select 'F' || lpad(n::text, 4, '0') as code, 'FILL' as level, ${pick(bottles.map(String), 'n')}::int as ml,
      ${pick(styles, `(n - 1) / ${size.blends}`)} || ${pick(kinds, `(n - 1) % ${size.blends}`)} || ${pick(
        bottles.map(ml => `${ml}mL`),
        'n',
      )} as name
    from generate_series(1, ${size.products}) n
    union all
    select 'F' || lpad((${blendsFrom(size)} + n)::text, 4, '0'), 'BLEND', null, ${pick(kinds, 'n')} || '半成品'
    from generate_series(0, ${size.blends - 1}) n
    union all
    select 'F' || lpad((${brewsFrom(size)} + n)::text, 4, '0'), 'BREW', null, ${pick(bases, 'n')}
    from generate_series(0, ${size.brews - 1}) n
  ) made order by code;
  insert into productspec ("customerId", "productId", "specCode", "specName", "packageUnitId", "innerUnitId", "innerQty",
    "baseQtyPerPackage", "salePrice", "isDefault", status)
  select customer, p.id, p.code || '-' || k, case when semi then '罐装散料(kg)' else p."netContent"::int || 'mL×' || pieces || '瓶/箱' end,
    case when semi then kg else crate end, p."baseUnitId", pieces, pieces,
    case when not semi then round(pieces * (4.2 + p."netContent" / 90), 2) end, k = 1, 'ENABLED'
  from generation.one cross join (select *, substr(code, 2)::int as n, "productType" = 'SEMI' as semi from product where code ~ '^F\\d{4}$') p
    cross join lateral generate_series(1, case when semi then 1 else ${Math.floor(size.specs / size.products)}
      + (p.n <= ${size.specs % size.products})::int end) k
    cross join lateral (select case when semi then 1 else ${pick(cases.map(String), 'k - 1')}::int end as pieces) s
  order by p.n, k;
  insert into productformula ("customerId", "productId", "versionNo", "formulaName", "baseQty", "baseUnitId", "yieldRate",
    "lossRateMin", "lossRateMax", "effectiveFrom", "approvedBy", "approvedAt", status)
  select customer, p.id, 'V1', p.name || ' V1', 1, p."baseUnitId", 100, 0, 10, one.began - 30, person,
    (one.began - 30)::timestamp, 'APPROVED'
  from product p, generation.one where p.code ~ '^F\\d{4}$' order by p.code;
  create unlogged table generation.product as
  select n, p.id, case when n < ${blendsFrom(size)} then 'FILL' when n < ${brewsFrom(size)} then 'BLEND' else 'BREW' end as level,
    case when n < ${blendsFrom(size)} then ${blendOf(size, 'n')} when n < ${brewsFrom(size)} then ${brewOf(size, 'n')} end as source,
    p."baseUnitId" as unit, coalesce(p."netContent", 0) as ml, p."shelfLifeValue" as life, f.id as formula,
    p."defaultWarehouseId" as store, l.id as bin
  from (select *, substr(code, 2)::int as n from product where code ~ '^F\\d{4}$') p
    join productformula f on f."productId" = p.id
    join stocklocation l on l."warehouseId" = p."defaultWarehouseId" and l."isDefault";
  create unique index on generation.product (n);
  create unlogged table generation.spec as
  select p.n as product, (row_number() over (partition by p.n order by s.id))::int as k, count(*) over (partition by p.n)::int as specs,
    s.id, s."baseQtyPerPackage" as pieces, s."salePrice" as price
  from productspec s join generation.product p on p.id = s."productId";
  create unique index on generation.spec (product, k);
  analyze generation.product; analyze generation.spec;`

const food = trades.findIndex(trade => trade.perPiece !== undefined)
const packing = trades.length - food
const perPiece = `(array[${trades.map(trade => trade.perPiece ?? 0).join(',')}])[1 + trade]`

/** Formula lines per piece or kilogram; brews lose about 6 %. */
const recipes = (size: Size) => {
  const perTrade = Math.floor(size.materials / trades.length)
  const favourite = `floor(power(${random('product', '40 + trade')}, 2) * ${perTrade})::int`
  // Distinct materials per product; every sauce has the first salt.
  const material = (step: number) =>
    `1 + trade + ${trades.length} * case when trade > 0 then (${favourite} + k / ${step}) % ${perTrade}
      when k <= 2 then 0 else 1 + ${favourite} % ${perTrade - 1} end`
  const shared = (share: number) => `${share} / k / sum(1.0 / k) over (partition by product)`
  return `
  create unlogged table generation.recipe as
  select n as product, 1 as k, null::int as material, source as semi,
    case level when 'FILL' then round(ml / 1000 * 1.15 * 1.004, 4) else 0.85 end as amount
  from generation.product where source is not null
  union all
  select product, k, ${material(packing)}, null, ${perPiece} from (
    select n as product, k, ${food} + (k - 2) % ${packing} as trade
    from generation.product, generate_series(2, ${size.uses}) k where level = 'FILL') line
  union all
  select product, k, ${material(food)}, null, round(${shared(0.1652)}, 4) from (
    select n as product, k, (k - 2) % ${food} as trade
    from generation.product, generate_series(2, ${size.uses}) k where level = 'BLEND') line
  union all
  select product, k, ${material(food)}, null, round(${shared(1.06)}, 4) from (
    select n as product, k, (k - 1) % ${food} as trade
    from generation.product, generate_series(1, ${size.uses}) k where level = 'BREW') line;
  create index on generation.recipe (product); analyze generation.recipe;
  insert into productformulaline ("parentId", "lineNo", "itemType", "materialId", "semiProductId", amount, "unitId", "isPackaging")
  select p.formula, r.k, case when m.id is null then 'PRODUCT' else 'MATERIAL' end, m.id, s.id, r.amount,
    coalesce(m.unit, s.unit), coalesce(m.packing, false)
  from generation.recipe r join generation.product p on p.n = r.product
    left join generation.material m on m.n = r.material left join generation.product s on s.n = r.semi
  order by p.n, r.k;`
}

/** code, name, kind, CCP, item, lowest, highest, unit, minutes, levels */
const controls = [
  ['CCP1', '制曲发酵', 'FERMENT', '曲料温度', 28, 37, '℃', 120, 'BREW'],
  ['CCP2', '加热灭菌', 'HEAT', '杀菌温度', 85, 98, '℃', 30, 'BREW BLEND'],
  ['CCP3', '添加剂称量', 'BLEND', '称量偏差', -1, 1, '%', 60, 'BLEND'],
  ['CCP4', '灌装异物控制', 'FILL', '金属检测灵敏度', 0.5, 1.5, 'mm', 60, 'FILL'],
] as const

const processes = `
  insert into techflow ("customerId", code, name, "flowType", "isKeyControl", "ccpNo", "controlItem", "limitMin", "limitMax",
    "limitUnit", "monitorIntervalMin", "correctiveAction", "versionNo", "sortNo", status)
  select customer, c.code, c.name, c.kind, true, c.code, c.item, c.low, c.high, c.unit, c.minutes,
    '停止该工序，隔离受影响产品，调整后重新监控', '1.0', substr(c.code, 4)::int, 'APPROVED'
  from generation.one, (values ${controls
    .map(
      ([code, name, kind, item, low, high, unit, minutes, levels]) =>
        `('${code}', '${name}', '${kind}', '${item}', ${low}, ${high}, '${unit}', ${minutes}, '${levels}')`,
    )
    .join(', ')}) c (code, name, kind, item, low, high, unit, minutes, levels);
  insert into producttechflow ("customerId", "productId", "stepNo", "techFlowId", "isKeyControl", "limitMin", "limitMax",
    "limitUnit", "monitorIntervalMin")
  select customer, p.id, t."sortNo" * 10, t.id, true, t."limitMin", t."limitMax", t."limitUnit", t."monitorIntervalMin"
  from generation.one cross join generation.product p
    join techflow t on (p.level, t.code) in (${controls.flatMap(([code, , , , , , , , levels]) => levels.split(' ').map(level => `('${level}', '${code}')`)).join(', ')});
  create unlogged table generation.control as
  select p.n as product, (row_number() over (partition by p.n order by f."stepNo") - 1)::int as k, count(*) over (partition by p.n)::int as steps,
    f.id, t."ccpNo" as ccp, t."controlItem" as item, f."limitMin" as low, f."limitMax" as high, f."limitUnit" as unit
  from producttechflow f join techflow t on t.id = f."techFlowId" join generation.product p on p.id = f."productId";
  analyze generation.control;`

export const goodsSteps = (size: Size): readonly GenerationStep[] => [
  ['products', products(size)],
  ['formulas', recipes(size)],
  ['critical control points', processes],
]
