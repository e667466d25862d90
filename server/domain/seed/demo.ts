/** Demo plant: master data, five weeks of business, recent stories, open work. */
import { sql } from 'kysely'
import { user } from '#contract/system/user.ts'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { dayIn } from '../basis/dates.ts'
import { saveRecord } from '../records.ts'
import { serverContext } from '../system/firstStart.ts'
import { seedPlant } from './plant.ts'
import { seedQuality } from './quality.ts'
import { seedRecall } from './recallStory.ts'
import { seedOpenWork } from './seedOpenDocuments.ts'
import { seedHistory, seedMorning } from './seedProduction.ts'
import { scriptFor } from './seedScript.ts'
import { seedStories } from './stories.ts'
import { seedUsers } from './users.ts'

/** End of the scripted morning, in ms after midnight. */
const morningMs = 8.5 * 3_600_000

/** Seeds a new database as its administrator; takes seconds. */
export async function seedDemo(db: Database): Promise<void> {
  const { rows } = await sql<{ userId: number; customerId: number; timeZone: string }>`
    select u.id as "userId", c.id as "customerId", c."timeZone" from "user" u join customer c on c.id = u."customerId"
    order by u.id limit 1`.execute(db)
  const administrator = rows[0]
  if (!administrator) throw new Error('the demo plant needs an administrator')
  const { timeZone, ...who } = administrator
  // Before 08:30 use yesterday's morning: nothing may lie in the future.
  const today = dayIn(timeZone, new Date(Date.now() - morningMs).toISOString())
  const script = scriptFor(db, { ...who, locale: 'zh-CN', grants: new Map(), everyOrganisation: true, ip: '' })
  script.at(today, 0)
  await seedPlant(script)
  await seedQuality(script)
  const employeeId = script.id('employee', 'E020')
  await transact(db, tx => saveRecord(serverContext(tx, who.customerId), user, { id: who.userId, employeeId }))
  await seedUsers(db, script, who.customerId)
  await seedHistory(script, today)
  await seedStories(script, today)
  await seedRecall(script, today)
  await seedOpenWork(script, today)
  await seedMorning(script, today)
}
