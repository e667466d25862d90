import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { getmaterialline } from './getmaterialline.ts'

const issueType = defineEnumeration('IssueType', {
  PLAN: '计划领料',
  RETURN: '退料',
})

export const getmaterialrecord = defineEntity({
  name: 'getmaterialrecord',
  area: 'production',
  label: '领料记录',
  keywords: ['领料单', '发料'],
  icon: 'package-minus',
  document: true,
  paper: { signatures: ['issued', 'drawn', 'checked', 'date'] },
  reserves: {
    lines: 'lines',
    quantity: 'qty',
    kind: 'DRAFT_ISSUE',
    owner: 'issuerId',
    plan: 'producePlanId',
    unless: ['issueType', 'RETURN'],
  },
  fields: {
    docNo: text('领料单号', {
      serverManaged: true,
      numbered: 'GM',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    producePlanId: ref('生产计划', 'produceplan', { required: true, list: true, filter: true }),
    issueType: enumeration('领料类型', issueType, { required: true, default: 'PLAN', list: true, filter: true }),
    issueTime: instant('领料时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true }),
    issuerId: ref('发料人', 'employee', { required: true, list: true }),
    receiverId: ref('领料人', 'employee', { required: true, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
  },
  lines: { lines: getmaterialline },
  title: 'docNo',
  facts: ['producePlanId', 'issueTime', 'issueType', 'warehouseId', 'receiverId'],
  order: [['id', 'desc']],
  indexes: [{ on: ['status'] }],
  checks: [{ at: 'receiverId', ok: row => !row.receiverId || row.receiverId !== row.issuerId, message: 'samePerson' }],
  calls: { save: 'Produce/ProducePlanMaterialOutStore' },
  actions: posting,
  nextSteps: [{ step: 'use', by: 'producePlanId', from: ['SUBMITTED'], when: row => row.issueType === 'PLAN' }],
})
