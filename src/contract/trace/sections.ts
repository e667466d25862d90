/** Sections of a trace answer: computed rows, shown and exported as grids. */
import { linkPrecision, lotQuality } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import {
  date,
  decimal,
  enumeration,
  flag,
  instant,
  integer,
  quantity,
  rate,
  text,
  type Values,
} from '../schema/field.ts'
import { reviewcase, reviewsibling } from './answerTotals.ts'
import { balanceScope, balanceStatus, stoppableKind } from './enumerations.ts'
import { proofs } from './evidence.ts'

export const reviewsourcelot = defineEntity({
  name: 'reviewsourcelot',
  area: 'review',
  label: '原料批次',
  line: true,
  fields: {
    level: integer('层级', { byServer: true, list: true }),
    lotNo: text('内部批号', { byServer: true, list: true }),
    materialName: text('原料名称', { byServer: true, list: true }),
    supplierLotNo: text('供应商批号', { byServer: true, list: true }),
    supplierName: text('供应商', { byServer: true, list: true }),
    licenceNo: text('许可证编号', { byServer: true, list: true }),
    manufacturerName: text('生产商', { byServer: true, list: true }),
    licenceValid: flag('收货日许可证有效', { byServer: true, list: true }),
    isUntracked: flag('不按批次管理', { byServer: true, list: true }),
    storeInDocNo: text('入库单号', { byServer: true, list: true }),
    storeInDate: date('入库日期', { byServer: true, list: true }),
    produceDate: date('生产日期', { byServer: true, list: true }),
    expiryDate: date('到期日期', { byServer: true, list: true }),
    receivedQty: quantity('收货数量', { byServer: true, list: true }),
    usedQty: quantity('投入数量', { byServer: true, list: true }),
    onHandQty: quantity('库存数量', { byServer: true, list: true }),
    wipQty: quantity('在制数量', { byServer: true, list: true }),
    returnedQty: quantity('退供应商数量', { byServer: true, list: true }),
    testedQty: quantity('检验消耗数量', { byServer: true, list: true }),
    scrapQty: quantity('报废数量', { byServer: true, list: true }),
    unitName: text('单位', { byServer: true, list: true }),
    certificateNo: text('合格证明编号', { byServer: true, list: true }),
    qualityStatus: enumeration('质量状态', lotQuality, { byServer: true, list: true }),
  },
})

export const reviewuse = defineEntity({
  name: 'reviewuse',
  area: 'review',
  label: '投料去向',
  line: true,
  fields: {
    useTime: instant('投料时间', { byServer: true, list: true }),
    planNo: text('计划单号', { byServer: true, list: true }),
    batchSeq: integer('锅次/罐次', { byServer: true, list: true }),
    productName: text('产品名称', { byServer: true, list: true }),
    stepName: text('投料工序', { byServer: true, list: true }),
    equipmentName: text('设备/罐号', { byServer: true, list: true }),
    lotNo: text('投入批号', { byServer: true, list: true }),
    itemName: text('物料名称', { byServer: true, list: true }),
    qty: quantity('投入数量', { byServer: true, list: true }),
    unitName: text('单位', { byServer: true, list: true }),
    shareRate: rate('占比(%)', { byServer: true, list: true }),
    operatorName: text('投料人', { byServer: true, list: true }),
    reviewerName: text('复核人', { byServer: true, list: true }),
    outLotNo: text('产出批号', { byServer: true, list: true }),
    linkPrecision: enumeration('关联精度', linkPrecision, { byServer: true, list: true }),
  },
})

export const reviewproductlot = defineEntity({
  name: 'reviewproductlot',
  area: 'review',
  label: '受影响产品批次',
  line: true,
  fields: {
    level: integer('层级', { byServer: true, list: true }),
    productName: text('产品名称', { byServer: true, list: true }),
    specName: text('规格', { byServer: true, list: true }),
    lotNo: text('批号', { byServer: true, list: true }),
    produceDate: date('生产日期', { byServer: true, list: true }),
    expiryDate: date('到期日期', { byServer: true, list: true }),
    planNo: text('计划单号', { byServer: true, list: true }),
    producedQty: quantity('生产数量', { byServer: true, list: true }),
    onHandQty: quantity('库存数量', { byServer: true, list: true }),
    soldQty: quantity('净售数量', { byServer: true, list: true }),
    returnedQty: quantity('已退数量', { byServer: true, list: true }),
    sampleQty: quantity('留样数量', { byServer: true, list: true }),
    scrapQty: quantity('报废数量', { byServer: true, list: true }),
    reusedQty: quantity('再投入数量', { byServer: true, list: true }),
    unitName: text('单位', { byServer: true, list: true }),
    certificateNo: text('检验合格证号', { byServer: true, list: true }),
    qualityStatus: enumeration('质量状态', lotQuality, { byServer: true, list: true }),
    linkPrecision: enumeration('关联精度', linkPrecision, { byServer: true, list: true }),
  },
})

