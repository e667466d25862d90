/** Label commands on a real server: files in the printer's resolution, many records. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { downloadsAtom } from '../../src/commands/core/downloads.ts'
import { contextOf } from '../../src/commands/gate/execute.ts'
import { labelCommands } from '../../src/commands/label/labelCommands.ts'
import { store } from '../../src/data/store.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
withHeadless(at)
let lot: Lot

beforeAll(async () => {
  lot = await at.plant.lot('M001', '5')
})

const print = (ids: readonly number[], more: Values = {}) => {
  const { signal } = new AbortController()
  const context = contextOf({ surface: 'button', signal, confirm: undefined })
  return labelCommands.find(({ id }) => id === 'stocklot.printLabels')?.run({ ids, target: 'FILE', ...more }, context)
}
const lastFile = async () => (await store.get(downloadsAtom).at(-1)?.blob.text()) ?? ''

test('a file is in the resolution that is chosen, else in 203 dpi', async () => {
  expect(await print([lot.id], { dots: 'D300' })).toMatchObject({ status: 'ok' })
  expect(await lastFile()).toContain('^PW1200')
  expect(await print([lot.id], { reason: '换打印机' })).toMatchObject({ status: 'ok' })
  expect(await lastFile()).toContain('^PW800')
})

test('more lots than a page of a list are printed at once', async () => {
  const rows = await at.rows(sql<Values>`
    insert into stocklot ("customerId", "lotNo", "produceDate", "itemType", "materialId", "unitId", "qualityStatus")
    select "customerId", 'L' || n, "produceDate", "itemType", "materialId", "unitId", "qualityStatus"
    from stocklot, generate_series(1, 201) n where id = ${lot.id} returning id`)
  const ids = rows.map(({ id }) => Number(id))
  expect(await print(ids)).toMatchObject({ status: 'ok', data: { labelCount: 201 } })
})
