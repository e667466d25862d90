/** Master data of a generated plant: suppliers, dealers, employees, materials. */
import {
  cities,
  dealerKinds,
  givenNames,
  makes,
  origins,
  regions,
  surnames,
  type Trade,
  trades,
  words,
} from './names.ts'
import type { Size } from './sizes.ts'
import { type GenerationStep, pick, random } from './statement.ts'

const count = trades.length
const person = (n: string, salt: number) =>
  `${pick(surnames, `floor(${random(n, salt)} * 1000)::int`)} || ${pick(givenNames, `floor(${random(n, salt + 1)} * 1000)::int`)}`
const phone = (n: string, from: number) =>
  `'0' || ${pick(['10', '20', '21', '22', '23', '25', '27', '28', '29'], n)} || '-' || (${from} + ${n})`

/** Unique word pairs: the step is coprime to the count. */
const region = (n: string) => pick(regions, `(${n} * 347)`)
const word = (n: string) => pick(words, `((${n} * 347) % ${regions.length * words.length}) / ${regions.length}`)

const perTrade = (value: (trade: Trade) => string, place: string) =>
  `(array[${trades.map(value).join(',')}])[1 + (${place}) % ${count}]`

const suppliers = (size: Size) => `
  insert into supply ("customerId", code, name, "supplierType", "contactName", phone, country, region, address,
    "approvalStatus", "auditGrade", "licenseNo", "licenseExpireDate")
  select customer, 'S' || lpad(n::text, 4, '0'), ${region('n')} || ${word('n')} || ${perTrade(trade => `'${trade.company}'`, 'n - 1')} || '有限公司',
    ${pick(['PRODUCER', 'PRODUCER', 'PRODUCER', 'TRADER'], 'n')}, ${person('n', 21)}, ${phone('n', 8_000_000)}, 'CN', ${region('n')},
    ${region('n')} || '省级食品工业园' || 1 + n % 40 || '号', 'APPROVED', ${pick(['A', 'A', 'B', 'B', 'C'], 'n')},
    'SC1' || 100000000 + n * 7919, one.began + 1460 + n % 300
  from generation.one, generate_series(1, ${size.suppliers}) n;
  create unlogged table generation.supply as select substr(code, 2)::int as n, id from supply where code ~ '^S\\d{4}$';`

const dealers = (size: Size) => `
  insert into dealer ("customerId", code, name, "dealerType", "contactName", phone, "recallContactName", "recallPhone",
    region, address, country, "pickPolicy", "salesmanId", status)
  select customer, 'D' || lpad(n::text, 4, '0'), city || ${pick(words, `n / ${cities.length}`)} ||
      ${pick(
        dealerKinds.map(([kind]) => kind),
        `n + n / ${cities.length * words.length}`,
      )},
    ${pick(
      dealerKinds.map(([, type]) => type),
      `n + n / ${cities.length * words.length}`,
    )}, ${person('n', 23)}, ${phone('n', 8_000_000)},
    ${person('n', 25)}, ${phone('n', 8_100_000)}, city || '市', ${pick(['人民路', '中山路', '建设路', '解放路', '和平街', '商贸城', '农批市场', '工业大道'], 'n')}
      || 1 + n % 280 || '号', 'CN', case when n % 40 = 0 then 'NEWEST_FIRST' else 'EXPIRING_FIRST' end, seller, 'ENABLED'
  from generation.one, (select n, ${pick(cities, 'n')} as city from generate_series(1, ${size.dealers}) n) named;
  create unlogged table generation.dealer as select substr(code, 2)::int as n, id from dealer where code ~ '^D\\d{4}$';`

