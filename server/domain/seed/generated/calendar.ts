/** Base of a generated plant: constants, working days, deterministic randomness. */
import { historyDays, type Size } from './sizes.ts'
import type { GenerationStep } from './statement.ts'

const store = (code: string) => `(select id from warehouse where code = '${code}')`
const bin = (code: string) =>
  `(select l.id from stocklocation l join warehouse w on w.id = l."warehouseId" where w.code = '${code}' and l."isDefault")`
const virtual = (type: string) =>
  `(select id from stocklocation where "locationType" = '${type}' and "warehouseId" is null)`
const employee = (jobNo: string) => `(select id from employee where "jobNo" = '${jobNo}')`
const stores = ['WH01', 'WH02', 'WH03', 'WH04', 'WH05', 'WH06']

/** Working days: never holidays, Sundays last, Saturdays as needed. */
const workdays = (size: Size) => `
  create unlogged table generation.day as
  with calendar as (
    select n, (one.began + n) as d, n / 365 as year from generation.one, generate_series(0, ${historyDays - 1}) n
  ), ranked as (
    select *, row_number() over (partition by year order by
      to_char(d, 'MMDD') between '0101' and '0103' or to_char(d, 'MMDD') between '0210' and '0216'
        or to_char(d, 'MMDD') between '0501' and '0505' or to_char(d, 'MMDD') between '1001' and '1007',
      greatest(extract(isodow from d) - 5, 0), generation.random(n, 1)) as rank
    from calendar
  )
  select (row_number() over (order by d) - 1)::int as w, d, to_char(d, 'YYYYMMDD') as stamp,
    d::timestamp at time zone one.zone as at
  from ranked, generation.one where rank <= ${size.workdays};
  create unique index on generation.day (w); analyze generation.day;`

/** Constants and calendar; units, people and warehouses exist before the first day. */
export const calendarSteps = (size: Size): readonly GenerationStep[] => [
  [
    'calendar',
    `
    create function generation.random(a bigint, b bigint) returns float8 language sql immutable parallel safe
      return abs(hashint8extended(a, b) % 1000003)::float8 / 1000003;
    create unlogged table generation.one as select c.id as customer, c."timeZone" as zone,
      (now() at time zone c."timeZone")::date - ${historyDays} as began,
      (select id from "user" order by id limit 1) as person,
      (select id from unit where code = 'kg') as kg, (select id from unit where code = 'pc') as piece,
      (select id from unit where code = 'case') as crate, (select id from unit where code = 'bag') as bag,
      (select id from brand order by id limit 1) as brand,
      ${employee('E001')} as director, ${employee('E002')} as keeper, ${employee('E003')} as shipper,
      ${employee('E006')} as inspector, ${employee('E008')} as seller,
      ${stores.map((code, place) => `${store(code)} as store${place + 1}, ${bin(code)} as bin${place + 1}`).join(', ')},
      ${['SUPPLIER', 'WIP', 'PROCESS', 'DEALER', 'SAMPLE', 'LAB', 'SCRAP'].map(type => `${virtual(type)} as ${type.toLowerCase()}`).join(', ')}
    from customer c order by c.id limit 1;
    ${workdays(size)}`,
  ],
]
