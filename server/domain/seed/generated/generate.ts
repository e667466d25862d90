/** Three-year plants of domain.md §5.2, generated whole or not at all. */
import { sql } from 'kysely'
import type { Database } from '../../../db/connection/context.ts'
import { muteChanges } from '../../../db/records/changes.ts'
import { refreshSearch } from '../../../db/schema/search.ts'
import { dayIn } from '../../basis/dates.ts'
import { fillPlanSums } from '../../stock/planSums.ts'
import { seedGround } from '../plant.ts'
import { scriptFor } from '../seedScript.ts'
import { lightened, run } from './bulk.ts'
import { calendarSteps } from './calendar.ts'
import { documentSteps } from './documents.ts'
import { eventSteps } from './events.ts'
import { goodsSteps } from './goods.ts'
import { identityErrors } from './identities.ts'
import { lotSteps } from './lots.ts'
import { masterSteps } from './masters.ts'
import { movementSteps } from './movements.ts'
import { numberSteps } from './numbers.ts'
import { planSteps } from './plans.ts'
import { productionSteps } from './production.ts'
import { qualitySteps } from './quality.ts'
import { recallSteps } from './recalls.ts'
import type { Size } from './sizes.ts'
import { scratch } from './statement.ts'
import { stockSteps } from './stock.ts'

/** Largest tables; their indexes are built afterwards. */
const filled = [
  'stocklot',
  'stockledger',
  'stockbalance',
  'lotlink',
  'lotstatuslog',
  'materialstorein',
  'materialstoreinline',
  'produceplan',
  'produceplanmaterial',
  'getmaterialrecord',
  'getmaterialline',
  'usematerialrecord',
  'productstorein',
  'productsaleout',
  'productsaleoutline',
  'qualityinspection',
  'qualityitem',
  'retainsample',
  'importcontrol',
]

const sums = ['planmasssum', 'planlotsum']

const masters = ['supply', 'dealer', 'material', 'materialspec', 'product', 'productspec', 'productformula', 'employee']

/** First tables filled; any row means the database is used. */
const firstEntries = ['unit', 'brand', 'warehouse', 'supply', 'dealer', 'material', 'product', 'stocklot']

const isEmpty = async (db: Database): Promise<boolean> => {
  const any = firstEntries.map(table => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(any, sql` or `)} as used`.execute(db)
  return rows[0]?.used === false
}

async function ground(db: Database): Promise<void> {
  const { rows } = await sql<{ userId: number; customerId: number; timeZone: string }>`
    select u.id as "userId", c.id as "customerId", c."timeZone" from "user" u join customer c on c.id = u."customerId"
    order by u.id limit 1`.execute(db)
  const administrator = rows[0]
  if (!administrator) throw new Error('A generated plant needs an administrator.')
  const { timeZone, ...who } = administrator
  const script = scriptFor(db, { ...who, locale: 'zh-CN', grants: new Map(), ip: '' })
  script.at(dayIn(timeZone, new Date().toISOString()), 0)
  await seedGround(script)
  if ((await sql`select from warehouse where code = 'WH06'`.execute(db)).rows.length === 0)
    await script.run('warehouse.save', {
      code: 'WH06',
      name: '隔离库',
      itemType: 'PRODUCT',
      keeperId: script.id('employee', 'E003'),
    })
  await sql`update stocklocation set "isQuarantine" = true where "warehouseId" = (select id from warehouse where code = 'WH06')`.execute(
    db,
  )
}

async function refuseErrors(db: Database): Promise<void> {
  const errors = await identityErrors(db)
  if (errors.length > 0) throw new Error(`The generated plant does not balance: ${JSON.stringify(errors)}`)
}

async function fill(db: Database, size: Size, say: (text: string) => void, signal?: AbortSignal): Promise<void> {
  await sql.raw(`drop schema if exists ${scratch} cascade; create schema ${scratch}`).execute(db)
  await ground(db)
  const after = await lightened(db, filled)
  const steps = [
    ...calendarSteps(size),
    ...masterSteps(size),
    ...goodsSteps(size),
    ...planSteps(size),
    ...lotSteps(size),
    ...eventSteps(size),
    ...movementSteps(size),
    ...stockSteps(size),
    ...productionSteps(size),
    ...documentSteps,
    ...qualitySteps(size),
    ...recallSteps,
    ...numberSteps(),
    ['scratch tables dropped', `drop schema ${scratch} cascade`] as const,
    ...after,
    ['sums of plans', fillPlanSums] as const,
    ['analyze', `analyze ${[...filled, ...sums, ...masters].join(', ')}`] as const,
  ]
  await run(db, steps, say, signal)
  const from = performance.now()
  await refuseErrors(db)
  await refreshSearch(db)
  say(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  every lot, plan and recall adds up`)
}

/**
 * Generates a plant in one transaction, seconds (small) to minutes (large). Returns false for a non-empty database.
 * @throws Error for an unbalanced plant, or no right to create schemas
 */
export async function seedGenerated(
  db: Database,
  size: Size,
  say: (text: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  await db.connection().execute(async connection => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    // Cancel a running step; without a free connection wait for it.
    const cancel = () => void sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => undefined)
    signal?.addEventListener('abort', cancel, { once: true })
    await connection.transaction().execute(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`set local work_mem = '192MB'`.execute(tx)
      await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
      await muteChanges(tx)
      await fill(tx, size, say, signal)
    })
    await sql`set statement_timeout = 0`.execute(connection)
    await sql.raw(`vacuum ${filled.join(', ')}`).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
    signal?.removeEventListener('abort', cancel)
  })
  return true
}
