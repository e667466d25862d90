import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { seedQuality } from '../../server/domain/seed/quality.ts'
import { seedUsers } from '../../server/domain/seed/users.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
beforeAll(async () => {
  const [{ id }] = (await at.rows(sql<Values>`select min(id) as id from customer`)) as [{ id: number }]
  await seedQuality(at.plant.script)
  await seedUsers(at.server.db, at.plant.script, id)
})

const documents = (Object.values(entities) as readonly Entity[]).filter(entity => entity.document)

/** Accounts of the demonstration that may press every one of these buttons of a page. */
const permitted = (page: string, buttons: readonly string[]) =>
  at.rows(sql<Values>`
    select u."loginName" from "user" u where u."loginName" <> 'admin' and not exists (
      select from unnest(${buttons}::text[]) as wanted(name) where not exists (
        select from "user_roleIds" r join "role_menuIds" m on m."ownerId" = r."targetId" join menu b on b.id = m."targetId"
          join menu p on p.id = b."parentID" where r."ownerId" = u.id and p.name = ${page} and b.name = wanted.name))`)

test('everybody of the demonstration who sees lots sees stock by item', async () => {
  const { rows } = {
    rows: await at.rows(sql<Values>`
      select r.code, array_agg(m.name order by m.name) as pages from role r join "role_menuIds" h on h."ownerId" = r.id
        join menu m on m.id = h."targetId" and m.name in ('stocklot', 'stockitem') group by r.code`),
  }
  expect(rows.length).toBeGreaterThan(4)
  for (const { code, pages } of rows) expect([code, pages]).toEqual([code, ['stockitem', 'stocklot']])
})

test.each(documents)('two people of the demonstration may enter $name, post and undo it', async ({ name, actions }) => {
  const buttons = Object.entries(actions).map(([action, { button = action }]) => button)
  expect((await permitted(name, ['add', 'edit', ...new Set(buttons)])).length).toBeGreaterThan(1)
})
