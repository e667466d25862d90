/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

export const callbackType = defineEnumeration('CallbackType', {
  VOLUNTARY: '主动召回',
  ORDERED: '责令召回',
  WITHDRAWAL: '下架撤回',
  DRILL: '召回演练',
})
export const triggerSource = defineEnumeration('TriggerSource', {
  COMPLAINT: '客户投诉',
  SELF_TEST: '自检',
  SUPERVISION: '监管通报',
  SUPPLIER: '供应商通知',
  MEDIA: '舆情',
  CCP: '关键控制偏离',
  DRILL: '演练',
})
export const disposalMethod = defineEnumeration('DisposalMethod', {
  DESTROY: '销毁',
  HARMLESS: '无害化处理',
  RELABEL: '补正标签',
  REWORK: '返工',
  FEED: '转饲料等非食用',
  OTHER: '其他',
})
export const callbackStatus = defineEnumeration('CallbackStatus', {
  DRAFT: '草稿',
  STARTED: '已启动',
  NOTIFYING: '通知中',
  RECOVERING: '回收中',
  DISPOSING: '处置中',
  CLOSED: '已结案',
  CANCELLED: '已取消',
})
export const notifyMethod = defineEnumeration('NotifyMethod', {
  PHONE: '电话',
  SMS: '短信',
  EMAIL: '邮件',
  LETTER: '函件',
  PLATFORM: '平台公告',
  VISIT: '上门',
})
/** Progress of a dealer with a recalled lot (domain.md §3.6). */
export const dealerStatus = defineEnumeration('DealerStatus', {
  NOT_NOTIFIED: '未通知',
  NOTIFIED: '已通知',
  ACKNOWLEDGED: '已确认',
  STOCK_REPORTED: '已报库存',
  SOLD_ONWARD: '已售出',
  RETURNED: '已退回',
})
export const callOutcome = defineEnumeration('CallOutcome', {
  REACHED: '已接通',
  LEFT_MESSAGE: '已留言',
  NO_ANSWER: '无人接听',
  DEAD_PHONE: '号码无效',
})
/** Outcome of a call or message: queued, sent, refused, or possibly delivered. */
export const noticeOutcome = defineEnumeration('NoticeOutcome', {
  ...callOutcome.options,
  PENDING: '待发送',
  SENDING: '发送中',
  SENT: '已发送',
  FAILED: '发送失败',
  UNKNOWN: '结果不明',
  DRILL: '演练未发',
})
export const samplePurpose = defineEnumeration('SamplePurpose', {
  ROUTINE: '常规留样',
  STABILITY: '稳定性考察',
  DISPUTE: '争议复检',
})
export const sampleStatus = defineEnumeration('SampleStatus', {
  RETAINED: '在存',
  PARTLY_USED: '部分使用',
  DUE: '到期待处置',
  DISPOSED: '已处置',
})
export const complaintType = defineEnumeration('ComplaintType', {
  FOREIGN: '异物',
  SPOIL: '变质',
  ILLNESS: '致病',
  LABEL: '标签',
  PACK: '包装',
  TASTE: '感官',
  OTHER: '其他',
})
