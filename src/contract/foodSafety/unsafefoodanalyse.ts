import { hazardType } from '../basic/techflow.ts'
import { triggerSource } from '../recall/callback.ts'
import { defineEntity } from '../schema/entity.ts'
import {
  defineEnumeration,
  enumeration,
  enumerations,
  files,
  instant,
  quantity,
  ref,
  refs,
  richText,
  text,
} from '../schema/field.ts'

const causeCategory = defineEnumeration('CauseCategory', {
  PEOPLE: '人',
  MACHINE: '机',
  MATERIAL: '料',
  METHOD: '法',
  ENVIRONMENT: '环',
  MEASURE: '测',
})
const analyseConclusion = defineEnumeration('AnalyseConclusion', {
  RECALL: '实施召回',
  HOLD: '暂停销售',
  NO_ACTION: '无需措施',
  OBSERVE: '继续监测',
})
const analyseStatus = defineEnumeration('AnalyseStatus', {
  DRAFT: '草稿',
  ANALYSING: '分析中',
  CONCLUDED: '已出结论',
})

export const unsafefoodanalyse = defineEntity({
  name: 'unsafefoodanalyse',
  area: 'other',
  label: '不安全食品分析',
  icon: 'microscope',
  paper: { signatures: ['made', 'checked', 'approved', 'date'] },
  document: true,
  editableIn: ['DRAFT', 'ANALYSING'],
  fields: {
    docNo: text('分析编号', {
      serverManaged: true,
      numbered: 'UA',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    title: text('标题', { required: true, max: 100, list: true, filter: true }),
    foundTime: instant('发现时间', { required: true, list: true, filter: true, default: 'now' }),
    triggerSource: enumeration('信息来源', triggerSource, { required: true, list: true, filter: true }),
    productId: ref('产品', 'product', { list: true, filter: true }),
    lotIds: refs('涉及批次', 'stocklot', { required: true, list: true }),
    hazardTypes: enumerations('危害类型', hazardType, { required: true, list: true }),
    hazardDesc: richText('危害描述', { required: true, brief: true }),
    affectedPeople: text('影响人群', { max: 200 }),
    causeCategory: enumeration('原因类别', causeCategory, { filter: true }),
    rootCause: richText('根本原因', { brief: true }),
    involvedQty: quantity('涉及数量', { unit: { by: ['productId'] }, serverManaged: true }),
    soldQty: quantity('已售数量', { unit: { by: ['productId'] }, serverManaged: true, list: true }),
    suggestedGradeId: ref('建议召回等级', 'callbackgrade'),
    conclusion: enumeration('分析结论', analyseConclusion, { list: true, filter: true }),
    analystId: ref('分析人', 'employee', { required: true, list: true }),
    approverId: ref('审核人', 'employee', { serverManaged: true }),
    complaintId: ref('客户投诉', 'complaint', { filter: true }),
    traceSnapshotId: ref('追溯快照', 'tracesnapshot', { serverManaged: true }),
    status: enumeration('状态', analyseStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    files: files('附件'),
  },
  columns: ['docNo', 'title', 'productId', 'conclusion', 'foundTime', 'soldQty', 'triggerSource'],
  title: 'docNo',
  subject: 'title',
  facts: ['productId', 'conclusion', 'foundTime', 'analystId', 'suggestedGradeId'],
  search: ['title'],
  order: [['id', 'desc']],
  actions: {
    analyse: { label: '开始分析', submits: true, on: 'row', from: ['DRAFT'], to: 'ANALYSING', confirm: true },
    conclude: { label: '审核结论', on: 'row', from: ['ANALYSING'], to: 'CONCLUDED', confirm: true },
  },
  createsFrom: {
    plan: { label: '拟定召回计划', entity: 'unsafefoodcallbackplan', by: 'analyseId', from: ['CONCLUDED'] },
  },
  related: [{ entity: 'unsafefoodcallbackplan', by: 'analyseId' }],
})
