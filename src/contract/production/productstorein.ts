import { expiryOfItem } from '../calendar.ts'
import { product, total } from '../schema/decimal.ts'
import { defineEntity, defineFollows } from '../schema/entity.ts'
import {
  date,
  decimal,
  defineEnumeration,
  enumeration,
  instant,
  integer,
  quantity,
  ref,
  text,
} from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { lotQuality } from '../stock/lotQuality.ts'

export const productInType = defineEnumeration('ProductInType', {
  PRODUCTION: '生产入库',
  DEALER_RETURN: '经销商退货',
  RECALL_RETURN: '召回入库',
  OPENING: '期初入库',
  ADJUST_IN: '盘盈',
})

const isReturn = ({ storeInType }: { readonly storeInType?: unknown }) =>
  storeInType === 'DEALER_RETURN' || storeInType === 'RECALL_RETURN'

const isPending = ({ qualityStatus }: { readonly qualityStatus?: unknown }) => qualityStatus === 'PENDING'

export const productstorein = defineEntity({
  name: 'productstorein',
  area: 'production',
  label: '产品入库',
  keywords: ['成品入库', '完工入库'],
  icon: 'package-check',
  document: true,
  paper: {
    signatures: ['handedOver', 'stored', 'inspected', 'checked', 'date'],
    partner: 'dealerId',
  },
  reserves: null,
  fields: {
    docNo: text('入库单号', {
      serverManaged: true,
      numbered: 'PI',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    storeInType: enumeration('入库类型', productInType, {
      required: true,
      default: 'PRODUCTION',
      list: true,
      filter: true,
    }),
    storeInTime: instant('入库时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    producePlanId: ref('生产计划', 'produceplan', {
      requiredIf: row => row.storeInType === 'PRODUCTION',
      list: true,
      filter: true,
    }),
    batchSeq: integer('对应锅次'),
    dealerId: ref('经销商', 'dealer', { requiredIf: isReturn, filter: true }),
    sourceSaleOutId: ref('原销售单', 'productsaleout', { where: row => ({ dealerId: row.dealerId }) }),
    callbackId: ref('召回单', 'callback', { requiredIf: row => row.storeInType === 'RECALL_RETURN' }),
    productId: ref('产品', 'product', { required: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', {
      required: true,
      list: true,
      where: row => ({ productId: row.productId }),
    }),
    lotNo: text('批号', { required: true, max: 30, list: true, filter: true, counts: true }),
    lotId: ref('批次', 'stocklot', { width: 150, serverManaged: true }),
    produceDate: date('生产日期', { required: true, list: true, filter: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    packageQty: decimal('入库件数', {
      unit: { by: ['productId', 'lotId'], in: 'package' },
      required: true,
      pattern: 'UNUMBER',
      list: true,
    }),
    looseQty: quantity('零散数量', { unit: { by: ['productId', 'lotId'] }, pattern: 'UNUMBER4', default: '0' }),
    baseQty: quantity('入库数量', {
      unit: { by: ['productId', 'lotId'] },
      serverManaged: true,
      pattern: 'UNUMBER4',
      list: true,
    }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    locationId: ref('库位', 'stocklocation', {
      where: row => ({ warehouseId: row.warehouseId, locationType: 'STORAGE' }),
    }),
    handlerId: ref('入库人', 'employee', { required: true, list: true }),
    inspectionId: ref('出厂检验单', 'qualityinspection'),
    approverId: ref('批准人', 'employee', { serverManaged: true }),
    certificateNo: text('检验合格证号', { derived: true, list: true }),
    qualityStatus: enumeration('质量状态', lotQuality, {
      derived: true,
      list: true,
      filter: true,
      expiresBy: 'expiryDate',
    }),
    openInspectionId: ref('放行检验单', 'qualityinspection', {
      derived: true,
      shownIf: row => Boolean(row.openInspectionId),
    }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
  },
  columns: ['docNo', 'productId', 'baseQty', 'packageQty', 'lotNo', 'storeInTime', 'expiryDate', 'qualityStatus'],
  title: 'docNo',
  subject: 'productId',
  facts: ['lotId', 'baseQty', 'storeInTime', 'expiryDate', 'warehouseId', 'producePlanId'],
  search: ['lotNo'],
  order: [['id', 'desc']],
  indexes: [{ on: ['customerId', 'storeInTime', 'id'] }],
  follows: defineFollows({
    from: ['productId', 'productSpecId'],
    values: (row, { productId: item, productSpecId: spec }, rule) => ({
      baseQty: total([{ qty: product(row.packageQty, spec.baseQtyPerPackage, 4) }, { qty: row.looseQty }], 'qty', 4),
      // Returned lots keep the dates that they have.
      expiryDate: isReturn(row) ? undefined : expiryOfItem(row.produceDate, item, rule),
    }),
  }),
  // Surplus of a count is posted by the count itself (domain.md §0.5.10).
  checks: [{ at: 'storeInType', ok: row => row.storeInType !== 'ADJUST_IN', message: 'byStockCount' }],
  calls: { load: 'Produce/GetProductStoreIn', save: 'Produce/ProductStoreInSave' },
  actions: {
    ...posting,
    approve: { label: '批准', on: 'rows', from: ['DRAFT'], confirm: true, keywords: ['审批', '核准'] },
  },
  nextSteps: [
    { step: 'inspect', by: 'lotId', from: ['SUBMITTED'], when: row => isPending(row) && Boolean(row.openInspectionId) },
    { step: 'release', by: 'lotId', from: ['SUBMITTED'], when: row => isPending(row) && !row.openInspectionId },
    { step: 'sell', by: 'lotId', from: ['SUBMITTED'], when: row => row.qualityStatus === 'RELEASED' },
  ],
})
