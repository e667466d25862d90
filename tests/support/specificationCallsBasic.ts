/** Calls of specification §7 on basic data. */
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { get, offers, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

/** The generic calls, asked for of one entity. */
export function templateCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { keep, kept, make } = day
  return [
    post(
      'template/save/brand',
      () => ({ code: 'B7', name: '核对牌' }),
      data => {
        keep('brand', data.id)
        expect(data).toMatchObject({ code: 'B7', rowVersion: expect.any(Number) })
      },
    ),
    post(
      'template/list/brand',
      () => ({ where: [{ field: 'code', op: 'eq', value: 'B7' }] }),
      data => expect(data).toMatchObject({ total: 1, page: 1, rows: [{ id: kept('brand'), name: '核对牌' }] }),
    ),
    get(
      'template/edit/brand',
      () => ({ id: kept('brand') }),
      data => expect(data).toMatchObject({ id: kept('brand'), code: 'B7' }),
    ),
    get(
      'template/config/brand',
      () => ({}),
      data => {
        expect(data).toMatchObject({ name: 'brand' })
        expect(JSON.stringify(data)).toContain('品牌编码')
      },
    ),
    post(
      'template/delete/brand',
      async () => ({ ids: [await make('brand', { code: 'B8', name: '误建牌' })] }),
      async (data, sent) => {
        const [id] = sent.ids as readonly number[]
        expect(data.rows).toMatchObject([{ id, ok: true }])
        await day.isGone('brand', id)
      },
    ),
  ]
}

const flowRow = (code: string): Values => ({
  code,
  name: `杀菌${code}`,
  flowType: 'HEAT',
  isKeyControl: true,
  ccpNo: 'CCP1',
  controlItem: '中心温度',
  limitMin: '85',
  limitMax: '95',
  limitUnit: '℃',
  correctiveAction: '复杀',
})

