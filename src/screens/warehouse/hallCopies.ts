/** What the hall reads ahead, so that scanning goes on without a network. */
import { materialstoreout } from '#contract/material/materialstoreout.ts'
import { getmaterialrecord } from '#contract/production/getmaterialrecord.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import { permits } from '#contract/schema/permission.ts'
import { copyAgain, copyForHall } from '../../data/outbox/known.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Condition } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import { documentTasks } from './tasks.ts'
import { preparedWork } from './useWork.ts'

const enabled: readonly Condition[] = [{ field: 'status', op: 'eq', value: 'ENABLED' }]

const copied: Readonly<Record<string, readonly Condition[]>> = {
  stocklot: [{ field: 'onHandQty', op: 'gt', value: '0' }],
  stockbalance: [
    { field: 'quantity', op: 'gt', value: '0' },
    { field: 'locationType', op: 'in', value: ['STORAGE'] },
  ],
  stocklocation: enabled,
  warehouse: enabled,
  supply: [],
  material: [],
  materialspec: [],
  product: [],
  productspec: [],
  dealer: enabled,
  employee: [],
  produceplan: [{ field: 'status', op: 'in', value: ['RELEASED', 'ISSUING', 'PRODUCING'] }],
}

/** Plans whose proposals are read ahead, newest first. */
const maxPlans = 20

async function prepareAhead(): Promise<void> {
  const grants = store.get(grantsAtom)
  const mine = [...documentTasks.map(({ entity }) => entity), materialstoreout, productstoreout].filter(({ name }) =>
    permits(grants, { menu: name, button: 'add' }),
  )
  for (const entity of mine) await preparedWork(entity, {})
  if (!mine.includes(getmaterialrecord)) return
  const query = { page: 1, size: maxPlans, where: copied.produceplan ?? [] }
  const { rows } = await listRecords('produceplan', query)
  for (const { id } of rows) await preparedWork(getmaterialrecord, { producePlanId: id })
}

/** Lots and bins as postings left them. */
export async function readStockAgain(): Promise<void> {
  const grants = store.get(grantsAtom)
  const moved = Object.entries(copied).filter(([entity]) => /^stock(lot|balance)$/.test(entity))
  await copyAgain(Object.fromEntries(moved.filter(([menu]) => permits(grants, { menu })))).catch(() => undefined)
}

/** A reading that fails leaves the former one. */
export async function readAheadForHall(): Promise<void> {
  const grants = store.get(grantsAtom)
  const mine = Object.entries(copied).filter(([entity]) => permits(grants, { menu: entity }))
  await copyForHall(Object.fromEntries(mine), prepareAhead).catch(() => undefined)
}
