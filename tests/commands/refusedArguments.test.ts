/** Refused arguments of actions, by script, before the dry run is loaded. */
import { expect, test } from 'vitest'
import { execute } from '../../src/commands/gate/execute.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
withHeadless(at)

test('a refusal names the argument that was wrong', async () => {
  await at.day.product('X1', [['M001', '1']])
  const lot = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
  const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')])
  const early = { ids: [sale.id], confirmTime: '2020-01-01T00:00:00.000Z' }
  const result = await execute('productsaleout.confirm', early, { surface: 'script', confirm: 'accept' })
  expect(result).toMatchObject({ status: 'failed', code: 1001, message: expect.stringMatching(/^签收时间: ./) })
})
