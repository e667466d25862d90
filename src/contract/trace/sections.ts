/** Sections of a trace answer, shown and exported as grids. */

import { defineEntity } from '../schema/entity.ts'
import {
  date,
  decimal,
  defineEnumeration,
  enumeration,
  flag,
  instant,
  integer,
  quantity,
  rate,
  text,
} from '../schema/field.ts'
import { linkPrecision } from '../stock/lotlink.ts'
import { lotQuality } from '../stock/lotQuality.ts'
import { palletStatus } from '../stock/pallet.ts'
import { reviewcase, reviewsibling } from './answerTotals.ts'
import { proofs } from './evidence.ts'

const stoppableKind = defineEnumeration('StoppableKind', {
  STOCK: '库存',
  WIP: '在制',
  PROCESS: '已投料未入库',
  DRAFT_SALE: '销售草稿',
  DRAFT_ISSUE: '领料草稿',
  DRAFT_RELABEL: '换标草稿',
})
const balanceStatus = defineEnumeration('BalanceStatus', {
  PASS: '相符',
  LIMITED: '有偏差',
  FAIL: '不符',
})
const balanceScope = defineEnumeration('BalanceScope', {
  LOT: '批次',
  PLAN: '生产计划',
})

export const reviewsourcelot = defineEntity({
  name: 'reviewsourcelot',
  area: 'review',
  label: '原料批次',
  line: true,
  subject: 'materialName',
  facts: ['onHandQty', 'usedQty', 'lotNo', 'supplierName'],
  order: [['onHandQty', 'desc']],
  state: 'qualityStatus',
  fields: {
    level: integer('层级', { serverManaged: true, list: true }),
    lotNo: text('内部批号', { serverManaged: true, list: true }),
    materialName: text('原料名称', { serverManaged: true, list: true }),
    supplierLotNo: text('供应商批号', { serverManaged: true, list: true }),
    supplierName: text('供应商', { serverManaged: true, list: true }),
    licenceNo: text('许可证编号', { serverManaged: true, list: true }),
    manufacturerName: text('生产商', { serverManaged: true, list: true }),
    licenceValid: flag('收货日许可证有效', { serverManaged: true, list: true }),
    isUntracked: flag('不按批次管理', { serverManaged: true, list: true }),
    storeInDocNo: text('入库单号', { serverManaged: true, list: true }),
    storeInDate: date('入库日期', { serverManaged: true, list: true }),
    produceDate: date('生产日期', { serverManaged: true, list: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    receivedQty: quantity('收货数量', { serverManaged: true, list: true }),
    usedQty: quantity('投入数量', { serverManaged: true, list: true }),
    onHandQty: quantity('库存数量', { serverManaged: true, list: true }),
    wipQty: quantity('在制数量', { serverManaged: true, list: true }),
    returnedQty: quantity('退供应商数量', { serverManaged: true, list: true }),
    testedQty: quantity('检验消耗数量', { serverManaged: true, list: true }),
    scrapQty: quantity('报废数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    certificateNo: text('合格证明编号', { serverManaged: true, list: true }),
    qualityStatus: enumeration('质量状态', lotQuality, { serverManaged: true, list: true }),
  },
})

export const reviewuse = defineEntity({
  name: 'reviewuse',
  area: 'review',
  label: '投料去向',
  line: true,
  subject: 'productName',
  facts: ['qty', 'itemName', 'lotNo', 'useTime'],
  state: 'linkPrecision',
  fields: {
    useTime: instant('投料时间', { serverManaged: true, list: true }),
    planNo: text('计划单号', { serverManaged: true, list: true }),
    batchSeq: integer('锅次/罐次', { serverManaged: true, list: true }),
    productName: text('产品名称', { serverManaged: true, list: true }),
    stepName: text('投料工序', { serverManaged: true, list: true }),
    equipmentName: text('设备/罐号', { serverManaged: true, list: true }),
    lotNo: text('投入批号', { serverManaged: true, list: true }),
    itemName: text('物料名称', { serverManaged: true, list: true }),
    qty: quantity('投入数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    shareRate: rate('占比(%)', { serverManaged: true, list: true }),
    operatorName: text('投料人', { serverManaged: true, list: true }),
    reviewerName: text('复核人', { serverManaged: true, list: true }),
    outLotNo: text('产出批号', { serverManaged: true, list: true }),
    linkPrecision: enumeration('关联精度', linkPrecision, { serverManaged: true, list: true }),
  },
})

export const reviewproductlot = defineEntity({
  name: 'reviewproductlot',
  area: 'review',
  label: '受影响产品批次',
  line: true,
  subject: 'productName',
  facts: ['soldQty', 'onHandQty', 'lotNo'],
  order: [
    ['soldQty', 'desc'],
    ['onHandQty', 'desc'],
  ],
  state: 'qualityStatus',
  fields: {
    level: integer('层级', { serverManaged: true, list: true }),
    productName: text('产品名称', { serverManaged: true, list: true }),
    specName: text('规格', { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, list: true }),
    produceDate: date('生产日期', { serverManaged: true, list: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    planNo: text('计划单号', { serverManaged: true, list: true }),
    producedQty: quantity('生产数量', { serverManaged: true, list: true }),
    onHandQty: quantity('库存数量', { serverManaged: true, list: true }),
    soldQty: quantity('净售数量', { serverManaged: true, list: true }),
    returnedQty: quantity('已退数量', { serverManaged: true, list: true }),
    sampleQty: quantity('留样数量', { serverManaged: true, list: true }),
    scrapQty: quantity('报废数量', { serverManaged: true, list: true }),
    reusedQty: quantity('再投入数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    certificateNo: text('检验合格证号', { serverManaged: true, list: true }),
    qualityStatus: enumeration('质量状态', lotQuality, { serverManaged: true, list: true }),
    linkPrecision: enumeration('关联精度', linkPrecision, { serverManaged: true, list: true }),
  },
})

export const reviewdealer = defineEntity({
  name: 'reviewdealer',
  area: 'review',
  label: '产品流向',
  line: true,
  subject: 'dealerName',
  fields: {
    dealerName: text('经销商', { serverManaged: true, list: true }),
    recallContactName: text('召回联系人', { serverManaged: true, list: true }),
    recallPhone: text('召回电话(24h)', { serverManaged: true, list: true }),
    productName: text('产品名称', { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, list: true }),
    qty: quantity('数量', { serverManaged: true, list: true }),
    returnedQty: quantity('已退数量', { serverManaged: true, list: true }),
    netQty: quantity('在外数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    packageQty: decimal('件数', { serverManaged: true, list: true }),
    saleOutNo: text('销售单号', { serverManaged: true, list: true }),
    shipTime: instant('出库时间', { serverManaged: true, list: true }),
    shipToAddress: text('收货地址', { serverManaged: true, list: true }),
    specName: text('规格', { serverManaged: true, list: true }),
    region: text('销售区域', { serverManaged: true, list: true }),
  },
  columns: ['dealerName', 'recallContactName', 'recallPhone', 'netQty', 'unitName', 'productName', 'lotNo'],
})

export const reviewstoppable = defineEntity({
  name: 'reviewstoppable',
  area: 'review',
  label: '可拦截库存',
  line: true,
  subject: 'itemName',
  facts: ['qty', 'refNo', 'lotNo', 'ownerName'],
  state: 'kind',
  fields: {
    kind: enumeration('类别', stoppableKind, { serverManaged: true, list: true }),
    refNo: text('位置/单号', { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, list: true }),
    itemName: text('名称', { serverManaged: true, list: true }),
    qty: quantity('数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    ownerName: text('负责人', { serverManaged: true, list: true }),
  },
})

/** Pallets with goods of the answer: where each is, or who got it. */
export const reviewpallet = defineEntity({
  name: 'reviewpallet',
  area: 'review',
  label: '托盘',
  line: true,
  subject: 'sscc',
  facts: ['qty', 'lotNo', 'dealerName', 'locationName'],
  fields: {
    sscc: text('托盘号(SSCC)', { serverManaged: true, list: true }),
    status: enumeration('状态', palletStatus, { serverManaged: true, list: true }),
    lotNo: text('批号', { serverManaged: true, list: true }),
    productName: text('产品名称', { serverManaged: true, list: true }),
    qty: quantity('数量', { serverManaged: true, list: true }),
    unitName: text('单位', { serverManaged: true, list: true, format: 'unit' }),
    packageQty: decimal('件数', { serverManaged: true, list: true }),
    locationName: text('库位', { serverManaged: true, list: true }),
    dealerName: text('经销商', { serverManaged: true, list: true }),
    saleOutNo: text('销售单号', { serverManaged: true, list: true }),
    shipTime: instant('出库时间', { serverManaged: true, list: true }),
  },
})

export const reviewbalance = defineEntity({
  name: 'reviewbalance',
  area: 'review',
  label: '物料平衡',
  line: true,
  subject: 'itemName',
  facts: ['accountedRate', 'sourceQty', 'refNo', 'onHandQty'],
  state: 'physicalStatus',
  fields: {
    scopeType: enumeration('对象类型', balanceScope, { serverManaged: true, list: true }),
    refNo: text('批号/计划', { serverManaged: true, list: true }),
    itemName: text('名称', { serverManaged: true, list: true }),
    sourceQty: quantity('来源数量', { serverManaged: true, list: true }),
    onHandQty: quantity('库存', { serverManaged: true, list: true }),
    wipQty: quantity('在制', { serverManaged: true, list: true }),
    usedQty: quantity('投入', { serverManaged: true, list: true }),
    soldQty: quantity('在外', { serverManaged: true, list: true }),
    sampleQty: quantity('留样', { serverManaged: true, list: true }),
    testedQty: quantity('检验消耗', { serverManaged: true, list: true }),
    scrapQty: quantity('报废', { serverManaged: true, list: true }),
    supplierReturnQty: quantity('退供应商', { serverManaged: true, list: true }),
    countDiffQty: quantity('盘点差异', { serverManaged: true, list: true }),
    outputQty: quantity('产出(kg)', { serverManaged: true, list: true }),
    byProductQty: quantity('副产品(kg)', { serverManaged: true, list: true }),
    lossQty: quantity('损耗(kg)', { serverManaged: true, list: true }),
    lossRate: rate('损耗率(%)', { serverManaged: true, list: true }),
    accountedRate: rate('平衡率(%)', {
      serverManaged: true,
      list: true,
      hint: '去向合计与来源数量之比：100% 表示每一份都有去处',
    }),
    countedQty: quantity('最近实盘数量', { serverManaged: true, list: true }),
    countedAt: instant('最近盘点时间', { serverManaged: true, list: true }),
    physicalRate: rate('实物平衡率(%)', { serverManaged: true, list: true }),
    physicalStatus: enumeration('实物平衡', balanceStatus, { serverManaged: true, list: true }),
  },
})

/** Sections by name, in display order. */
export const sections = {
  reviewsourcelot,
  reviewuse,
  reviewproductlot,
  reviewdealer,
  reviewstoppable,
  reviewpallet,
  reviewcase,
  reviewbalance,
  reviewsibling,
  ...proofs,
}
/** Rows per section in the answer; more via `ReviewAscRows`. */
export const firstRows = 100
