import { defineEntity } from '../schema/entity.ts'
import { bigint, defineEnumeration, enumeration, instant, integer, json, ref, text } from '../schema/field.ts'
import { labelPurpose } from './labelFields.ts'

export const printTarget = defineEnumeration('PrintTarget', {
  PRINTER: '标签打印机',
  BROWSER: '浏览器打印',
  FILE: 'ZPL 文件',
})
export const printStatus = defineEnumeration('PrintStatus', {
  QUEUED: '待发送',
  SENDING: '发送中',
  SENT: '已发出',
  FAILED: '失败',
})

const kept = { serverManaged: true } as const

const labelprintrecord = defineEntity({
  name: 'labelprintrecord',
  area: 'stock',
  label: '打印的记录',
  line: true,
  fields: {
    lineNo: integer('序号', { ...kept, key: true, list: true }),
    entity: text('记录类别', { ...kept, max: 30 }),
    recordId: bigint('记录', kept),
    title: text('标题', { ...kept, max: 100, list: true }),
    rangeFrom: integer('从第几件', { ...kept, list: true }),
    rangeTo: integer('到第几件', { ...kept, list: true }),
    labelCount: integer('标签数', { ...kept, list: true }),
  },
  indexes: [{ on: ['entity', 'recordId'] }],
})

/** Print job, and afterwards its history. */
export const labelprint = defineEntity({
  name: 'labelprint',
  area: 'stock',
  label: '标签打印记录',
  keywords: ['标签', '打印', '补打'],
  icon: 'tags',
  operations: ['list', 'load'],
  fields: {
    docNo: text('打印单号', {
      ...kept,
      numbered: 'LP',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    purpose: enumeration('用途', labelPurpose, { ...kept, required: true, list: true, filter: true }),
    subject: text('打印内容', { ...kept, max: 200, list: true, width: 220 }),
    labelCount: integer('标签数', { ...kept, list: true }),
    copies: integer('每张份数', { ...kept, list: true, hidden: true }),
    target: enumeration('打印到', printTarget, { ...kept, required: true, list: true, filter: true }),
    printerId: ref('打印机', 'labelprinter', { ...kept, list: true, filter: true }),
    templateId: ref('模板', 'labeltemplate', { ...kept, list: true, filter: true }),
    status: enumeration('状态', printStatus, { ...kept, required: true, list: true, filter: true }),
    attempts: integer('发送次数', { ...kept, default: 0, list: true }),
    fault: text('失败原因', { ...kept, max: 300, systemText: true, list: true, width: 240 }),
    byUserId: ref('打印人', 'user', { ...kept, list: true, filter: true }),
    printedAt: instant('打印时间', { ...kept, list: true, filter: true }),
    sentAt: instant('发出时间', { ...kept, list: true, hidden: true }),
    reason: text('补打原因', { ...kept, max: 200, list: true }),
    reprintOfId: ref('补打自', 'labelprint', { ...kept, isWeak: true }),
    nextAt: instant('下次发送', kept),
    // Mark of the attempt.
    claim: text('发送标记', { ...kept, max: 36, hidden: true }),
    // Labels may be on paper from here on.
    begunAt: instant('开始发送', kept),
  },
  lines: { records: labelprintrecord },
  linesOptional: () => true,
  title: 'docNo',
  subject: 'subject',
  facts: ['labelCount', 'target', 'printerId', 'printedAt', 'byUserId', 'fault'],
  order: [['id', 'desc']],
  indexes: [{ on: ['printerId', 'nextAt'], where: `"status" in ('QUEUED', 'SENDING')` }],
  actions: {
    print: {
      label: '重新发送',
      on: 'rows',
      from: ['FAILED'],
      to: 'QUEUED',
      confirm: true,
      // Needed where labels may have come out.
      arguments: { reason: text('补打原因', { max: 200 }) },
      keywords: ['重试', '再打一次'],
    },
  },
})

/** Labels of a job as they were asked for: layout, size, values. Apart, for lists stay small. */
export const labelcontent = defineEntity({
  name: 'labelcontent',
  area: 'stock',
  label: '标签内容',
  internal: true,
  fields: {
    printId: ref('打印记录', 'labelprint', { required: true }),
    content: json('内容', { required: true }),
  },
  title: 'printId',
  uniqueTogether: [['printId']],
})
