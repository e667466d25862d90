/** Home page data, restricted by permission. */

import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { unsafefoodaccident } from '#contract/foodSafety/unsafefoodaccident.ts'
import { entities } from '#contract/index.ts'
import { callback } from '#contract/recall/callback.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { HomeCounter, HomeDeadline } from '#contract/system/home.ts'
import type { SystemInformation } from '#contract/system/session.ts'
import { drafts, inStock, views } from '#contract/views.ts'
import type { Context } from '../../db/connection/context.ts'
import { countMatching } from '../../db/query/countWhere.ts'
import type { ListCondition } from '../../db/query/where.ts'
import { scope } from '../../db/schema/columns.ts'
import { demoAccounts } from '../auth/demoAccounts.ts'
import { productVersion } from '../basis/productVersion.ts'
import { settingOf } from '../settings/settings.ts'

type Organisation = { name: string } & NonNullable<SystemInformation['letterhead']>

const lettered = ({ name, ...letterhead }: Organisation) => ({ organisation: name, letterhead })

/** Version and time for anybody; pending work for signed-in callers. */
export async function systemInformation(context: Context): Promise<SystemInformation> {
  const known = { version: productVersion, serverTime: context.now }
  if (context.userId === null) {
    const accounts = await demoAccounts(context)
    return accounts.length > 0 ? { ...known, demoAccounts: accounts } : known
  }
  const { rows } = await sql<Organisation>`
    select name, address, phone, "licenseNo" from customer where id = ${context.customerId}`.execute(context.tx)
  return {
    ...known,
    ...(rows[0] ? lettered(rows[0]) : {}),
    expiryRule: await settingOf(context, 'expiryRule'),
    counters: await homeCounters(context),
    deadlines: await homeDeadlines(context),
  }
}

const maxDeadlines = 20

/** Open recalls, due drafts included, with the nearest unmet deadline. */
async function recalls(context: Context): Promise<readonly HomeDeadline[]> {
  if (!context.grants.has('callback')) return []
  const { rows } = await sql<HomeDeadline>`
    select 'callback' as entity, c.id, c."docNo", c.title, c."callbackType" = 'DRILL' as "isDrill", d.what, d."from", d.at
    from callback c cross join lateral (
      select what, "from", at from (values
        ('startDeadline', c."knowTime", case when c."startTime" is null then c."startDeadline" end),
        ('reportDeadline', c."knowTime", case when c."regulatorReportTime" is null and c."callbackType" <> 'DRILL'
          and c.status <> 'DRAFT' then c."reportDeadline" end),
        ('notifyDeadline', c."noticeTime", case when c."notifiedPercent" < 100 then c."notifyDeadline" end),
        ('finishDeadline', c."noticeTime", c."finishDeadline")) as v(what, "from", at)
      where at is not null order by at limit 1) d
    where ${scope(context, callback, 'c')}
      and c.status in ('DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING')
    order by d.at limit ${maxDeadlines}`.execute(context.tx)
  return rows
}

async function accidents(context: Context): Promise<readonly HomeDeadline[]> {
  if (!context.grants.has('unsafefoodaccident')) return []
  const { rows } = await sql<HomeDeadline>`
    select 'unsafefoodaccident' as entity, id, "docNo", title, false as "isDrill", 'reportDeadline' as what,
      "knowTime" as "from", "reportDeadline" as at
    from unsafefoodaccident
    where ${scope(context, unsafefoodaccident)} and "reportTime" is null and "reportDeadline" is not null
      and status = 'REPORTED'
    order by "reportDeadline" limit ${maxDeadlines}`.execute(context.tx)
  return rows
}

/** Next deadlines of open recalls and unreported accidents (domain.md §2.10). */
async function homeDeadlines(context: Context): Promise<readonly HomeDeadline[]> {
  const due = [...(await recalls(context)), ...(await accidents(context))]
  return due.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, maxDeadlines)
}

// Pending work of the home page, with the filter of each list.

const warningDays = 30

type Tone = HomeCounter['tone']

interface Watched {
  readonly key: string
  readonly entity: keyof typeof entities
  readonly tone: Tone
  readonly where: (context: Context) => readonly ListCondition[] | Promise<readonly ListCondition[]>
}

