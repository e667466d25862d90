/** Calls of specification §7 on materials. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { get, offers, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

export function materialCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { at, ask, keep, kept, make } = day
  const id = (entity: string, key: string) => at.day.id(entity, key)
  const remove = (id: number, token = at.token) =>
    at.server.call('GET', 'Material/MaterialStoreInDelete', { id }, token)
  const materialRow = (code: string, name: string): Values => ({
    code,
    name,
    materialType: 'RAW',
    baseUnitId: id('unit', 'kg'),
    shelfLifeValue: 12,
    shelfLifeUnit: 'MONTH',
    defaultSupplyId: id('supply', 'S001'),
  })
  const specRow = (materialId: number, specCode: string): Values => ({
    materialId,
    specCode,
    specName: '25kg/袋',
    packageUnitId: id('unit', 'bag'),
    baseQtyPerPackage: '25',
    isDefault: true,
  })
  const receiptRow = (more: Values = {}): Values => ({
    storeInDate: day.now(),
    supplyId: id('supply', 'S001'),
    deliveryNoteNo: 'DN-7',
    warehouseId: id('warehouse', 'WH01'),
    receiverId: day.employee('E002'),
    lines: [
      {
        materialId: kept('material'),
        materialSpecId: kept('materialspec'),
        supplierLotNo: 'SP-7',
        isNewLot: true,
        produceDate: '2026-11-01',
        packageQty: '4',
        unitPrice: '3.20',
        certificateNo: 'COA-7',
      },
    ],
    ...more,
  })

  return [
    post(
      'Material/MaterialSave',
      () => materialRow('Z01', '核对大豆'),
      async data => {
        keep('material', data.id)
        expect(await day.stored('material', data.id)).toMatchObject({ code: 'Z01', name: '核对大豆' })
      },
    ),
    get(
      'BasicData/MaterialKeyValueList',
      () => ({}),
      data => expect(data).toEqual(offers(kept('material'), '核对大豆')),
    ),
    get(
      'BasicData/RemoteMaterialKeyValueList',
      () => ({ q: 'hddd' }),
      data => expect(data).toEqual([{ value: kept('material'), label: 'Z01 核对大豆' }]),
    ),
    get(
      'BasicData/RemoteSupplyKeyValueList',
      () => ({ q: 'bdhdp' }),
      data => {
        expect(data).toEqual(offers(id('supply', 'S001'), '北大荒豆粕'))
        expect(data).toHaveLength(1)
      },
    ),
    post(
      'Material/MaterialSpecSave',
      () => specRow(kept('material'), 'Z01-25'),
      async data => {
        keep('materialspec', data.id)
        expect(await day.stored('materialspec', data.id)).toMatchObject({ baseQtyPerPackage: '25.0000' })
      },
    ),
    get(
      'Material/GetSpecList',
      () => ({ materialId: kept('material') }),
      data => expect(data).toMatchObject({ total: 1, rows: [{ id: kept('materialspec'), specName: '25kg/袋' }] }),
    ),
    get(
      'Material/GetEmployeeList',
      () => ({}),
      data => expect(data).toEqual(offers(day.employee('E002'), '王芳')),
    ),
    get(
      'Material/InitMaterailStoreInForm',
      () => ({}),
      ({ rows }) =>
        expect(rows).toMatchObject([
          {
            warehouseId: id('warehouse', 'WH01'),
            receiverId: day.employee('E001'),
            storeInDate: expect.stringContaining(new Date().toISOString().slice(0, 10)),
            lines: [],
          },
        ]),
    ),
    post(
      'Material/MaterialStoreInSave',
      () => receiptRow({ submit: true }),
      async data => {
        keep('materialstorein', data.id)
        const [line] = data.lines
        keep('lot', line.lotId)
        expect(data).toMatchObject({ status: 'SUBMITTED', totalAmount: '320.00' })
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'RCV', lotId: line.lotId, quantity: '100.0000' }])
        expect(await day.lot(line.lotId)).toMatchObject({ qualityStatus: 'PENDING', expiryDate: '2027-11-01' })
        const inspections = sql<Values>`select status from qualityinspection where "lotId" = ${line.lotId}`
        expect(await at.rows(inspections)).toEqual([{ status: 'PENDING' }])
        await day.act('stocklot', 'release', line.lotId)
      },
    ),
    get(
      'Material/GetMaterailStoreInById',
      () => ({ id: kept('materialstorein') }),
      data =>
        expect(data).toMatchObject({
          deliveryNoteNo: 'DN-7',
          supplyId$label: '北大荒豆粕贸易有限公司',
          lines: [{ supplierLotNo: 'SP-7', baseQty: '100.0000', lotId: kept('lot') }],
        }),
    ),
    get(
      'Material/InitSpecByMaterialId',
      () => ({ materialId: kept('material') }),
      data =>
        expect(data).toMatchObject({
          specs: [{ value: kept('materialspec'), baseQtyPerPackage: '25.0000', isDefault: true }],
          supplyId: id('supply', 'S001'),
          shelfLifeValue: 12,
          unitPrice: '3.20',
        }),
    ),
    get(
      'Material/MaterialStoreInDelete',
      async () => ({ id: await make('materialstorein', receiptRow()) }),
      async (_data, sent) => {
        await day.isGone('materialstorein', sent.id)
        // Drafts are deleted, posted documents reversed where permitted.
        const posted = await ask('POST', 'Material/MaterialStoreInSave', receiptRow({ submit: true }))
        const clerk = await at.server.signInWith(['materialstorein', 'materialstorein.delete'])
        expect(await remove(posted.id, clerk)).toMatchObject({ status: 1002, data: { button: 'reverse' } })
        expect(await remove(posted.id)).toMatchObject({ status: 0 })
        expect(await day.stored('materialstorein', posted.id)).toMatchObject({ status: 'REVERSED' })
        expect(await day.onHand(posted.lines[0].lotId)).toBe('0.0000')
      },
    ),
    post(
      'Material/MaterialStoreOutSave',
      () => ({
        outType: 'SAMPLE',
        warehouseId: id('warehouse', 'WH01'),
        handlerId: day.employee('E002'),
        reason: '抽样',
        lines: [{ lotId: kept('lot'), qty: '2' }],
        submit: true,
      }),
      async data => {
        expect(data).toMatchObject({ status: 'SUBMITTED' })
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'TST', lotId: kept('lot'), quantity: '2.0000' }])
        expect(await day.onHand(kept('lot'))).toBe('98.0000')
        // Part of the lot has left: the receipt stays, naming the user.
        const { message } = await remove(kept('materialstorein'))
        expect(message).toContain(data.docNo)
      },
    ),
    get(
      'Material/MaterialSpecDel',
      async () => ({ id: await make('materialspec', { ...specRow(kept('material'), 'Z01-X'), isDefault: false }) }),
      (_data, sent) => day.isGone('materialspec', sent.id),
    ),
    get(
      'Material/SupplyDelete',
      async () => {
        const row = { contactName: '钱', phone: '020-84563322', licenseNo: 'SC9', address: '园区 9 号' }
        return { id: await make('supply', { code: 'S099', name: '停用供应商', ...row }) }
      },
      (_data, sent) => day.isGone('supply', sent.id),
    ),
    get(
      'Material/MaterialDelete',
      async () => ({ id: await make('material', materialRow('Z99', '误建原料')) }),
      (_data, sent) => day.isGone('material', sent.id),
    ),
  ]
}
