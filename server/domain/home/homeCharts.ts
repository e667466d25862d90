/** Chart data of the home page, in plant days. */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { produceplan } from '#contract/production/produceplan.ts'
import { qualityinspection } from '#contract/quality/qualityinspection.ts'
import { complaint } from '#contract/sale/complaint.ts'
import type { HomeChart } from '#contract/system/home.ts'
import { inStock } from '#contract/views.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Sql } from '../../db/schema/columns.ts'
import { scope } from '../../db/schema/columns.ts'

type Point = HomeChart['points'][number]

const weeks = 12
const daysBack = 14
const daysAhead = 7

async function points(query: ReturnType<typeof sql<Point>>, context: Context): Promise<readonly Point[]> {
  return (await query.execute(context.tx)).rows
}

/** Seven days each, until today. */
const pastWeeks = ({ today }: Context): Sql => sql`
  (select ${addDays(today, 1 - 7 * weeks)}::date + 7 * n as w from generate_series(0, ${weeks - 1}::int) n) weeks`

const week = (values: Sql): Sql => sql`
  select to_char(w, 'YYYY-MM-DD') as "from", to_char(w + 6, 'YYYY-MM-DD') as until, array[${values}]::float8[] as "values"`

const rounded = (value: Sql): Sql => sql`round((${value})::numeric, 1)`

/** Kilograms of one base unit, or gross weight of its package. */
const kgPerUnit = sql`
  select p.id as "productId", case when u."unitType" = 'MASS' then u."factorNumerator"::numeric / u."factorDenominator"
    else (select s."grossWeight" / nullif(s."baseQtyPerPackage", 0) from productspec s
      where s."productId" = p.id and s."isDefault" order by s.id limit 1) end as kg
  from product p join unit u on u.id = p."baseUnitId"`

/** Planned and finished kilograms by day of production. */
const output = (context: Context) => sql<Point>`
  select to_char(d, 'YYYY-MM-DD') as "from", to_char(d, 'YYYY-MM-DD') as until, array[
    ${rounded(sql`coalesce(sum(p."plannedQty" * k.kg) filter (where p.status not in ('DRAFT', 'CANCELLED')), 0)`)},
    ${rounded(sql`coalesce(sum(p."producedQty" * k.kg), 0)`)}]::float8[] as "values"
  from (select ${addDays(context.today, -daysBack)}::date + n as d
    from generate_series(0, ${daysBack + daysAhead}::int) n) days
  left join produceplan p on p."customerId" = ${context.customerId} and p."produceDate" = d and ${scope(context, produceplan, 'p')}
  left join (${kgPerUnit}) k on k."productId" = p."productId"
  group by d order by d`

/** Days from today on which a span of expiry begins and ends. */
const spans: readonly (readonly [label: string, from: number | null, until: number | null])[] = [
  ['overdue', null, -1],
  ['today', 0, 0],
  ['week', 1, 7],
  ['month', 8, 30],
  ['quarter', 31, 90],
  ['later', 91, null],
]

/** Kilograms and lots in stock by the time left until they expire. */
const expiry = ({ today, customerId }: Context) => {
  const dayAfter = (days: number | null) => (days === null ? null : addDays(today, days))
  const rows = spans.map(
    ([label, from, until], at) => sql`(${at}::int, ${label}::text, ${dayAfter(from)}::date, ${dayAfter(until)}::date)`,
  )
  const kg = (type: string) =>
    rounded(sql`coalesce(sum(l."onHandQty" * case when l."isMass"
      then l."kgNumerator"::numeric / l."kgDenominator" else k.kg end) filter (where l."itemType" = ${type}), 0)`)
  return sql<Point>`
    select s.label, to_char(s.first, 'YYYY-MM-DD') as "from", to_char(s.last, 'YYYY-MM-DD') as until,
      count(l.id)::integer as count, array[${kg('MATERIAL')}, ${kg('PRODUCT')}]::float8[] as "values"
    from (values ${sql.join(rows)}) as s(place, label, first, last)
    left join stocklot l on l."customerId" = ${customerId} and l."onHandQty" > 0
      and l."expiryDate" >= coalesce(s.first, '-infinity') and l."expiryDate" <= coalesce(s.last, 'infinity')
    left join (${kgPerUnit}) k on k."productId" = l."productId"
    group by s.place, s.label, s.first, s.last order by s.place`
}

