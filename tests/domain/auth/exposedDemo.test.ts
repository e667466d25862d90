/** Demonstration made while other machines reach the server: no known password. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { isDemoLogin, knownAccounts } from '../../../server/domain/auth/demoAccounts.ts'
import { seedQuality } from '../../../server/domain/seed/quality.ts'
import { seedUsers } from '../../../server/domain/seed/users.ts'
import { withPlant } from '../../support/plantServer.ts'

const at = withPlant()

test('every account has a random password, and none is told', async () => {
  const [{ id }] = (await at.rows(sql<Values>`select min(id) as id from customer`)) as [{ id: number }]
  await seedQuality(at.plant.script)
  await seedUsers(at.server.db, at.plant.script, id, { isExposed: true })
  const names = (await at.rows(sql<Values>`select "loginName" as name from "user"`)).map(({ name }) => String(name))
  expect(names.filter(isDemoLogin)).toHaveLength(5)
  expect(await knownAccounts({ tx: at.server.db })).toEqual([])
  expect((await at.server.call('POST', 'Home/GetSysInfo', {}, null)).data.demoAccounts).toBeUndefined()
})