export function basicCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { at, ask, keep, kept, make } = day
  const unit = (code: string) => at.day.id('unit', code)
  const ofCopy = async (list: string) =>
    (await ask('GET', `BasicData/${list}`, { productId: kept('copy') })).rows as readonly Values[]
  /** Single row of a list that the product's copy has. */
  const copied = (list: string) => async () => ({ id: (await ofCopy(list))[0]?.id })
  const isNone = (list: string) => async () => expect(await ofCopy(list)).toEqual([])

  return [
    get(
      'BasicData/BrandDelete',
      () => ({ id: kept('brand') }),
      (_data, sent) => day.isGone('brand', sent.id),
    ),
    get(
      'BasicData/UnitDelete',
      async () => ({ id: await make('unit', { code: 'jar', name: '坛', unitType: 'COUNT', decimals: 0 }) }),
      (_data, sent) => day.isGone('unit', sent.id),
    ),
    get(
      'BasicData/ConsumablesDelete',
      async () => ({ id: await make('consumables', { code: 'C7', name: '手套', unitId: unit('pc') }) }),
      (_data, sent) => day.isGone('consumables', sent.id),
    ),
    post(
      'BasicData/TechFlowSave',
      () => flowRow('T7'),
      async data => {
        keep('techflow', data.id)
        expect(data).toMatchObject({ ccpNo: 'CCP1', status: 'DRAFT' })
        await day.act('techflow', 'approve', data.id)
      },
    ),
    get(
      'BasicData/TechFlowDelete',
      async () => ({ id: await make('techflow', flowRow('T8')) }),
      (_data, sent) => day.isGone('techflow', sent.id),
    ),
    post(
      'BasicData/ProductSave',
      () => ({
        code: 'Z1',
        name: '核对酱油',
        baseUnitId: unit('case'),
        standardNo: 'GB/T 18186',
        ingredientList: '大豆',
        shelfLifeValue: 12,
        storageCondition: '常温',
        gtin: '6901234567892',
        status: 'ACTIVE',
      }),
      async data => {
        keep('product', data.id)
        expect(await day.stored('product', data.id)).toMatchObject({ code: 'Z1', productType: 'FINISHED' })
      },
    ),
    post(
      'BasicData/ProductSpecSave',
      () => ({
        productId: kept('product'),
        specCode: 'Z1-1',
        specName: '整箱',
        packageUnitId: unit('case'),
        baseQtyPerPackage: '1',
      }),
      async data => {
        keep('productspec', data.id)
        expect(await day.stored('productspec', data.id)).toMatchObject({ specName: '整箱' })
      },
    ),
    get(
      'BasicData/GetProductSpecList',
      () => ({ productId: kept('product') }),
      data => expect(data).toMatchObject({ total: 1, rows: [{ id: kept('productspec'), specCode: 'Z1-1' }] }),
    ),
    post(
      'BasicData/ProductFormulaSave',
      () => ({
        productId: kept('product'),
        versionNo: 'V1',
        formulaName: '核对酱油 V1',
        baseQty: '1',
        baseUnitId: unit('case'),
        effectiveFrom: '2026-01-01',
        lines: [{ materialId: kept('material'), amount: '1', unitId: unit('kg') }],
      }),
      async data => {
        keep('productformula', data.id)
        expect(data).toMatchObject({ status: 'DRAFT', lines: [{ amount: '1.0000' }] })
        await day.act('productformula', 'approve', data.id)
      },
    ),
    get(
      'BasicData/GetFormulaList',
      () => ({ productId: kept('product') }),
      data => expect(data).toMatchObject({ total: 1, rows: [{ versionNo: 'V1', status: 'APPROVED' }] }),
    ),
    post(
      'BasicData/ProductTechFlowSave',
      () => ({ productId: kept('product'), stepNo: 1, techFlowId: kept('techflow') }),
      data => {
        keep('producttechflow', data.id)
        // Limits are the library step's until the product has its own.
        expect(data).toMatchObject({ isKeyControl: true, limitUnit: '℃' })
        expect([Number(data.limitMin), Number(data.limitMax)]).toEqual([85, 95])
      },
    ),
    get(
      'BasicData/GetProductTechFlowList',
      () => ({ productId: kept('product') }),
      data => expect(data).toMatchObject({ total: 1, rows: [{ stepNo: 1, techFlowId: kept('techflow') }] }),
    ),
    get(
      'BasicData/ProductCopy',
      () => ({ id: kept('product') }),
      async data => {
        keep('copy', data.id)
        expect(data).toMatchObject({ code: 'Z1-2', gtin: null, status: 'DRAFT' })
        expect(await ofCopy('GetProductSpecList')).toMatchObject([{ specCode: 'Z1-1' }])
        expect(await ofCopy('GetFormulaList')).toMatchObject([{ versionNo: 'V1', status: 'DRAFT' }])
        expect(await ofCopy('GetProductTechFlowList')).toMatchObject([{ stepNo: 1 }])
      },
    ),
    get('BasicData/ProductSpecDel', copied('GetProductSpecList'), isNone('GetProductSpecList')),
    get('BasicData/ProductFormulaDel', copied('GetFormulaList'), isNone('GetFormulaList')),
    get('BasicData/ProductTechFlowDel', copied('GetProductTechFlowList'), isNone('GetProductTechFlowList')),
    get(
      'BasicData/ProductDelete',
      () => ({ id: kept('copy') }),
      (_data, sent) => day.isGone('product', sent.id),
    ),
    post(
      'BasicData/ThirdReportDataSave',
      () => ({
        reportNo: 'R-7',
        productId: kept('product'),
        agencyName: '市食检院',
        sampleDate: '2026-11-01',
        issueDate: '2026-11-10',
        items: [{ itemName: '氨基酸态氮', resultText: '0.82' }],
      }),
      data => {
        keep('thirdreport', data.id)
        expect(data).toMatchObject({ reportNo: 'R-7', conclusion: 'PASS' })
      },
    ),
    get(
      'BasicData/ThirdReportDataGet',
      () => ({ id: kept('thirdreport') }),
      data => expect(data).toMatchObject({ agencyName: '市食检院', items: [{ resultText: '0.82' }] }),
    ),
    get(
      'Produce/GetProductList',
      () => ({ q: 'Z1' }),
      data => expect(data).toMatchObject({ total: 1, rows: [{ id: kept('product'), name: '核对酱油' }] }),
    ),
    get(
      'Produce/GetProduceProductSpecList',
      () => ({ productId: kept('product') }),
      data => {
        expect(data).toEqual(offers(kept('productspec'), '整箱'))
        expect(data).toHaveLength(1)
      },
    ),
    get(
      'Produce/RemoteProductKeyValueList',
      () => ({ q: 'hdjy' }),
      data => expect(data).toEqual([{ value: kept('product'), label: 'Z1 核对酱油' }]),
    ),
  ]
}
