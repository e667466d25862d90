import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, files, instant, quantity, ref, text } from '../schema/field.ts'
import { qualityitem } from './qualityitem.ts'

export const inspectType = defineEnumeration('InspectType', {
  IQC: '来料检验',
  IPQC: '过程检验',
  FQC: '出厂检验',
  RETEST: '复检',
})
const inspectStatus = defineEnumeration('InspectStatus', {
  PENDING: '待检',
  TESTING: '检验中',
  JUDGED: '已判定',
  RELEASED: '已审核',
  CLOSED: '已关闭',
})

/** Inspector required once testing, or if opened by a person. */
const isTyped = ({ sourceDocNo, status }: { readonly sourceDocNo?: unknown; readonly status?: unknown }) =>
  !sourceDocNo || status === 'TESTING'

export const qualityinspection = defineEntity({
  name: 'qualityinspection',
  area: 'other',
  label: '检验单',
  icon: 'flask-conical',
  keywords: ['质检', '检验', 'IQC', 'FQC'],
  paper: { signatures: ['inspected', 'checked', 'approved', 'date'] },
  editableIn: ['PENDING', 'TESTING'],
  fields: {
    docNo: text('检验单号', {
      serverManaged: true,
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
    itemName: text('物料名称', { derived: true, list: true, width: 150 }),
    sampleQty: quantity('抽样数量', {
      unit: { by: ['lotId'] },
      required: true,
      pattern: 'UNUMBER4',
      list: true,
      default: '0',
    }),
    sampleTime: instant('抽样时间', { required: true, list: true, default: 'now' }),
    standardNo: text('检验依据', { requiredIf: isTyped, max: 50, list: true }),
    verdict: enumeration('检验结论', verdict, { list: true, filter: true, serverManaged: true }),
    inspectorId: ref('检验员', 'employee', { requiredIf: isTyped, list: true }),
    reviewerId: ref('审核人', 'employee', { serverManaged: true, list: true }),
    releaseTime: instant('放行时间', { list: true, serverManaged: true }),
    certificateNo: text('检验合格证号', { serverManaged: true, max: 50, unique: true, list: true }),
    status: enumeration('状态', inspectStatus, { serverManaged: true, default: 'PENDING', list: true, filter: true }),
    locationId: ref('库位', 'stocklocation'),
    releaserId: ref('放行人', 'employee', { serverManaged: true }),
    sourceDocNo: text('来源单据', { serverManaged: true, max: 30, namesDocument: true }),
    files: files('附件'),
  },
  lines: { items: qualityitem },
  columns: [
    'docNo',
    'itemName',
    'lotId',
    'verdict',
    'inspectType',
    'sampleQty',
    'sampleTime',
    'inspectorId',
    'releaseTime',
  ],
  title: 'docNo',
  subject: 'itemName',
  facts: ['lotId', 'inspectType', 'verdict', 'sampleTime', 'inspectorId', 'certificateNo'],
  order: [['id', 'desc']],
  indexes: [{ on: ['lotId'] }, { on: ['status'] }],
  nextSteps: [
    { step: 'test', from: ['PENDING'] },
    { step: 'judge', from: ['TESTING'] },
    { step: 'release', from: ['JUDGED'] },
  ],
  actions: {
    test: { label: '开始检验', on: 'rows', from: ['PENDING'], to: 'TESTING', confirm: true },
    judge: {
      label: '判定',
      on: 'rows',
      from: ['PENDING', 'TESTING'],
      to: 'JUDGED',
      confirm: true,
      rehearsed: true,
    },
    release: {
      label: '放行',
      on: 'rows',
      from: ['JUDGED'],
      to: 'RELEASED',
      confirm: true,
      rehearsed: true,
      arguments: { reason: text('说明', { max: 200 }) },
    },
    close: {
      label: '关闭',
      on: 'rows',
      from: ['PENDING', 'TESTING', 'JUDGED'],
      to: 'CLOSED',
      confirm: true,
      button: 'release',
      arguments: { reason: text('原因', { required: true, max: 200 }) },
    },
  },
})
