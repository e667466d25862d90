import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, files, instant, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { materialstoreoutline } from './materialstoreoutline.ts'

const materialOutType = defineEnumeration('MaterialOutType', {
  SUPPLIER_RETURN: '退供应商',
  SCRAP: '报废销毁',
  SAMPLE: '检验抽样',
  TRANSFER_OUT: '调拨出库',
})

export const materialstoreout = defineEntity({
  name: 'materialstoreout',
  area: 'material',
  label: '原料出库',
  icon: 'package-minus',
  keywords: ['退货给供应商', '报废', '调拨'],
  document: true,
  paper: { partner: 'supplyId' },
  reserves: null,
  fields: {
    docNo: text('出库单号', {
      serverManaged: true,
      numbered: 'MO',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    outDate: instant('出库时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    outType: enumeration('出库类型', materialOutType, { required: true, default: 'SCRAP', list: true, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    targetWarehouseId: ref('调入仓库', 'warehouse', { requiredIf: row => row.outType === 'TRANSFER_OUT' }),
    supplyId: ref('供应商', 'supply', {
      list: true,
      filter: true,
      requiredIf: row => row.outType === 'SUPPLIER_RETURN',
    }),
    handlerId: ref('经手人', 'employee', { required: true, list: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true }),
    reason: text('出库原因', { required: true, max: 200, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    files: files('附件', { editableAfterPosting: true }),
  },
  lines: { lines: materialstoreoutline },
  title: 'docNo',
  facts: ['outType', 'outDate', 'warehouseId', 'supplyId', 'reason', 'handlerId'],
  order: [['id', 'desc']],
  calls: { save: 'Material/MaterialStoreOutSave' },
  actions: {
    ...posting,
    approve: { label: '批准', on: 'rows', from: ['DRAFT'], confirm: true, keywords: ['审批', '核准'] },
  },
})
