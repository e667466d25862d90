/** Titles of the permissions that a role gives. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { serverContext } from '../../server/domain/system/firstStart.ts'
import { syncMenu } from '../../server/domain/system/menu.ts'
import { permissionRows } from '../../src/screens/role/permissions.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()

const titles = () =>
  at.rows(sql<Values>`
    select distinct b.title from menu b join menu p on p.id = b."parentID" where b.type = 'BUTTON' and b.name = 'add'`)

test('the permission to add reads the same on all pages, also after titles of earlier versions', async () => {
  expect(await titles()).toEqual([{ title: 'button.add' }])
  await at.rows(sql<Values>`update menu b set title = 'product.duplicate' from menu p
    where p.id = b."parentID" and p.name = 'product' and b.name = 'add'`)
  await at.server.db.transaction().execute(tx => syncMenu(serverContext(tx, 0)))
  expect(await titles()).toEqual([{ title: 'button.add' }])
})

test("today's work, which is everybody's, has no box", () => {
  const node = { id: 1, name: 'index', title: 'shell.home', url: '/index', type: 1, children: [] }
  const page = { ...node, id: 2, name: 'brand', title: 'brand', url: '/brand' }
  const rows = permissionRows([node, page] as never, ({ name }) => name)
  expect(rows.map(row => row.node.name)).toEqual(['brand'])
})
