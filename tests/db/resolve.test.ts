import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import { options } from '../../server/db/query/referenceOptions.ts'
import { resolve } from '../../server/db/query/resolve.ts'
import { write } from '../../server/db/records/store.ts'
import { lotOf, materialOf, openPlant, type Plant, refusalOf, unitOf } from './storeFixture.ts'

let plant: Plant
let soy: number
let bran: number

beforeAll(async () => {
  plant = await openPlant()
  const { ctx } = plant
  const kg = (await write(ctx, entities.unit, unitOf('KG', { name: '千克' }))).id
  const material = async (code: string, name: string, more = {}) =>
    (await write(ctx, entities.material, materialOf(code, name, kg, more))).id
  soy = await material('M001', '脱脂大豆（一级）')
  bran = await material('M002', '麸皮')
  await material('M003', '麸皮')
  await material('M009', '停用料', { status: 'DISABLED' })
  await write(ctx, entities.stocklot, lotOf('L1', soy))
  await write(ctx, entities.stocklot, lotOf('L1', bran))
})
afterAll(() => plant.close())

const meant = async (names: readonly string[], where = {}) =>
  (await resolve(plant.ctx, entities.material, names, where)).map(({ options, isExact }) => [
    options.map(({ value }) => value),
    isExact,
  ])

describe('what a pasted name means', () => {
  it('is the record of that code, title or both, however it is typed, all in one question', async () => {
    const names = ['m001', 'Ｍ００１', '脱脂大豆（一级）', '脱脂大豆(一级)', 'M001 脱脂大豆（一级）', 'M002']
    const found = await meant(names)
    expect(found.map(([ids]) => ids)).toEqual([[soy], [soy], [soy], [soy], [soy], [bran]])
    expect((await meant(['M001']))[0]).toEqual([[soy], true])
  })

  it('is several where more than one bears it, one by search, and none where nothing is usable', async () => {
    const [[shared, isExact] = [], [found, isFound] = [], [stopped] = [], [nothing] = []] = await meant([
      '麸皮',
      '脂大',
      '停用料',
      '没有此料',
    ])
    expect([shared, isExact]).toEqual([[bran, bran + 1], true])
    expect([found, isFound]).toEqual([[soy], false])
    expect([stopped, nothing]).toEqual([[], []])
  })

  it('is narrowed by what the row says, and stays within the organisation', async () => {
    const lots = await resolve(plant.ctx, entities.stocklot, ['L1'], { materialId: bran })
    expect(lots[0]?.options).toHaveLength(1)
    expect((await resolve(plant.ctx, entities.stocklot, ['L1'], {}))[0]?.options).toHaveLength(2)
    expect((await resolve(plant.other, entities.material, ['M001'], {}))[0]?.options).toEqual([])
  })

  it('is refused where it is narrowed by an unknown field', async () => {
    expect(await refusalOf(resolve(plant.ctx, entities.material, ['M001'], { nope: 1 }))).toEqual([
      'invalid',
      { nope: 'unknown' },
    ])
  })
})

describe('a unit by the name that a reader sees', () => {
  const resolved = async (...names: string[]) =>
    (await resolve(plant.ctx, entities.unit, names, {})).map(
      ({ options: found, isExact }) => isExact && found[0]?.label,
    )
  const searched = async (q: string) => (await options(plant.ctx, entities.unit, { q })).map(({ label }) => label)

  it('is the shipped one where the organisation named none so', async () => {
    await write(plant.ctx, entities.unit, unitOf('CTN', { name: '箱' }))
    expect(await resolved('公斤', 'KG 公斤', 'case', 'CTN case', 'CTN 箱')).toEqual([
      ...['KG 千克', 'KG 千克', 'CTN 箱', 'CTN 箱', 'CTN 箱'],
    ])
    expect([await searched('公斤'), await searched('case')]).toEqual([['KG 千克'], ['CTN 箱']])
  })

  it('is the one of the organisation where that has the name or code', async () => {
    await write(plant.ctx, entities.unit, unitOf('JIN', { name: '公斤' }))
    await write(plant.ctx, entities.unit, unitOf('case', { name: '大箱' }))
    expect(await resolved('公斤', 'JIN 公斤', 'case')).toEqual(['JIN 公斤', 'JIN 公斤', 'case 大箱'])
    expect([await searched('公斤'), await searched('case')]).toEqual([['JIN 公斤'], ['case 大箱']])
  })
})
