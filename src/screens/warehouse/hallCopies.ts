/** What the hall reads ahead, so that scanning goes on without a network. */
import { permits } from '#contract/schema/permission.ts'
import { copyForHall } from '../../data/outbox/known.ts'
import type { Condition } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'

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

export function readAheadForHall(): Promise<void> {
  const grants = store.get(grantsAtom)
  const mine = Object.entries(copied).filter(([entity]) => permits(grants, { menu: entity }))
  // A copy that fails leaves the former one.
  return copyForHall(Object.fromEntries(mine)).catch(() => undefined)
}
