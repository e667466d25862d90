/** Set-up of a new plant, and the stories of a demonstration. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { FirstSteps, SetupStep, Story, StoryRecord } from '#contract/system/firstSteps.ts'
import type { Context } from '../../db/connection/context.ts'
import { scope } from '../../db/schema/columns.ts'
import { titleColumn } from '../../db/schema/labels.ts'
import { isDemonstration } from '../auth/demoAccounts.ts'
import { shippedOrganisation } from '../system/firstStart.ts'

/** In the order in which each needs the ones before it. */
const setup = ['customer', 'unit', 'warehouse', 'supply', 'material', 'product', 'productformula', 'user'] as const

/** Rows that a database has from its first start. */
const shipped: Readonly<Record<string, number>> = { user: 1 }

const maxNames = 3

async function stepOf(context: Context, name: (typeof setup)[number]): Promise<SetupStep> {
  const entity = entities[name]
  const { rows } = await sql<{ count: number; names: readonly string[] | null }>`
    select count(*)::int as count, (array_agg(${titleColumn(entity, 't')} order by t.id))[1:${sql.lit(maxNames)}] as names
    from ${sql.table(name)} t where ${scope(context, entity, 't')}`.execute(context.tx)
  const { count = 0, names } = rows[0] ?? {}
  return { entity: name, count, names: names ?? [], isDone: count > (shipped[name] ?? 0) }
}

/** Fictitious as shipped: done once name and licence are its own. */
async function customerStep({ tx, customerId }: Context): Promise<SetupStep> {
  const { rows } = await sql<{ name: string; licenseNo: string | null }>`
    select name, "licenseNo" from customer where id = ${customerId}`.execute(tx)
  const [own] = rows
  const names = rows.map(({ name }) => name)
  const licence = own?.licenseNo ? { licenceNo: own.licenseNo } : {}
  const isOwn = own?.name !== shippedOrganisation.name && own?.licenseNo !== shippedOrganisation.licenseNo
  const isDone = isOwn && Boolean(own?.name && own.licenseNo)
  return { entity: 'customer', id: customerId, count: rows.length, names, ...licence, isDone }
}