const among = (field: string, ...value: readonly string[]): ListCondition => ({ field, op: 'in', value })
const until = (field: string, value: string): ListCondition => ({ field, op: 'le', value })
const from = (field: string, value: string): ListCondition => ({ field, op: 'ge', value })
const soon = ({ today }: Context) => addDays(today, warningDays)

async function openDeviations(context: Context): Promise<readonly ListCondition[]> {
  const { rows } = await sql<{ id: number }>`
    select id from importcontrol where ${scope(context, entities.importcontrol)} and result = 'DEVIATION'
      and "verifierId" is null order by id desc limit 200`.execute(context.tx)
  return [{ field: 'id', op: 'in', value: rows.map(row => row.id) }]
}

const watched: readonly Watched[] = [
  {
    key: 'pendingLots',
    entity: 'stocklot',
    tone: 'neutral',
    where: () => views.stocklot.pending,
  },
  {
    key: 'inspections',
    entity: 'qualityinspection',
    tone: 'neutral',
    where: () => views.qualityinspection.pending,
  },
  { key: 'toRelease', entity: 'qualityinspection', tone: 'warning', where: () => views.qualityinspection.judged },
  { key: 'holdLots', entity: 'stocklot', tone: 'warning', where: () => views.stocklot.hold },
  {
    key: 'expiringLots',
    entity: 'stocklot',
    tone: 'warning',
    where: context => [from('expiryDate', context.today), until('expiryDate', soon(context)), inStock],
  },
  {
    key: 'expiredLots',
    entity: 'stocklot',
    tone: 'danger',
    where: ({ today }) => [until('expiryDate', addDays(today, -1)), inStock],
  },
  {
    key: 'plansToday',
    entity: 'produceplan',
    tone: 'neutral',
    where: ({ today }) => [from('produceDate', today), until('produceDate', today)],
  },
  {
    key: 'openPlans',
    entity: 'produceplan',
    tone: 'neutral',
    where: () => views.produceplan.open,
  },
  { key: 'shortPlans', entity: 'produceplan', tone: 'danger', where: () => views.produceplan.short },
  { key: 'openDeviations', entity: 'importcontrol', tone: 'danger', where: openDeviations },
  {
    key: 'nonconformities',
    entity: 'unqualifiedproduct',
    tone: 'warning',
    where: () => views.unqualifiedproduct.open,
  },
  { key: 'complaints', entity: 'complaint', tone: 'warning', where: () => views.complaint.open },
  {
    key: 'openRecalls',
    entity: 'callback',
    tone: 'danger',
    where: () => views.callback.open,
  },
  {
    key: 'samplesDue',
    entity: 'retainsample',
    tone: 'warning',
    where: ({ today }) => [until('retainUntil', today), among('status', 'RETAINED', 'PARTLY_USED', 'DUE')],
  },
  {
    key: 'healthCertificates',
    entity: 'employee',
    tone: 'warning',
    where: context => [until('healthExpireDate', soon(context)), among('status', 'ON_JOB')],
  },
  {
    key: 'supplierLicences',
    entity: 'supply',
    tone: 'warning',
    where: context => [until('licenseExpireDate', soon(context)), among('approvalStatus', 'APPROVED')],
  },
  {
    key: 'instruments',
    entity: 'detecequipment',
    tone: 'warning',
    where: context => [until('validUntil', soon(context)), among('status', 'QUALIFIED', 'LIMITED', 'OVERDUE')],
  },
]

async function counted(context: Context, { key, entity, tone, where }: Watched): Promise<HomeCounter> {
  const conditions = await where(context)
  return { key, entity, tone, where: conditions, count: await countMatching(context, entities[entity], conditions) }
}

/** Watched counters, then unposted drafts; restricted by permission. */
async function homeCounters(context: Context): Promise<readonly HomeCounter[]> {
  const counters: HomeCounter[] = []
  for (const each of watched) if (context.grants.has(each.entity)) counters.push(await counted(context, each))
  for (const { name, document } of Object.values<Entity>(entities)) {
    if (!document || !context.grants.has(name)) continue
    const draft = { key: 'drafts', entity: name as keyof typeof entities, tone: 'neutral' as const }
    const found = await counted(context, { ...draft, where: () => [drafts] })
    if (found.count > 0) counters.push(found)
  }
  return counters
}
