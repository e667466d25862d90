/** Refused arguments of actions, by script, before the dry run is loaded. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../src/commands/gate/execute.ts'
import { startHeadless } from '../../src/commands/headless.ts'
import { connect } from '../../src/data/api/transport.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
let stop: () => void

beforeAll(async () => {
  connect({ baseUrl: at.server.url })
  stop = startHeadless()
  await signIn('admin', at.server.password)
  await loadMenu()
})
afterAll(() => stop())

test('a refusal names the argument that was wrong', async () => {
  await at.day.product('X1', [['M001', '1']])
  const lot = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
  const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')])
  const early = { ids: [sale.id], confirmTime: '2020-01-01T00:00:00.000Z' }
  const result = await execute('productsaleout.confirm', early, { surface: 'script', confirm: 'accept' })
  expect(result).toMatchObject({ status: 'failed', code: 1001, message: expect.stringMatching(/^签收时间: ./) })
})
