/** Calls of specification §7 on production. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { laboratoryOf } from './laboratory.ts'
import { get, offers, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

export function productionCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { at, keep, kept, make } = day
  const planRow = (plannedQty: string): Values => ({
    productId: kept('product'),
    productSpecId: kept('productspec'),
    formulaId: kept('productformula'),
    plannedQty,
    planStart: day.now(),
    planEnd: day.now(),
    leaderId: day.employee('E004'),
  })
  const planNo = async () => String((await day.stored('produceplan', kept('plan'))).docNo)
  const isInState = async (status: string) =>
    expect(await day.stored('produceplan', kept('plan'))).toMatchObject({ status })
  /** What became of the one material of the plan, in kilograms. */
  const planLine = async () =>
    (
      await at.rows(sql<Values>`
        select "requiredQty", "issuedQty", "makeUpQty", "usedQty" from produceplanmaterial
        where "parentId" = ${kept('plan')}`)
    )[0]

  /** A thermometer that has been calibrated. */
  const thermometer = async () => {
    const id = await make('detecequipment', { code: 'TH7', name: '温度计', calibCycleDays: 365 })
    await make('detecequipmentrecord', laboratoryOf(at).calibration(id))
    return id
  }

  return [
    post(
      'Produce/ProducePlanSave',
      () => planRow('10'),
      async data => {
        keep('plan', data.id)
        expect(data).toMatchObject({ status: 'DRAFT', lines: [{ materialId: kept('material') }] })
        expect(await planLine()).toMatchObject({ requiredQty: '10.0000', issuedQty: '0.0000' })
        await day.act('produceplan', 'release', data.id)
      },
    ),
    get(
      'Produce/GetProducePlanById',
      () => ({ id: kept('plan') }),
      data => expect(data).toMatchObject({ status: 'RELEASED', plannedQty: '10.0000', lotNo: expect.any(String) }),
    ),
    get(
      'Produce/ProducePlanDel',
      async () => ({ id: await make('produceplan', planRow('3')) }),
      (_data, sent) => day.isGone('produceplan', sent.id),
    ),
    get(
      'BasicData/RemoteProducePlanKeyValueList',
      async () => ({ q: await planNo() }),
      async data => expect(data).toEqual([{ value: kept('plan'), label: await planNo() }]),
    ),
    get(
      'Produce/GetProducePlanLabelValueList',
      () => ({}),
      async data => {
        expect(data).toEqual(offers(kept('plan'), await planNo()))
        expect(data).toHaveLength(1)
      },
    ),
    get(
      'Produce/GetProduceMateriaList',
      () => ({ planId: kept('plan') }),
      data => {
        expect(data.rows).toMatchObject([{ requiredQty: '10.0000', outstandingQty: '10.0000' }])
        expect(data.proposal).toMatchObject([{ lotId: kept('lot'), qty: '10.0000' }])
      },
    ),
    post(
      'Produce/ProducePlanMaterialOutStore',
      () => ({
        producePlanId: kept('plan'),
        warehouseId: at.day.id('warehouse', 'WH01'),
        issuerId: day.employee('E002'),
        receiverId: day.employee('E004'),
        lines: [{ materialId: kept('material'), lotId: kept('lot'), qty: '10' }],
        submit: true,
      }),
      async data => {
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'ISS', lotId: kept('lot'), quantity: '10.0000' }])
        expect(await planLine()).toMatchObject({ issuedQty: '10.0000' })
        await isInState('ISSUING')
      },
    ),
    post(
      'Produce/ProducePlanMaterialMakeUp',
      () => ({
        producePlanId: kept('plan'),
        materialId: kept('material'),
        lotId: kept('lot'),
        qty: '1',
        reasonType: 'SPILL',
        reason: '洒漏',
        applicantId: day.employee('E004'),
        submit: true,
      }),
      async data => {
        expect(data).toMatchObject({ status: 'SUBMITTED', overRate: '10.00', approverId: day.employee('E001') })
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'MUP', lotId: kept('lot'), quantity: '1.0000' }])
        expect(await planLine()).toMatchObject({ makeUpQty: '1.0000' })
      },
    ),
    get(
      'Produce/GetProducePlanMaterialStoreOutList',
      () => ({ planId: kept('plan') }),
      data => expect(data.rows).toMatchObject([{ lotId: kept('lot'), quantity: '11.0000' }]),
    ),
    post(
      'Produce/ProducePlanMaterialUse',
      () => ({
        producePlanId: kept('plan'),
        batchSeq: 1,
        operatorId: day.employee('E004'),
        lines: [{ materialId: kept('material'), lotId: kept('lot'), factAmount: '10' }],
      }),
      async ({ rows }) => {
        expect(rows).toMatchObject([{ status: 'SUBMITTED', factAmount: '10.0000' }])
        keep('use', rows[0].id)
        expect(await day.posted(rows[0].docNo)).toMatchObject([{ moveType: 'USE', quantity: '10.0000' }])
        await isInState('PRODUCING')
      },
    ),
    post(
      'Produce/UpdateUseMaterialFactAmount',
      () => ({ useId: kept('use'), factAmount: '10.5', reason: '复秤' }),
      async () => {
        // The old amount stays; the difference is a record of its own.
        expect(await day.stored('usematerialrecord', kept('use'))).toMatchObject({ factAmount: '10.0000' })
        const corrections = sql<Values>`
          select "docNo", "factAmount", "correctionReason" from usematerialrecord where "correctionOfId" = ${kept('use')}`
        const [correction] = await at.rows(corrections)
        expect(correction).toMatchObject({ factAmount: '0.5000', correctionReason: '复秤' })
        expect(await day.posted(correction?.docNo)).toMatchObject([{ moveType: 'USA', quantity: '0.5000' }])
        expect(await planLine()).toMatchObject({ usedQty: '10.5000' })
      },
    ),
    post(
      'Produce/ImportControlSave',
      async () => ({
        producePlanId: kept('plan'),
        productTechFlowId: kept('producttechflow'),
        batchSeq: 1,
        measuredValue: '90',
        detecEquipmentId: await thermometer(),
        monitorId: day.employee('E004'),
      }),
      data => {
        keep('importcontrol', data.id)
        expect(data).toMatchObject({ result: 'PASS', ccpNo: 'CCP1', productId: kept('product') })
        expect([Number(data.limitMin), Number(data.limitMax)]).toEqual([85, 95])
      },
    ),
    get(
      'Produce/ImportControlGet',
      () => ({ id: kept('importcontrol') }),
      data => expect(data).toMatchObject({ producePlanId: kept('plan'), controlItem: '中心温度' }),
    ),
    post(
      'Produce/ProductStoreInSave',
      async () => ({
        producePlanId: kept('plan'),
        batchSeq: 1,
        productId: kept('product'),
        productSpecId: kept('productspec'),
        lotNo: (await day.stored('produceplan', kept('plan'))).lotNo,
        produceDate: (await day.stored('produceplan', kept('plan'))).produceDate,
        packageQty: '10',
        warehouseId: at.day.id('warehouse', 'WH05'),
        handlerId: day.employee('E003'),
        submit: true,
      }),
      async data => {
        keep('productstorein', data.id)
        keep('made', data.lotId)
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'OUT', lotId: data.lotId, quantity: '10.0000' }])
        expect(await day.lot(data.lotId)).toMatchObject({ qualityStatus: 'PENDING', lotNo: data.lotNo })
        const inspections = sql<Values>`select status from qualityinspection where "lotId" = ${data.lotId}`
        expect(await at.rows(inspections)).toEqual([{ status: 'PENDING' }])
        const links = sql<Values>`select "inLotId" from lotlink where "outLotId" = ${data.lotId}`
        expect(await at.rows(links)).toEqual([{ inLotId: kept('lot') }])
        await day.act('stocklot', 'release', data.lotId)
      },
    ),
    get(
      'Produce/GetProductStoreIn',
      () => ({ id: kept('productstorein') }),
      data => expect(data).toMatchObject({ status: 'SUBMITTED', baseQty: '10.0000', lotId: kept('made') }),
    ),
    post(
      'Produce/ProductStoreOutSave',
      () => ({
        outType: 'TEST_SAMPLE',
        warehouseId: at.day.id('warehouse', 'WH05'),
        handlerId: day.employee('E003'),
        reason: '抽样',
        lines: [{ lotId: kept('made'), productSpecId: kept('productspec'), qty: '1' }],
        submit: true,
      }),
      async data => {
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'TST', lotId: kept('made'), quantity: '1.0000' }])
        expect(await day.onHand(kept('made'))).toBe('9.0000')
      },
    ),
  ]
}