export const reviewdealer = defineEntity({
  name: 'reviewdealer',
  area: 'review',
  label: '产品流向',
  line: true,
  fields: {
    dealerName: text('经销商', { byServer: true, list: true }),
    recallContactName: text('召回联系人', { byServer: true, list: true }),
    recallPhone: text('召回电话(24h)', { byServer: true, list: true }),
    productName: text('产品名称', { byServer: true, list: true }),
    lotNo: text('批号', { byServer: true, list: true }),
    qty: quantity('数量', { byServer: true, list: true }),
    returnedQty: quantity('已退数量', { byServer: true, list: true }),
    netQty: quantity('在外数量', { byServer: true, list: true }),
    unitName: text('单位', { byServer: true, list: true }),
    packageQty: decimal('件数', { byServer: true, list: true }),
    saleOutNo: text('销售单号', { byServer: true, list: true }),
    shipTime: instant('出库时间', { byServer: true, list: true }),
    shipToAddress: text('收货地址', { byServer: true, list: true }),
    specName: text('规格', { byServer: true, list: true }),
    region: text('销售区域', { byServer: true, list: true }),
  },
})

export const reviewstoppable = defineEntity({
  name: 'reviewstoppable',
  area: 'review',
  label: '可拦截库存',
  line: true,
  fields: {
    kind: enumeration('类别', stoppableKind, { byServer: true, list: true }),
    refNo: text('位置/单号', { byServer: true, list: true }),
    lotNo: text('批号', { byServer: true, list: true }),
    itemName: text('名称', { byServer: true, list: true }),
    qty: quantity('数量', { byServer: true, list: true }),
    unitName: text('单位', { byServer: true, list: true }),
    ownerName: text('负责人', { byServer: true, list: true }),
  },
})

export const reviewbalance = defineEntity({
  name: 'reviewbalance',
  area: 'review',
  label: '物料平衡',
  line: true,
  fields: {
    scopeType: enumeration('对象类型', balanceScope, { byServer: true, list: true }),
    refNo: text('批号/计划', { byServer: true, list: true }),
    itemName: text('名称', { byServer: true, list: true }),
    sourceQty: quantity('来源数量', { byServer: true, list: true }),
    onHandQty: quantity('库存', { byServer: true, list: true }),
    wipQty: quantity('在制', { byServer: true, list: true }),
    usedQty: quantity('投入', { byServer: true, list: true }),
    soldQty: quantity('在外', { byServer: true, list: true }),
    sampleQty: quantity('留样', { byServer: true, list: true }),
    testedQty: quantity('检验消耗', { byServer: true, list: true }),
    scrapQty: quantity('报废', { byServer: true, list: true }),
    supplierReturnQty: quantity('退供应商', { byServer: true, list: true }),
    countDiffQty: quantity('盘点差异', { byServer: true, list: true }),
    outputQty: quantity('产出(kg)', { byServer: true, list: true }),
    byProductQty: quantity('副产品(kg)', { byServer: true, list: true }),
    lossQty: quantity('损耗(kg)', { byServer: true, list: true }),
    lossRate: rate('损耗率(%)', { byServer: true, list: true }),
    accountedRate: rate('平衡率(%)', { byServer: true, list: true }),
    countedQty: quantity('最近实盘数量', { byServer: true, list: true }),
    countedAt: instant('最近盘点时间', { byServer: true, list: true }),
    physicalRate: rate('实物平衡率(%)', { byServer: true, list: true }),
    physicalStatus: enumeration('实物平衡', balanceStatus, { byServer: true, list: true }),
  },
})

/** Sections by name, in display order; each direction has its own selection. */
export const sections = {
  reviewsourcelot,
  reviewuse,
  reviewproductlot,
  reviewdealer,
  reviewstoppable,
  reviewcase,
  reviewbalance,
  reviewsibling,
  ...proofs,
}
export type SectionName = keyof typeof sections

export const sectionsOf: Readonly<Record<'asc' | 'desc', readonly SectionName[]>> = {
  asc: [
    'reviewdealer',
    'reviewproductlot',
    'reviewstoppable',
    'reviewcase',
    'reviewuse',
    'reviewsourcelot',
    'reviewbalance',
  ],
  desc: [
    'reviewmaterial',
    'reviewproduct',
    'reviewinspection',
    'reviewprocess',
    'reviewpeople',
    'reviewenvironment',
    'reviewuse',
    'reviewproductlot',
    'reviewdealer',
    'reviewsibling',
    'reviewstoppable',
    'reviewcase',
    'reviewbalance',
  ],
}

export interface SectionRows {
  readonly total: number
  /** Distinct dealers over all rows, in sections of dealers. */
  readonly dealers?: number
  /** Rows linked by `lotId`, `dealerId`, `producePlanId` or `docType` and `docId`; empty when only counted. */
  readonly rows: readonly Values[]
}

/** Rows per section in the answer; more via `ReviewAscRows`. */
export const firstRows = 100

/** Trace answer: counts, then the first rows of each section. */
export interface ReviewAnswer {
  readonly direction: 'asc' | 'desc'
  /** Ledger horizon of the answer: last sequence number and its time. */
  readonly asOfSeq: number
  readonly asOf: string
  readonly elapsedMs: number
  readonly rootLots: readonly string[]
  readonly counts: {
    readonly lots: number
    readonly plans: number
    readonly productLots: number
    readonly dealers: number
    readonly suppliers: number
  }
  /** Accounted share in percent by the ledger: 100.00, else a software defect. */
  readonly accountedRate: string | null
  readonly sections: Readonly<Partial<Record<SectionName, SectionRows>>>
}
