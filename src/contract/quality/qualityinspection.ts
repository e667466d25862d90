import { verdict } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, files, instant, quantity, ref, text, type Values } from '../schema/field.ts'
import { inspectStatus, inspectType } from './enumerations.ts'
import { qualityitem } from './qualityitem.ts'

/** Inspector required once testing, or if opened by a person, not a receipt. */
const isTyped = (row: Values) => !row.sourceDocNo || row.status === 'TESTING'

export const qualityinspection = defineEntity({
  name: 'qualityinspection',
  area: 'other',
  label: '检验单',
  icon: 'flask-conical',
  keywords: ['质检', '检验', 'IQC', 'FQC'],
  editableIn: ['PENDING', 'TESTING'],
  fields: {
    docNo: text('检验单号', {
      byServer: true,
      numbered: 'QI',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    inspectType: enumeration('检验类型', inspectType, { required: true, list: true, filter: true, default: 'IQC' }),
    lotId: ref('批次', 'stocklot', {
      list: true,
      filter: true,
      requiredIf: row => row.inspectType !== 'IPQC',
      width: 150,
    }),
    sampleQty: quantity('抽样数量', { required: true, pattern: 'UNUMBER4', list: true, default: '0' }),
    sampleTime: instant('抽样时间', { required: true, list: true, default: 'now' }),
    standardNo: text('检验依据', { requiredIf: isTyped, max: 50, list: true }),
    verdict: enumeration('检验结论', verdict, { list: true, filter: true, byServer: true }),
    inspectorId: ref('检验员', 'employee', { requiredIf: isTyped, list: true }),
    reviewerId: ref('审核人', 'employee', { byServer: true, list: true }),
    releaseTime: instant('放行时间', { list: true, byServer: true }),
    certificateNo: text('检验合格证号', { byServer: true, max: 50, unique: true, list: true }),
    status: enumeration('状态', inspectStatus, { byServer: true, default: 'PENDING', list: true, filter: true }),
    locationId: ref('库位', 'stocklocation'),
    releaserId: ref('放行人', 'employee', { byServer: true }),
    sourceDocNo: text('来源单据', { byServer: true, max: 30 }),
    files: files('附件'),
  },
  lines: { items: qualityitem },
  title: 'docNo',
  order: [['id', 'desc']],
  indexes: [{ on: ['lotId'] }, { on: ['status'] }],
  actions: {
    test: { label: '开始检验', on: 'rows', from: ['PENDING'], to: 'TESTING', confirm: true },
    judge: { label: '判定', on: 'rows', from: ['PENDING', 'TESTING'], to: 'JUDGED', confirm: true },
    release: {
      label: '放行',
      on: 'rows',
      from: ['JUDGED'],
      to: 'RELEASED',
      confirm: true,
      arguments: { reason: text('说明', { max: 200 }) },
    },
    close: {
      label: '关闭',
      on: 'rows',
      from: ['PENDING', 'TESTING', 'JUDGED'],
      to: 'CLOSED',
      confirm: true,
      button: 'release',
      risk: 'destructive',
      arguments: { reason: text('原因', { required: true, max: 200 }) },
    },
  },
})
