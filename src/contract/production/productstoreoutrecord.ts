import { defineEntity } from '../schema/entity.ts'
import { date, decimal, enumeration, instant, quantity, ref, text } from '../schema/field.ts'
import { productOutType } from './enumerations.ts'

/** Product issues: a view of lines of posted stock-outs and sales. */
export const productstoreoutrecord = defineEntity({
  name: 'productstoreoutrecord',
  area: 'production',
  label: '产品出库记录',
  icon: 'clipboard-list',
  view: true,
  only: ['list'],
  fields: {
    outTime: instant('出库时间', { byServer: true, key: true, list: true, filter: true }),
    docNo: text('出库单号', { byServer: true, max: 30, key: true, list: true, filter: true }),
    outType: enumeration('出库类型', productOutType, { byServer: true, list: true, filter: true }),
    productId: ref('产品', 'product', { byServer: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', { byServer: true, list: true }),
    lotNo: text('批号', { byServer: true, max: 30, list: true, filter: true }),
    expiryDate: date('到期日期', { byServer: true, list: true }),
    packageQty: decimal('件数', { byServer: true, list: true }),
    qty: quantity('数量', { byServer: true, list: true }),
    counterparty: text('去向', { byServer: true, max: 100, list: true, filter: true }),
    handlerId: ref('经手人', 'employee', { byServer: true, list: true }),
    lotId: ref('批次', 'stocklot', { byServer: true, width: 150 }),
  },
  title: 'docNo',
  search: ['lotNo', 'counterparty'],
  order: [
    ['outTime', 'desc'],
    ['docNo', 'desc'],
  ],
})
