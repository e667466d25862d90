/** Chart data of the home page, in plant days. */
import { sql } from 'kysely'
import { produceplan } from '#contract/production/produceplan.ts'
import { productsaleout } from '#contract/sale/productsaleout.ts'
import type { HomeChart } from '#contract/system/home.ts'
import type { Context } from '../../db/connection/context.ts'
import { scope } from '../../db/schema/columns.ts'
import { addDays } from '../basis/dates.ts'

type Point = HomeChart['points'][number]

const weeks = 12
const daysBack = 14
const daysAhead = 7
const movementDays = 30

async function points(query: ReturnType<typeof sql<Point>>, context: Context): Promise<readonly Point[]> {
  return (await query.execute(context.tx)).rows
}

const expiry = (context: Context) => sql<Point>`
  select to_char(w, 'YYYY-MM-DD') as "from", to_char(w + 6, 'YYYY-MM-DD') as until, array[
    count(l.id) filter (where l."itemType" = 'MATERIAL'), count(l.id) filter (where l."itemType" = 'PRODUCT')]::integer[]
    as "values"
  from (select ${context.today}::date + 7 * n as w from generate_series(0, ${weeks - 1}::int) n) weeks
  left join stocklot l on l."customerId" = ${context.customerId} and l."onHandQty" > 0
    and l."expiryDate" between w and w + 6
  group by w order by w`

const plans = (context: Context) => sql<Point>`
  select to_char(d, 'YYYY-MM-DD') as "from", to_char(d, 'YYYY-MM-DD') as until, array[
    count(p.id) filter (where p.status <> 'CANCELLED'),
    count(p.id) filter (where p.status in ('FINISHED', 'CLOSED'))]::integer[] as "values"
  from (select ${addDays(context.today, -daysBack)}::date + n as d
    from generate_series(0, ${daysBack + daysAhead}::int) n) days
  left join produceplan p on p."customerId" = ${context.customerId} and p."produceDate" = d and ${scope(context, produceplan, 'p')}
  group by d order by d`

const sales = (context: Context) => sql<Point>`
  select to_char(d, 'YYYY-MM-DD') as "from", to_char(d, 'YYYY-MM-DD') as until,
    array[count(s.id)]::integer[] as "values"
  from (select ${addDays(context.today, 1 - movementDays)}::date + n as d
    from generate_series(0, ${movementDays - 1}::int) n) days
  left join productsaleout s on s."customerId" = ${context.customerId} and s."saleDate" = d
    and s.status in ('SUBMITTED', 'CONFIRMED') and ${scope(context, productsaleout, 's')}
  group by d order by d`

const charts = [
  { key: 'expiry', entity: 'stocklot', field: 'expiryDate', series: ['material', 'product'], of: expiry },
  { key: 'plans', entity: 'produceplan', field: 'produceDate', series: ['planned', 'finished'], of: plans },
  { key: 'sales', entity: 'productsaleout', field: 'saleDate', series: ['shipped'], of: sales },
] as const

export async function homeCharts(context: Context): Promise<readonly HomeChart[]> {
  const shown: HomeChart[] = []
  for (const { of, ...chart } of charts)
    if (context.grants.has(chart.entity)) shown.push({ ...chart, points: await points(of(context), context) })
  return shown
}
