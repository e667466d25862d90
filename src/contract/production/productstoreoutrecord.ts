import { defineEntity } from '../schema/entity.ts'
import { date, decimal, enumeration, instant, quantity, ref, text } from '../schema/field.ts'
import { productOutType } from './productstoreout.ts'

/** View of lines of posted stock-outs and sales. */
export const productstoreoutrecord = defineEntity({
  name: 'productstoreoutrecord',
  area: 'production',
  label: '产品出库记录',
  icon: 'clipboard-list',
  view: true,
  operations: ['list'],
  fields: {
    outTime: instant('出库时间', { serverManaged: true, key: true, list: true, filter: true }),
    docNo: text('出库单号', { serverManaged: true, max: 30, key: true, list: true, filter: true, namesDocument: true }),
    outType: enumeration('出库类型', productOutType, { serverManaged: true, list: true, filter: true }),
    productId: ref('产品', 'product', { serverManaged: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, max: 30, list: true, filter: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    packageQty: decimal('件数', {
      unit: { by: ['productId', 'lotId'], in: 'package' },
      serverManaged: true,
      list: true,
    }),
    qty: quantity('数量', { unit: { by: ['productId', 'lotId'] }, serverManaged: true, list: true }),
    counterparty: text('去向', { serverManaged: true, max: 100, list: true, filter: true }),
    handlerId: ref('经手人', 'employee', { serverManaged: true, list: true }),
    lotId: ref('批次', 'stocklot', { serverManaged: true, width: 150 }),
  },
  columns: ['outTime', 'docNo', 'productId', 'qty', 'packageQty', 'lotNo', 'outType', 'counterparty'],
  title: 'docNo',
  search: ['lotNo', 'counterparty'],
  order: [
    ['outTime', 'desc'],
    ['docNo', 'desc'],
  ],
})
