/** Incidents and their resolution: a story for every screen (domain.md §5.1). */
import { addDays } from '../basis/dates.ts'
import { deviation, rework, spillAndCorrection } from './productionStories.ts'
import { sell } from './seedProduction.ts'
import type { Script } from './seedScript.ts'
import {
  count,
  dealerReturn,
  expiredLot,
  heldLot,
  inspectedAndKept,
  rejectedLot,
  reversedReceipt,
} from './seedWarehouse.ts'

/** Independent stories of recent days. */
export async function seedStories(script: Script, today: string): Promise<void> {
  script.at(addDays(today, -2), 2)
  await expiredLot(script, today)
  await reversedReceipt(script)
  await spillAndCorrection(script)
  const [plan] = await script.rows('produceplan', { productId: script.id('product', 'F102') })
  if (plan) await deviation(script, plan.id)
  await dealerReturn(script)
  await rework(script)
  script.at(addDays(today, -1), 2)
  await rejectedLot(script)
  await heldLot(script)
  await inspectedAndKept(script, today)
  await count(script)
  script.as()
  // Single lot over several sales to several dealers.
  for (const dealer of ['D001', 'D002', 'D003', 'D005', 'D001']) await sell(script, dealer, 'F201', 3)
}
