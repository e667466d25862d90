import { defineEntity } from '../schema/entity.ts'
import { date, decimal, enumeration, instant, quantity, ref, text } from '../schema/field.ts'
import { lotQuality } from '../stock/lotQuality.ts'
import { productInType } from './productstorein.ts'

/** View of posted product receipts of every kind. */
export const productstoreinrecord = defineEntity({
  name: 'productstoreinrecord',
  area: 'production',
  label: '产品入库记录',
  icon: 'clipboard-check',
  view: true,
  operations: ['list'],
  fields: {
    storeInTime: instant('入库时间', { serverManaged: true, key: true, list: true, filter: true }),
    docNo: text('入库单号', { serverManaged: true, max: 30, key: true, list: true, filter: true, namesDocument: true }),
    storeInType: enumeration('入库类型', productInType, { serverManaged: true, list: true, filter: true }),
    productId: ref('产品', 'product', { serverManaged: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, max: 30, list: true, filter: true }),
    produceDate: date('生产日期', { serverManaged: true, list: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    packageQty: decimal('件数', {
      unit: { by: ['productId', 'lotId'], in: 'package' },
      serverManaged: true,
      list: true,
    }),
    baseQty: quantity('数量', { unit: { by: ['productId', 'lotId'] }, serverManaged: true, list: true }),
    warehouseId: ref('仓库', 'warehouse', { serverManaged: true, list: true }),
    producePlanId: ref('生产计划', 'produceplan', { serverManaged: true, list: true, filter: true }),
    qualityStatus: enumeration('质量状态', lotQuality, {
      serverManaged: true,
      list: true,
      filter: true,
      expiresBy: 'expiryDate',
    }),
    lotId: ref('批次', 'stocklot', { serverManaged: true, width: 150 }),
  },
  columns: ['storeInTime', 'docNo', 'productId', 'baseQty', 'packageQty', 'lotNo', 'expiryDate', 'qualityStatus'],
  title: 'docNo',
  search: ['lotNo'],
  order: [['storeInTime', 'desc']],
})
