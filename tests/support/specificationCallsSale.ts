/** Calls of specification §7 on sales, traces and recalls. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { plantOf } from './recall.ts'
import { get, offers, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

const files = { isFile: true } as const

export function saleCalls(day: SpecificationDay): readonly SpecificationCall[] {
  const { at, keep, kept, make } = day
  const dealer = () => at.day.id('dealer', 'D001')
  const lotNo = async (name: string) => String((await day.lot(kept(name))).lotNo)
  const snapshots = async (direction: string) =>
    (await at.rows(sql<Values>`select "lotCount" from tracesnapshot where direction ilike ${direction}`)).length
  const isWorkbook = (bytes: Uint8Array) => expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
  /** Trace as a workbook: a file, and a snapshot with its author. */
  const exported = (path: string, direction: string, query: () => Promise<Values>) => {
    let before = 0
    return post(
      path,
      async () => {
        before = await snapshots(direction)
        return query()
      },
      async bytes => {
        isWorkbook(bytes)
        expect(await snapshots(direction)).toBe(before + 1)
      },
      files,
    )
  }
  const forward = async () => ({ lotNos: [await lotNo('lot')] })
  const backward = async () => ({ productLotNos: [await lotNo('made')] })

  return [
    get(
      'Produce/RemoteDealerKeyValueList',
      () => ({ q: 'gzyw' }),
      data => {
        expect(data).toEqual(offers(dealer(), '广州粤味'))
        expect(data).toHaveLength(1)
      },
    ),
    get(
      'Sale/GetDealerLabelValueList',
      () => ({}),
      data => expect(data).toEqual(offers(dealer(), '广州粤味')),
    ),
    post(
      'Sale/ProductSaleOutSave',
      () => ({
        dealerId: dealer(),
        warehouseId: at.day.id('warehouse', 'WH05'),
        handlerId: day.employee('E003'),
        lines: [
          { productId: kept('product'), productSpecId: kept('productspec'), lotId: kept('made'), packageQty: '4' },
        ],
        submit: true,
      }),
      async data => {
        expect(data).toMatchObject({ status: 'SUBMITTED', lines: [{ certificateNo: expect.any(String) }] })
        expect(await day.posted(data.docNo)).toEqual([{ moveType: 'SAL', lotId: kept('made'), quantity: '4.0000' }])
        expect(await day.onHand(kept('made'))).toBe('5.0000')
      },
    ),
    post(
      'Sale/RetainSampleSave',
      () => ({
        productId: kept('product'),
        lotId: kept('made'),
        sampleQty: '1',
        samplerId: day.employee('E006'),
        storageLocation: 'A-1',
      }),
      async data => {
        keep('retainsample', data.id)
        expect(data).toMatchObject({ status: 'RETAINED', purpose: 'ROUTINE', retainUntil: expect.any(String) })
        expect(await day.room.lies(kept('made'))).toMatchObject({ STORAGE: '4.0000', SAMPLE: '1.0000' })
      },
    ),
    get(
      'Sale/RetainSampleGet',
      () => ({ id: kept('retainsample') }),
      data => expect(data).toMatchObject({ lotId: kept('made'), sampleQty: '1.0000', observations: [] }),
    ),
    post('SafetyReview/ReviewAsc', forward, async data => {
      expect(data.counts).toMatchObject({ productLots: 1, dealers: 1, suppliers: 1 })
      expect(data.sections.reviewproductlot.rows).toMatchObject([{ lotNo: await lotNo('made'), soldQty: '4.0000' }])
      expect(data.sections.reviewdealer.rows).toMatchObject([{ dealerName: '广州粤味商贸有限公司', netQty: '4.0000' }])
    }),
    exported('SafetyReview/ReviewAscDataExport', 'asc', forward),
    post('SafetyReview/ReviewDesc', backward, async data => {
      expect(data.sections.reviewmaterial.rows).toMatchObject([
        {
          lotNo: await lotNo('lot'),
          supplierLotNo: 'SP-7',
          supplierName: '北大荒豆粕贸易有限公司',
          usedQty: '10.5000',
        },
      ])
    }),
    exported('SafetyReview/ReviewDescDataExport', 'desc', backward),
    post(
      'Other/CallBackPlanSave',
      async () => plantOf(at).planRow([kept('made')], await plantOf(at).grade()),
      async data => {
        keep('recallPlan', data.id)
        expect(data).toMatchObject({ status: 'DRAFT', lotIds: [kept('made')], totalQty: '4.0000' })
        await day.act('unsafefoodcallbackplan', 'approve', data.id)
      },
    ),
    get(
      'Other/CallBackPlanGet',
      () => ({ id: kept('recallPlan') }),
      data => expect(data).toMatchObject({ status: 'APPROVED', approverId: day.employee('E001') }),
    ),
    post(
      'Sale/CallBackSave',
      () => plantOf(at).recallRow([kept('made')], { callbackPlanId: kept('recallPlan') }),
      async data => {
        keep('callback', data.id)
        expect(data).toMatchObject({ status: 'DRAFT', soldQty: '4.0000', startDeadline: expect.any(String) })
        expect(await day.lot(kept('made'))).toMatchObject({ qualityStatus: 'RELEASED' })
        await day.act('callback', 'start', data.id)
        expect(await day.lot(kept('made'))).toMatchObject({ qualityStatus: 'RECALLED' })
      },
    ),
    get(
      'Sale/CallBackGet',
      () => ({ id: kept('callback') }),
      data => expect(data).toMatchObject({ status: 'STARTED', lots: [{ lotId: kept('made') }] }),
    ),
    get(
      'Other/EmployeeDelete',
      async () => {
        const row = { jobNo: 'E099', name: '临时工', department: '生产部', entryDate: '2026-11-01' }
        return { id: await make('employee', row) }
      },
      (_data, sent) => day.isGone('employee', sent.id),
    ),
  ]
}