async function setupSteps(context: Context): Promise<readonly SetupStep[]> {
  if (!context.grants.has('user')) return []
  const moved = await sql`select 1 from stockledger where "customerId" = ${context.customerId} limit 1`.execute(
    context.tx,
  )
  if (moved.rows.length > 0) return []
  const steps: SetupStep[] = []
  for (const entity of setup.filter(name => context.grants.has(name)))
    steps.push(entity === 'customer' ? await customerStep(context) : await stepOf(context, entity))
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

type Found = ReturnType<typeof sql<StoryRecord>>

const { callback, complaint, materialstorein, produceplan, productformula, productsaleout, stocklot, supply } = entities
const { unsafefoodanalyse } = entities

/** Ingredient lot in the most product lots, and its supplier. */
const traced = (context: Context): Found => sql<StoryRecord>`
  with lot as (
    select l.id, l."lotNo", l."supplyId" from stocklot l join lotlink k on k."inLotId" = l.id
    join material m on m.id = l."materialId" and m."materialType" in ('RAW', 'AUXILIARY', 'ADDITIVE')
    where ${scope(context, stocklot, 'l')} and l."supplyId" is not null
    group by l.id order by count(distinct k."outLotId") desc, l.id limit 1)
  select 'stocklot' as entity, id, "lotNo" as name, 1 as place from lot
  union all select 'supply', s.id, s.name, 2 from supply s join lot on lot."supplyId" = s.id
    where ${scope(context, supply, 's')}
  union all (select 'stocklot', o.id, o."lotNo", 3 from lotlink k join lot on lot.id = k."inLotId"
    join stocklot o on o.id = k."outLotId" where ${scope(context, stocklot, 'o')} order by o.id desc limit 1)
  order by place`

/** Latest real recall, with its complaint and analysis. */
const recalled = (context: Context): Found => sql<StoryRecord>`
  with recall as (
    select c.id, c."docNo", p."analyseId" from callback c left join unsafefoodcallbackplan p on p.id = c."callbackPlanId"
    where ${scope(context, callback, 'c')} and c."callbackType" <> 'DRILL' and c.status not in ('DRAFT', 'CANCELLED')
    order by c.id desc limit 1)
  select 'complaint' as entity, m.id, m."docNo" as name, 1 as place from complaint m
    join unsafefoodanalyse a on a."complaintId" = m.id join recall on recall."analyseId" = a.id
    where ${scope(context, complaint, 'm')}
  union all select 'unsafefoodanalyse', a.id, a."docNo", 2 from unsafefoodanalyse a join recall on recall."analyseId" = a.id
    where ${scope(context, unsafefoodanalyse, 'a')}
  union all select 'callback', id, "docNo", 3 from recall
  order by place`

/** Latest sale of a lot made here from a received material. */
const sold = (context: Context): Found => sql<StoryRecord>`
  with sale as (
    select s.id, s."docNo", l.id as "lotId", l."lotNo", l."producePlanId" from productsaleout s
    join productsaleoutline n on n."parentId" = s.id join stocklot l on l.id = n."lotId"
    where ${scope(context, productsaleout, 's')} and s.status = 'SUBMITTED' and l."producePlanId" is not null
    order by s.id desc, l.id limit 1),
  receipt as (
    select r.id, r."docNo" from lotlink k join sale on k."outLotId" = sale."lotId" join stocklot i on i.id = k."inLotId"
    join materialstorein r on r."customerId" = i."customerId" and r."docNo" = i."sourceDocNo"
    where ${scope(context, materialstorein, 'r')} order by r.id desc limit 1)
  select 'materialstorein' as entity, id, "docNo" as name, 1 as place from receipt
  union all select 'produceplan', p.id, p."docNo", 2 from produceplan p join sale on sale."producePlanId" = p.id
    where ${scope(context, produceplan, 'p')}
  union all select 'stocklot', "lotId", "lotNo", 3 from sale
  union all select 'productsaleout', id, "docNo", 4 from sale
  order by place`

/** Plan at work, its formula, and the next one. */
const planned = (context: Context): Found => sql<StoryRecord>`
  with plan as (
    select id, "docNo", "formulaId" from produceplan
    where ${scope(context, produceplan)} and status in ('RELEASED', 'ISSUING', 'PRODUCING')
    order by array_position(array['PRODUCING', 'ISSUING', 'RELEASED'], status::text), id desc limit 1)
  select 'produceplan' as entity, id, "docNo" as name, 1 as place from plan
  union all select 'productformula', f.id, coalesce(f."formulaName", f."versionNo"), 2 from productformula f
    join plan on plan."formulaId" = f.id
    where ${scope(context, productformula, 'f')}
  order by place`

const stories = [
  { key: 'trace', page: 'reviewasc', of: traced },
  { key: 'recall', page: 'callback', of: recalled },
  { key: 'receiveToSale', page: 'productsaleout', of: sold },
  { key: 'plan', page: 'produceplan', of: planned },
] as const

async function storiesOf(context: Context): Promise<readonly Story[]> {
  if (!(await isDemonstration(context))) return []
  const found: Story[] = []
  // Traces are refused to who sees a part of the rows.
  const isOpen = ({ key, page }: (typeof stories)[number]) =>
    context.grants.has(page) && (key !== 'trace' || context.writtenBy === undefined)
  for (const { key, of } of stories.filter(isOpen)) {
    const { rows } = await of(context).execute(context.tx)
    const records = rows
      .filter(({ entity }) => context.grants.has(entity))
      .map(({ entity, id, name }) => ({ entity, id, name }))
    if (records.length > 0) found.push({ key, records })
  }
  return found
}

export async function firstSteps(context: Context): Promise<FirstSteps> {
  return { setup: await setupSteps(context), stories: await storiesOf(context) }
}
