import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, files, instant, isEmpty, ref, text, type Values } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { productstoreoutline } from './productstoreoutline.ts'

export const productOutType = defineEnumeration('ProductOutType', {
  RETAIN_SAMPLE: '留样',
  TEST_SAMPLE: '检验抽样',
  OFFICIAL_SAMPLE: '监督抽检',
  SCRAP: '报废销毁',
  REWORK: '返工领用',
  TRANSFER_OUT: '调拨出库',
  SALE: '销售出库',
})
const { SALE: _, ...notSold } = productOutType.options
/** Stock-out types except sale, a document of its own. */
const productStoreOutType = defineEnumeration('ProductOutType', notSold)

const mayTakePallets = ({ outType }: Values) => isEmpty(outType) || outType === 'TRANSFER_OUT'
const isLoose = ({ lines }: Values) =>
  !Array.isArray(lines) || lines.every((line: Values | null) => isEmpty(line?.palletId))

export const productstoreout = defineEntity({
  name: 'productstoreout',
  area: 'production',
  label: '产品出库',
  icon: 'package-open',
  keywords: ['返工领用', '产品报废'],
  document: true,
  reserves: null,
  fields: {
    docNo: text('出库单号', {
      serverManaged: true,
      numbered: 'PO',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    outType: enumeration('出库类型', productStoreOutType, {
      required: true,
      default: 'TEST_SAMPLE',
      list: true,
      filter: true,
    }),
    outTime: instant('出库时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    targetWarehouseId: ref('调入仓库', 'warehouse', { requiredIf: row => row.outType === 'TRANSFER_OUT' }),
    targetPlanId: ref('返工计划', 'produceplan', {
      requiredIf: row => row.outType === 'REWORK',
      where: () => ({ planType: 'REWORK' }),
    }),
    handlerId: ref('经手人', 'employee', { required: true, list: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true, list: true }),
    reason: text('出库原因', { required: true, max: 200, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    files: files('附件', { editableAfterPosting: true }),
  },
  lines: { lines: productstoreoutline },
  title: 'docNo',
  facts: ['outType', 'outTime', 'warehouseId', 'targetPlanId', 'reason', 'handlerId'],
  order: [['id', 'desc']],
  indexes: [{ on: ['customerId', 'outTime', 'docNo'] }],
  // Posted by the retained sample itself, so that both always agree.
  checks: [
    { at: 'outType', ok: row => row.outType !== 'RETAIN_SAMPLE', message: 'byRetainSample' },
    { at: 'outType', ok: row => mayTakePallets(row) || isLoose(row), message: 'palletTransferOnly' },
  ],
  calls: { save: 'Produce/ProductStoreOutSave' },
  actions: {
    ...posting,
    approve: { label: '批准', on: 'rows', from: ['DRAFT'], confirm: true, keywords: ['审批', '核准'] },
  },
})