/** Share of lots whose first inspection passed, by week. */
const firstPass = (context: Context) => sql<Point>`
  ${week(rounded(sql`100.0 * count(i.id) filter (where i.verdict = 'PASS') / nullif(count(i.id), 0)`))}
  from ${pastWeeks(context)}
  left join (select distinct on (q."lotId") q.id, q.verdict, (q."sampleTime" at time zone ${context.timeZone})::date as day
    from qualityinspection q
    where q."customerId" = ${context.customerId} and q.verdict is not null and ${scope(context, qualityinspection, 'q')}
    order by q."lotId", q.id) i on i.day between w and w + 6
  group by w order by w`

/** Output in percent of charged mass, by production day. */
const yields = (context: Context) => sql<Point>`
  ${week(rounded(sql`100 * sum(m.output) / nullif(sum(m.used), 0)`))}
  from ${pastWeeks(context)}
  left join produceplan p on p."customerId" = ${context.customerId} and p.status in ('FINISHED', 'CLOSED')
    and p."produceDate" between w and w + 6 and p."yieldRate" is not null and ${scope(context, produceplan, 'p')}
  left join lateral (select sum(s.output * s."kgNumerator" / s."kgDenominator") as output,
      sum(s.used * s."kgNumerator" / s."kgDenominator") as used
    from planmasssum s where s."producePlanId" = p.id) m on true
  group by w order by w`

/** Complaints by week, and those still open. */
const cases = (context: Context) => sql<Point>`
  ${week(sql`count(c.id), count(c.id) filter (where c.status = 'OPEN')`)}
  from ${pastWeeks(context)}
  left join complaint c on c."customerId" = ${context.customerId} and ${scope(context, complaint, 'c')}
    and (c."complaintTime" at time zone ${context.timeZone})::date between w and w + 6
  group by w order by w`

const unweighedPlans = (context: Context) => sql<{ count: number }>`
  select count(*)::integer as count from produceplan p left join (${kgPerUnit}) k on k."productId" = p."productId"
  where p."customerId" = ${context.customerId} and ${scope(context, produceplan, 'p')} and k.kg is null
    and p.status not in ('DRAFT', 'CANCELLED')
    and p."produceDate" between ${addDays(context.today, -daysBack)}::date and ${addDays(context.today, daysAhead)}::date`

const unweighedLots = (context: Context) => sql<{ count: number }>`
  select count(*)::integer as count from stocklot l left join (${kgPerUnit}) k on k."productId" = l."productId"
  where l."customerId" = ${context.customerId} and l."onHandQty" > 0 and not l."isMass" and k.kg is null
    and l."expiryDate" is not null`

const charts = [
  {
    key: 'output',
    entity: 'produceplan',
    field: 'produceDate',
    unit: 'kg',
    series: ['planned', 'finished'],
    of: output,
    without: unweighedPlans,
  },
  {
    key: 'expiry',
    entity: 'stocklot',
    field: 'expiryDate',
    unit: 'kg',
    series: ['material', 'product'],
    where: [inStock],
    of: expiry,
    without: unweighedLots,
  },
  { key: 'yields', entity: 'produceplan', field: 'produceDate', unit: '%', series: ['yield'], of: yields },
  { key: 'firstPass', entity: 'qualityinspection', field: 'sampleTime', unit: '%', series: ['rate'], of: firstPass },
  { key: 'cases', entity: 'complaint', field: 'complaintTime', unit: '', series: ['all', 'open'], of: cases },
] as const

export async function homeCharts(context: Context): Promise<readonly HomeChart[]> {
  const shown: HomeChart[] = []
  for (const each of charts) {
    if (!context.grants.has(each.entity)) continue
    const { key, entity, field, unit, series, of } = each
    const left = 'without' in each ? (await each.without(context).execute(context.tx)).rows[0] : undefined
    const found = await points(of(context), context)
    const where = 'where' in each ? each.where : []
    shown.push({ ...{ key, entity, field, unit, series, where }, unweighed: left?.count ?? 0, points: found })
  }
  return shown
}
