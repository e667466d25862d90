import { afterAll, beforeAll, expect, test } from 'vitest'
import { warmLists } from '../../server/db/query/warmLists.ts'
import { openPlant } from './storeFixture.ts'

let plant: Awaited<ReturnType<typeof openPlant>>
beforeAll(async () => {
  plant = await openPlant()
})
afterAll(() => plant.close())

test('every list of a plant can be read ahead, and none of a small one is', async () => {
  expect(await warmLists(plant.db)).toBe(0)
  expect(await warmLists(plant.db, -1)).toBeGreaterThan(50)
})
