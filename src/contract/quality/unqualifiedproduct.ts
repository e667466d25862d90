import { itemType } from '../basic/item.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, files, instant, longText, quantity, ref, text } from '../schema/field.ts'

const ncSource = defineEnumeration('NcSource', {
  INCOMING: '来料检验',
  PROCESS: '过程检验',
  FINISHED: '出厂检验',
  STOCK: '库存',
  RETURN: '退货',
  RECALL: '召回',
  EXPIRED: '过期',
})
const ncDisposition = defineEnumeration('NcDisposition', {
  SUPPLIER_RETURN: '退货',
  REWORK: '返工',
  DOWNGRADE: '降级',
  CONCESSION: '让步接收',
  SCRAP: '报废',
  DESTROY: '销毁',
})
const ncStatus = defineEnumeration('NcStatus', {
  OPEN: '待评审',
  DECIDED: '已判定',
  CLOSED: '已关闭',
})

export const unqualifiedproduct = defineEntity({
  name: 'unqualifiedproduct',
  area: 'other',
  label: '不合格品处理',
  icon: 'circle-x',
  paper: { signatures: ['made', 'checked', 'approved', 'date'] },
  keywords: ['不良品', 'NC'],
  editableIn: ['OPEN'],
  removableIn: [],
  fields: {
    docNo: text('处理单号', {
      serverManaged: true,
      numbered: 'NC',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    foundTime: instant('发现时间', { required: true, default: 'now', list: true, filter: true }),
    source: enumeration('来源', ncSource, { required: true, list: true, filter: true }),
    itemType: enumeration('物料类型', itemType, { serverManaged: true, filter: true }),
    lotId: ref('批次', 'stocklot', { required: true, list: true, filter: true, width: 150 }),
    itemName: text('物料名称', { serverManaged: true, max: 100, list: true }),
    qty: quantity('不合格数量', {
      unit: { by: ['lotId', 'unitId'] },
      required: true,
      pattern: 'UNUMBER4',
      list: true,
      positive: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    unqualifiedItems: text('不合格项目', { required: true, max: 200, list: true }),
    isolateLocationId: ref('隔离区域', 'stocklocation', { where: () => ({ isQuarantine: true }) }),
    foundById: ref('发现人', 'employee', { required: true }),
    disposition: enumeration('处置方式', ncDisposition, { serverManaged: true, list: true, filter: true }),
    dispositionTime: instant('处置时间', { list: true, serverManaged: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true, list: true }),
    dispositionNote: text('判定说明', { serverManaged: true, max: 200 }),
    rootCause: longText('原因分析'),
    prevention: longText('预防措施'),
    movementDocNo: text('处置单据', { serverManaged: true, max: 30, namesDocument: true }),
    status: enumeration('状态', ncStatus, { serverManaged: true, default: 'OPEN', list: true, filter: true }),
    files: files('附件'),
  },
  columns: ['docNo', 'itemName', 'lotId', 'qty', 'foundTime', 'disposition', 'source'],
  title: 'docNo',
  subject: 'itemName',
  facts: ['lotId', 'qty', 'unqualifiedItems', 'disposition', 'foundTime'],
  order: [['id', 'desc']],
  nextSteps: [
    { step: 'decide', from: ['OPEN'] },
    { step: 'close', from: ['DECIDED'] },
  ],
  actions: {
    decide: {
      label: '判定',
      on: 'row',
      from: ['OPEN'],
      to: 'DECIDED',
      confirm: true,
      arguments: {
        disposition: enumeration('处置方式', ncDisposition, { required: true }),
        reason: text('判定说明', { max: 200 }),
      },
    },
    close: {
      label: '关闭',
      on: 'row',
      from: ['DECIDED'],
      to: 'CLOSED',
      confirm: true,
      arguments: {
        movementDocNo: text('处置单据', { max: 30, hint: '报废、销毁、退货留空时自动开单' }),
      },
    },
  },
})
