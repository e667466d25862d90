/** Pending work on the home page: list totals, with the filter to open each list. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { HomeCounter } from '#contract/system/home.ts'
import type { Context } from '../../db/connection/context.ts'
import { countMatching } from '../../db/query/countWhere.ts'
import type { ListCondition } from '../../db/query/where.ts'
import { scope } from '../../db/schema/columns.ts'
import { addDays } from '../basis/dates.ts'
import { plansShort } from './homeShortage.ts'

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
/** Nonzero stock: the smallest quantity. */
const inStock = from('onHandQty', '0.0001')
const soon = ({ today }: Context) => addDays(today, warningDays)

/** Unverified deviations; beyond a limit the list opens without naming them. */
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
    where: () => [among('qualityStatus', 'PENDING'), inStock],
  },
  {
    key: 'inspections',
    entity: 'qualityinspection',
    tone: 'neutral',
    where: () => [among('status', 'PENDING', 'TESTING')],
  },
  { key: 'toRelease', entity: 'qualityinspection', tone: 'warning', where: () => [among('status', 'JUDGED')] },
  { key: 'holdLots', entity: 'stocklot', tone: 'warning', where: () => [among('qualityStatus', 'HOLD'), inStock] },
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
    where: () => [among('status', 'RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED')],
  },
  { key: 'shortPlans', entity: 'produceplan', tone: 'danger', where: plansShort },
  { key: 'openDeviations', entity: 'importcontrol', tone: 'danger', where: openDeviations },
  {
    key: 'nonconformities',
    entity: 'unqualifiedproduct',
    tone: 'warning',
    where: () => [among('status', 'OPEN', 'DECIDED')],
  },
  { key: 'complaints', entity: 'complaint', tone: 'warning', where: () => [among('status', 'OPEN')] },
  {
    key: 'openRecalls',
    entity: 'callback',
    tone: 'danger',
    where: () => [among('status', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING')],
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
export async function homeCounters(context: Context): Promise<readonly HomeCounter[]> {
  const counters: HomeCounter[] = []
  for (const each of watched) if (context.grants.has(each.entity)) counters.push(await counted(context, each))
  for (const { name, document } of Object.values<Entity>(entities)) {
    if (!document || !context.grants.has(name)) continue
    const draft = { key: 'drafts', entity: name as keyof typeof entities, tone: 'neutral' as const }
    const found = await counted(context, { ...draft, where: () => [among('status', 'DRAFT')] })
    if (found.count > 0) counters.push(found)
  }
  return counters
}
