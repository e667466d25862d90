/** Demo plant: master data, business, stories, open work. */

import { addDays } from '#contract/calendar.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { user } from '#contract/system/user.ts'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { dayIn } from '../basis/dates.ts'
import { saveRecord } from '../records.ts'
import { serverContext } from '../system/firstStart.ts'
import { seedPlant } from './plant.ts'
import { deviation, rework, spillAndCorrection } from './productionStories.ts'
import { seedQuality } from './quality.ts'
import { drill, seedRecall } from './recallStory.ts'
import { seedOpenWork } from './seedOpenDocuments.ts'
import { seedHistory, seedMorning, sell } from './seedProduction.ts'
import { type Script, scriptFor } from './seedScript.ts'
import {
  count,
  dealerReturn,
  examplePrinter,
  expiredLot,
  heldLot,
  inspectedAndKept,
  rejectedLot,
  relabelled,
  reversedReceipt,
  soldPallet,
  waitingPallet,
} from './seedWarehouse.ts'
import { type Exposure, seedUsers } from './users.ts'

/** End of the scripted morning, in ms after midnight. */
const morningMs = 8.5 * 3_600_000

/** Age of the master data. */
const masterDays = 60

interface DemoOptions extends Exposure {
  /** Language of master data and of what the server writes. */
  readonly locale?: Locale
}

/** Seeds a new database as its administrator; takes seconds. */
export async function seedDemo(db: Database, { locale = 'zh-CN', ...exposure }: DemoOptions = {}): Promise<void> {
  const administrator = await db
    .selectFrom('user as u')
    .innerJoin('customer as c', 'c.id', 'u.customerId')
    .select(['u.id as userId', 'c.id as customerId', 'c.timeZone'])
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
  if (!administrator) throw new Error('the demo plant needs an administrator')
  const { timeZone, ...who } = administrator
  // Before 08:30 use yesterday's morning: nothing may lie in the future.
  const today = dayIn(timeZone, new Date(Date.now() - morningMs).toISOString())
  const script = scriptFor(db, { ...who, locale, grants: new Map(), everyOrganisation: true, ip: '' })
  script.at(addDays(today, -masterDays), 1)
  await seedPlant(script)
  script.at(today, 0)
  await seedQuality(script)
  await examplePrinter(script)
  const employeeId = script.id('employee', 'E020')
  await transact(db, tx => saveRecord(serverContext(tx, who.customerId), user, { id: who.userId, employeeId }))
  await seedUsers(db, script, who.customerId, exposure)
  await seedHistory(script, today, () => drill(script))
  await seedStories(script, today)
  await seedRecall(script, today)
  await seedOpenWork(script, today)
  await seedMorning(script, today)
  await waitingPallet(script, 'F201', 2)
}

/** Incidents and their resolution: a story for every screen (domain.md §5.1). */
async function seedStories(script: Script, today: string): Promise<void> {
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
  await relabelled(script)
  script.as()
  // Single lot over several sales to several dealers.
  for (const dealer of ['D001', 'D002', 'D003', 'D005']) await sell(script, dealer, 'F201', 3)
  await soldPallet(script, 'D001', 'F201', 3)
}
