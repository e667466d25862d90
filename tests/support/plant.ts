/** Demo master data in a test database, with shortcuts through the domain. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import type { Context, Database } from '../../server/db/connection/context.ts'
import { transact } from '../../server/db/connection/open.ts'
import { seedPlant } from '../../server/domain/seed/plant.ts'
import { type Script, scriptFor } from '../../server/domain/seed/seedScript.ts'

export interface TestPlant {
  readonly script: Script
  /** The plant's day of the tests. */
  readonly today: string
  inside<T>(work: (context: Context) => Promise<T>): Promise<T>
  /** Receives and releases one lot of a material. */
  lot(material: string, quantity: string, more?: Values): Promise<{ readonly id: number; readonly lotNo: string }>
  /** A released plan of a product. */
  plan(product: string, quantity: string, more?: Values): Promise<number>
}

const seeded = [
  'unit',
  'brand',
  'employee',
  'warehouse',
  'supply',
  'dealer',
  'material',
  'materialspec',
  'product',
  'productspec',
]

/** Ids of existing master data by the seed's names; empty in a new database. */
async function knownIds(db: Database): Promise<ReadonlyMap<string, number>> {
  const keyed = (name: string) => {
    const key = Object.entries<Field>(entityNamed(name)?.fields ?? {}).find(([, field]) => field.key)?.[0] ?? 'id'
    return sql`select ${name}::text || ':' || ${sql.ref(key)} as key, id from ${sql.table(name)}`
  }
  const formulas = sql`
    select 'productformula:' || p.code, f.id from productformula f join product p on p.id = f."productId"`
  const { rows } = await sql<{ key: string; id: number }>`
    ${sql.join([...seeded.map(keyed), formulas], sql` union all `)}`.execute(db)
  return new Map(rows.map(row => [row.key, row.id]))
}

/** Opens the plant, seeding what is missing. Today by its clock, for calls and script alike. */
export async function openTestPlant(db: Database): Promise<TestPlant> {
  const { rows } = await sql<{ userId: number; customerId: number }>`
    select id as "userId", "customerId" from "user" order by id limit 1`.execute(db)
  const who = rows[0] as { userId: number; customerId: number }
  const caller = { ...who, locale: 'zh-CN' as const, grants: new Map(), everyOrganisation: true, ip: '' }
  const known = await knownIds(db)
  const script = scriptFor(db, caller, known)
  const now = new Date()
  const timeZone = 'Asia/Shanghai'
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  script.at(today, now.getUTCHours())
  if (!known.has('product:F201')) await seedPlant(script)
  return {
    script,
    today,
    inside: work => transact(db, tx => work({ ...caller, tx, now: new Date().toISOString(), timeZone, today })),
    async lot(material, quantity, more = {}) {
      const receipt = await script.run('materialstorein.save', {
        storeInDate: script.now,
        supplyId: script.id('supply', 'S001'),
        deliveryNoteNo: 'DN1',
        warehouseId: script.id('warehouse', 'WH01'),
        receiverId: script.id('employee', 'E002'),
        submit: true,
        lines: [
          {
            materialId: script.id('material', material),
            materialSpecId: script.id('materialspec', `${material}-1`),
            supplierLotNo: 'SL1',
            isNewLot: true,
            produceDate: '2026-11-01',
            packageQty: '1',
            baseQty: quantity,
            certificateNo: 'COA',
            ...more,
          },
        ],
      })
      const [line] = receipt.lines as readonly Values[]
      await script.run('stocklot.release', { id: line?.lotId as number })
      return { id: line?.lotId as number, lotNo: String(line?.lotNo) }
    },
    async plan(product, quantity, more = {}) {
      const plan = await script.run('produceplan.save', {
        productId: script.id('product', product),
        productSpecId: script.id('productspec', `${product}-1`),
        formulaId: script.id('productformula', product),
        plannedQty: quantity,
        batchCount: 1,
        produceDate: script.day,
        planStart: script.now,
        planEnd: script.now,
        leaderId: script.id('employee', 'E004'),
        ...more,
      })
      await script.run('produceplan.release', { id: plan.id })
      return plan.id
    },
  }
}

/** Lots whose places or balances differ from the ledger; expected none. */
export async function unbalancedLots(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with moved as (
      select "lotId", "toLocationId" as place, "producePlanId", "dealerId", quantity from stockledger
      union all
      select "lotId", "fromLocationId", "producePlanId", "dealerId", -quantity from stockledger
    ), folded as (
      select m."lotId", m.place, case when p."locationType" = 'WIP' then m."producePlanId" end as plan,
        case when p."locationType" = 'DEALER' then m."dealerId" end as dealer, sum(m.quantity) as quantity
      from moved m join stocklocation p on p.id = m.place and p."locationType" in ('STORAGE', 'WIP', 'SAMPLE', 'DEALER')
      group by 1, 2, 3, 4
    )
    select 'balance' as what, coalesce(f."lotId", b."lotId") as lot, f.quantity as ledger, b.quantity as balance
    from folded f full join stockbalance b on b."lotId" = f."lotId" and b."locationId" = f.place
      and b."producePlanId" is not distinct from f.plan and b."dealerId" is not distinct from f.dealer
    where coalesce(f.quantity, 0) <> coalesce(b.quantity, 0)
    union all
    select 'total', "lotId", sum(quantity), null from moved group by 1, 2 having sum(quantity) <> 0
    union all
    select 'onHand', l.id, l."onHandQty", coalesce(sum(b.quantity), 0) from stocklot l
    left join stockbalance b on b."lotId" = l.id
      and b."locationId" in (select id from stocklocation where "locationType" = 'STORAGE')
    group by l.id having l."onHandQty" <> coalesce(sum(b.quantity), 0)`.execute(db)
  return rows
}
