import { noticeOutcome, notifyMethod } from '../sale/enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, integer, longText, ref, refs, text } from '../schema/field.ts'

/** Contact log of a recall, also the outbox of messages. */
export const callbacknotice = defineEntity({
  name: 'callbacknotice',
  area: 'sale',
  label: '召回通知记录',
  icon: 'mails',
  only: ['list', 'load'],
  fields: {
    callbackId: ref('召回单', 'callback', { required: true, byServer: true, key: true, list: true, filter: true }),
    dealerId: ref('经销商', 'dealer', { required: true, byServer: true, key: true, list: true, filter: true }),
    /** Lots named in a message, hence known to its recipients. */
    lotIds: refs('批次', 'stocklot', { byServer: true }),
    at: instant('时间', { required: true, byServer: true, list: true }),
    notifyMethod: enumeration('通知方式', notifyMethod, { required: true, byServer: true, list: true, filter: true }),
    outcome: enumeration('结果', noticeOutcome, { required: true, byServer: true, list: true, filter: true }),
    address: text('号码或邮箱', { byServer: true, max: 100, list: true }),
    person: text('对方', { byServer: true, max: 30, list: true }),
    said: text('对方答复', { byServer: true, max: 500, list: true }),
    byId: ref('经办人', 'employee', { byServer: true, list: true }),
    subject: text('主题', { byServer: true, max: 200 }),
    content: longText('内容', { byServer: true }),
    attempts: integer('发送次数', { byServer: true, default: 0, list: true }),
    nextAt: instant('下次发送', { byServer: true }),
    messageId: text('邮件编号', { byServer: true, max: 200 }),
    fault: text('失败原因', { byServer: true, max: 300, list: true }),
    /** Deduplication key: same text to the same dealer is sent once. */
    noticeKey: text('通知键', { required: true, byServer: true, max: 64 }),
  },
  title: 'dealerId',
  search: ['address', 'noticeKey', 'person', 'said'],
  order: [['id', 'desc']],
  uniqueTogether: [['callbackId', 'dealerId', 'noticeKey']],
  indexes: [{ on: ['outcome', 'nextAt'] }],
})
