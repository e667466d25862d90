import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']], { gtin: '6901234567892' }))

const save = (entity: string, row: Values) => at.server.call('POST', `template/save/${entity}`, row, at.token)
let steps = 0
/** Approved library step; a key control point unless overridden. */
async function step(more: Values = {}) {
  steps += 1
  const { id } = await at.day.run('techflow.save', {
    code: `T${steps}`,
    name: `工序${steps}`,
    flowType: 'HEAT',
    isKeyControl: true,
    ccpNo: 'CCP2',
    controlItem: '温度',
    limitMin: '85',
    limitMax: '98',
    limitUnit: '℃',
    monitorIntervalMin: 30,
    correctiveAction: '重新灭菌',
    ...more,
  })
  return id
}
const approve = (id: number) => at.day.run('techflow.approve', { id })
const stepOf = (techFlowId: number, stepNo: number, more: Values = {}) =>
  at.day.run('producttechflow.save', { productId: at.day.id('product', 'X1'), stepNo, techFlowId, ...more })

describe('a step of a product', () => {
  test('takes the limits of the library where it has none of its own, and always its being a key point', async () => {
    const id = await step()
    await approve(id)
    expect(await stepOf(id, 1)).toMatchObject({
      isKeyControl: true,
      limitMin: '85.00',
      limitMax: '98.00',
      limitUnit: '℃',
      monitorIntervalMin: 30,
    })
    expect(await stepOf(id, 2, { limitMin: '90' })).toMatchObject({ limitMin: '90.00', limitMax: '98.00' })
  })

  test('is one that was approved', async () => {
    expect(await refusalOf(stepOf(await step(), 3))).toEqual({
      refusal: 'invalid',
      data: { techFlowId: 'notApproved' },
    })
  })
})

describe('a step of the library', () => {
  test('that is a key point needs item, corrective action and a limit to be approved', async () => {
    expect(await refusalOf(step({ correctiveAction: null, controlItem: null }))).toEqual({
      refusal: 'invalid',
      data: { correctiveAction: 'required', controlItem: 'required' },
    })
    const id = await step({ limitMin: null, limitMax: null })
    expect(await refusalOf(approve(id))).toEqual({ refusal: 'invalid', data: { limitMin: 'required' } })
  })

  test('is retired when no product is made by it any more, and revised as its next version', async () => {
    const id = await step()
    await approve(id)
    const used = await stepOf(id, 4)
    const retire = () => at.day.run('techflow.retire', { id })
    expect(await refusalOf(retire())).toMatchObject({ refusal: 'inUse', data: { referrers: '产品X1' } })
    await at.server.call('POST', 'template/delete/producttechflow', { ids: [used.id] }, at.token)
    expect(await retire()).toMatchObject({ status: 'RETIRED' })
    expect(await at.day.run('techflow.revise', { id })).toMatchObject({ status: 'DRAFT', versionNo: '1.1' })
  })
})

describe('a copy of a product', () => {
  const parts = async (productId: number) => {
    const count = async (entity: string) =>
      (await at.rows(sql<Values>`select * from ${sql.table(entity)} where "productId" = ${productId} order by id`)).map(
        row => row,
      )
    return {
      specs: await count('productspec'),
      steps: await count('producttechflow'),
      formulas: await count('productformula'),
    }
  }

  test('has its specifications, steps and formula as a draft, and a code of its own but no barcode', async () => {
    const original = at.day.id('product', 'X1')
    const copied = await at.server.call('POST', 'BasicData/ProductCopy', { id: original }, at.token)
    expect(copied).toMatchObject({ status: 0, data: { code: 'X1-2', name: '产品X1', gtin: null, status: 'DRAFT' } })
    const [mine, theirs] = [await parts(copied.data.id), await parts(original)]
    expect(mine.specs).toHaveLength(theirs.specs.length)
    expect(mine.steps).toHaveLength(theirs.steps.length)
    expect(mine.formulas).toMatchObject([{ status: 'DRAFT', approvedBy: null, versionNo: 'V1' }])
    const lots = await at.rows(sql<Values>`select 1 from stocklot where "productId" = ${copied.data.id}`)
    expect(lots).toEqual([])
    const byGet = await at.server.call('GET', 'BasicData/ProductCopy', { id: original, code: 'X9' }, at.token)
    expect(byGet).toMatchObject({ status: 0, data: { code: 'X9' } })
  })

  test('is a command of the product, and refused under a code that is taken', async () => {
    const id = at.day.id('product', 'F102')
    await at.day.run('product.duplicate', { id })
    const found = await at.rows(sql<Values>`select code from product where code like 'F102-%'`)
    expect(found).toEqual([{ code: 'F102-2' }])
    expect(await refusalOf(at.day.run('product.duplicate', { id, code: 'F101' }))).toEqual({
      refusal: 'invalid',
      data: { code: 'taken' },
    })
  })
})

describe('what goods are counted by', () => {
  test('is locked once it was used: packages of products and materials, and units', async () => {
    const lot = await at.plant.lot('M001', '10')
    expect(lot.id).toBeGreaterThan(0)
    const spec = (entity: string, key: string, more: Values) => save(entity, { id: at.day.id(entity, key), ...more })
    const changed = await spec('materialspec', 'M001-1', { baseQtyPerPackage: '25' })
    expect(changed).toMatchObject({ status: 2111, data: { referrers: expect.anything() } })
    expect((await spec('materialspec', 'M001-1', { specName: '大袋', baseQtyPerPackage: '50' })).status).toBe(0)
    expect((await spec('productspec', 'F201-1', { innerQty: 6 })).status).toBe(0)
    await at.plant.plan('F201', '10')
    expect((await spec('productspec', 'F201-1', { innerQty: 12 })).status).toBe(2111)
    expect((await spec('unit', 'kg', { factorNumerator: 2 })).status).toBe(2111)
    expect((await spec('unit', 'kg', { unitType: 'VOLUME' })).status).toBe(2111)
    expect((await spec('unit', 'kg', { name: '公斤' })).status).toBe(0)
  })
})
