import { itemType } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, files, instant, longText, quantity, ref, text } from '../schema/field.ts'
import { ncDisposition, ncSource, ncStatus } from './enumerations.ts'

export const unqualifiedproduct = defineEntity({
  name: 'unqualifiedproduct',
  area: 'other',
  label: '不合格品处理',
  icon: 'circle-x',
  keywords: ['不良品', 'NC'],
  editableIn: ['OPEN'],
  removableIn: [],
  fields: {
    docNo: text('处理单号', {
      byServer: true,
      numbered: 'NC',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    foundTime: instant('发现时间', { required: true, default: 'now', list: true, filter: true }),
    source: enumeration('来源', ncSource, { required: true, list: true, filter: true }),
    itemType: enumeration('物料类型', itemType, { byServer: true, filter: true }),
    lotId: ref('批次', 'stocklot', { required: true, list: true, filter: true, width: 150 }),
    itemName: text('物料名称', { byServer: true, max: 100, list: true }),
    qty: quantity('不合格数量', { required: true, pattern: 'UNUMBER4', list: true, positive: true }),
    unitId: ref('单位', 'unit', { byServer: true, list: true }),
    unqualifiedItems: text('不合格项目', { required: true, max: 200, list: true }),
    isolateLocationId: ref('隔离区域', 'stocklocation', { where: () => ({ isQuarantine: true }) }),
    foundById: ref('发现人', 'employee', { required: true }),
    disposition: enumeration('处置方式', ncDisposition, { byServer: true, list: true, filter: true }),
    dispositionTime: instant('处置时间', { list: true, byServer: true }),
    approverId: ref('批准人', 'employee', { byServer: true, list: true }),
    dispositionNote: text('判定说明', { byServer: true, max: 200 }),
    rootCause: longText('原因分析'),
    prevention: longText('预防措施'),
    movementDocNo: text('处置单据', { byServer: true, max: 30 }),
    status: enumeration('状态', ncStatus, { byServer: true, default: 'OPEN', list: true, filter: true }),
    files: files('附件'),
  },
  title: 'docNo',
  order: [['id', 'desc']],
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