const employees = (size: Size) => `
  insert into employee ("customerId", "jobNo", name, gender, department, position, "postType", "foodSafetyRole", phone,
    "entryDate", "healthExpireDate", status)
  select customer, 'E' || 1000 + n, ${person('n', 27)}, ${pick(['M', 'F'], 'n')}, '生产部',
    ${pick(['酿造操作工', '调配操作工', '杀菌操作工', '灌装操作工', '包装操作工', '班长'], 'n')}, 'DIRECT', 'NONE', ${phone('n', 8_200_000)},
    one.began - 30 - n % 900, one.began + ${1095} + 10 + n % 340, 'ON_JOB'
  from generation.one, generate_series(1, ${size.employees - 8}) n;
  create unlogged table generation.employee as
    select (row_number() over (order by id) - 1)::int as n, id from employee where "jobNo" ~ '^E\\d{4}$';
  insert into employeehealth ("customerId", "employeeId", "recordType", "examDate", hospital, "certNo", "validUntil",
    result, handling)
  select "customerId", id, 'ANNUAL', "healthExpireDate" - 364, '市疾病预防控制中心', 'JK' || 100000 + id, "healthExpireDate",
    'QUALIFIED', 'NORMAL'
  from employee where "jobNo" ~ '^E\\d{4}$';`

const materials = (size: Size) => `
  insert into material ("customerId", code, name, "materialType", "baseUnitId", "isLotTracked", "isInspected",
    "shelfLifeValue", "shelfLifeUnit", "storageCondition", "defaultWarehouseId", "defaultSupplyId", status)
  select customer, 'M' || lpad(m.n::text, 4, '0'),
    case when trade < ${trades.findIndex(trade => trade.perPiece)} then ${pick(origins, 'i / 8')} || base else base || ${pick(makes, 'i / 8')} end,
    kind, case when kind like 'PACK%' then piece else kg end, true, true, life, case when life is not null then 'MONTH' end,
    '阴凉干燥处，离墙离地', store, s.id, 'ENABLED'
  from generation.one cross join lateral (
    select n, (n - 1) % ${count} as trade, (n - 1) / ${count} as i,
      ${perTrade(trade => `'${trade.kind}'`, 'n - 1')} as kind, nullif(${perTrade(trade => String(trade.shelfLife), 'n - 1')}, 0) as life,
      case ${perTrade(trade => `'${trade.store}'`, 'n - 1')} when 'WH01' then store1 when 'WH02' then store2 else store3 end as store,
      (array[${trades.map(trade => `array['${trade.bases.join(`','`)}']`).join(',')}])[1 + (n - 1) % ${count}][1 + ((n - 1) / ${count}) % 8] as base
    from generate_series(1, ${size.materials}) n) m
  join generation.supply s on s.n = 1 + trade + ${count} * floor(${random('m.n', 31)} * ${Math.floor(size.suppliers / count)})::int;
  insert into materialspec ("customerId", "materialId", "specCode", "specName", "packageUnitId", "baseQtyPerPackage",
    "isDefault", status)
  select customer, m.id, m.code || '-1', ${perTrade(trade => `'${trade.spec}'`, 'substr(m.code, 2)::int - 1')}, bag,
    ${perTrade(trade => String(trade.perPackage), 'substr(m.code, 2)::int - 1')}, true, 'ENABLED'
  from material m, generation.one where m.code ~ '^M\\d{4}$';
  create unlogged table generation.material as
  select substr(m.code, 2)::int as n, (substr(m.code, 2)::int - 1) % ${count} as trade, m.id, s.id as spec,
    s."baseQtyPerPackage" as package, m."materialType" like 'PACK%' as packing, m."shelfLifeValue" as life,
    m."baseUnitId" as unit, m."defaultWarehouseId" as store, l.id as bin
  from material m join materialspec s on s."materialId" = m.id
    join stocklocation l on l."warehouseId" = m."defaultWarehouseId" and l."isDefault"
  where m.code ~ '^M\\d{4}$';
  create unique index on generation.material (n);`

export const masterSteps = (size: Size): readonly GenerationStep[] => [
  ['suppliers, dealers, employees', [suppliers(size), dealers(size), employees(size)].join('\n')],
  ['materials', materials(size)],
  [
    'analyze',
    'analyze generation.supply; analyze generation.dealer; analyze generation.material; analyze generation.employee',
  ],
]
