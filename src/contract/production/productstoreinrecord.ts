import { lotQuality, productInType } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, decimal, enumeration, instant, quantity, ref, text } from '../schema/field.ts'

/** Product receipts of every kind: a view of posted `productstorein` rows. */
export const productstoreinrecord = defineEntity({
  name: 'productstoreinrecord',
  area: 'production',
  label: '产品入库记录',
  icon: 'clipboard-check',
  view: true,
  only: ['list'],
  fields: {
    storeInTime: instant('入库时间', { byServer: true, key: true, list: true, filter: true }),
    docNo: text('入库单号', { byServer: true, max: 30, key: true, list: true, filter: true }),
    storeInType: enumeration('入库类型', productInType, { byServer: true, list: true, filter: true }),
    productId: ref('产品', 'product', { byServer: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', { byServer: true, list: true }),
    lotNo: text('批号', { byServer: true, max: 30, list: true, filter: true }),
    produceDate: date('生产日期', { byServer: true, list: true }),
    expiryDate: date('到期日期', { byServer: true, list: true }),
    packageQty: decimal('件数', { byServer: true, list: true }),
    baseQty: quantity('数量', { byServer: true, list: true }),
    warehouseId: ref('仓库', 'warehouse', { byServer: true, list: true }),
    producePlanId: ref('生产计划', 'produceplan', { byServer: true, list: true, filter: true }),
    qualityStatus: enumeration('质量状态', lotQuality, { byServer: true, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', { byServer: true, width: 150 }),
  },
  title: 'docNo',
  search: ['lotNo'],
  order: [['storeInTime', 'desc']],
})
