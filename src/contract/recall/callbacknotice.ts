import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, integer, longText, ref, refs, text } from '../schema/field.ts'
import { callOutcome, notifyMethod } from './callbackdealer.ts'

const noticeOutcome = defineEnumeration('NoticeOutcome', {
  ...callOutcome.options,
  PENDING: '待发送',
  SENDING: '发送中',
  SENT: '已发送',
  FAILED: '发送失败',
  UNKNOWN: '结果不明',
  DRILL: '演练未发',
})

/** Contact log of a recall, also the outbox of messages. */
export const callbacknotice = defineEntity({
  name: 'callbacknotice',
  area: 'sale',
  label: '召回通知记录',
  icon: 'mails',
  operations: ['list', 'load'],
  paper: { partner: 'dealerId', contact: ['person', 'address'] },
  fields: {
    callbackId: ref('召回单', 'callback', { required: true, serverManaged: true, key: true, list: true, filter: true }),
    dealerId: ref('经销商', 'dealer', { required: true, serverManaged: true, key: true, list: true, filter: true }),
    /** Lots named in a message, hence known to its recipients. */
    lotIds: refs('批次', 'stocklot', { serverManaged: true }),
    at: instant('时间', { required: true, serverManaged: true, list: true }),
    notifyMethod: enumeration('通知方式', notifyMethod, {
      required: true,
      serverManaged: true,
      list: true,
      filter: true,
    }),
    outcome: enumeration('结果', noticeOutcome, { required: true, serverManaged: true, list: true, filter: true }),
    address: text('号码或邮箱', { serverManaged: true, max: 100, list: true }),
    person: text('对方', { serverManaged: true, max: 30, list: true }),
    said: text('对方答复', { serverManaged: true, max: 500, list: true }),
    byId: ref('经办人', 'employee', { serverManaged: true, list: true }),
    subject: text('主题', { serverManaged: true, max: 200 }),
    content: longText('内容', { serverManaged: true }),
    attempts: integer('发送次数', { serverManaged: true, default: 0, list: true }),
    nextAt: instant('下次发送', { serverManaged: true }),
    messageId: text('邮件编号', { serverManaged: true, max: 200 }),
    fault: text('失败原因', { serverManaged: true, max: 300, list: true }),
    /** Deduplication key: same text to the same dealer is sent once. */
    noticeKey: text('通知键', { required: true, serverManaged: true, max: 64 }),
  },
  title: 'dealerId',
  search: ['address', 'noticeKey', 'person', 'said'],
  order: [['id', 'desc']],
  uniqueTogether: [['callbackId', 'dealerId', 'noticeKey']],
  indexes: [{ on: ['outcome', 'nextAt'] }],
})
