import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { options } from '../../server/db/query/referenceOptions.ts'
import { write } from '../../server/db/records/store.ts'
import { employeeOf, lotOf, materialOf, openPlant, type Plant, refusalOf, unitOf } from './storeFixture.ts'

let plant: Plant
let kg: number

beforeAll(async () => {
  plant = await openPlant()
  const { ctx } = plant
  kg = (await write(ctx, entities.unit, unitOf('KG', { name: '千克' }))).id
  await write(ctx, entities.material, materialOf('M001', '脱脂大豆', kg))
})
afterAll(() => plant.close())

describe('what a reference may be chosen from', () => {
  it('is the usable rows of the organisation, by code and title', async () => {
    const { ctx } = plant
    await write(ctx, entities.employee, employeeOf('E100', '赵六', { department: '酿造' }))
    await write(ctx, entities.employee, employeeOf('E101', '钱七', { department: '酿造', status: 'LEFT' }))
    const found = await options(ctx, entities.employee, { where: { department: '酿造', position: undefined } })
    expect(found).toEqual([{ value: expect.any(Number), label: 'E100 赵六' }])
    expect((await options(ctx, entities.employee, { where: { department: '酿造', status: ['LEFT'] } }))[0]?.label).toBe(
      'E101 钱七',
    )
    expect(await options(plant.other, entities.employee, {})).toEqual([])
  })

  it('is found by a fragment, and named again by its id whatever its status', async () => {
    const { ctx } = plant
    expect((await options(ctx, entities.material, { q: '脂大' })).map(({ label }) => label)).toEqual(['M001 脱脂大豆'])
    const stopped = await write(ctx, entities.material, materialOf('M070', '停用料', kg, { status: 'DISABLED' }))
    expect(await options(ctx, entities.material, { q: '停用' })).toEqual([])
    expect((await options(ctx, entities.material, { q: '停用', anyStatus: true })).map(({ value }) => value)).toEqual([
      stopped.id,
    ])
    expect(await options(ctx, entities.material, { ids: [stopped.id] })).toEqual([
      {
        value: stopped.id,
        label: 'M070 停用料',
        values: { baseUnitId: kg, baseUnitId$label: '千克', shelfLifeValue: null, shelfLifeUnit: null },
      },
    ])
    expect(await options(ctx, entities.material, { ids: [] })).toEqual([])
  })

  it('offers lots that are left before lots that are gone, earliest expiry first', async () => {
    const { ctx } = plant
    const malt = (await write(ctx, entities.material, materialOf('M080', '麦芽', kg))).id
    await write(ctx, entities.stocklot, lotOf('C', malt, { expiryDate: null }))
    await write(ctx, entities.stocklot, lotOf('B', malt, { expiryDate: '2027-03-01' }))
    await write(ctx, entities.stocklot, lotOf('GONE', malt, { expiryDate: '2026-12-01', onHandQty: '0.0000' }))
    await write(ctx, entities.stocklot, lotOf('A', malt, { expiryDate: '2027-01-01' }))
    const found = await options(ctx, entities.stocklot, { where: { materialId: malt, qualityStatus: 'RELEASED' } })
    expect(found.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'GONE'])
    expect(await options(ctx, entities.stocklot, { where: { materialId: null } })).toEqual([])
  })

  it('is refused for fields that are unknown or secret', async () => {
    const { ctx } = plant
    expect(await refusalOf(options(ctx, entities.unit, { where: { nope: 1 } }))).toEqual([
      'invalid',
      { nope: 'unknown' },
    ])
    expect(await refusalOf(options(ctx, entities.user, { where: { password: 'a' } }))).toEqual([
      'invalid',
      { password: 'unknown' },
    ])
  })

  it('holds for every entity', async () => {
    for (const { entity } of tables()) expect(await options(plant.ctx, entity, { q: '豆 a' })).toBeInstanceOf(Array)
  })
})
