import { dealerStatus, dealerStatusOf } from '../sale/dealerStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, flag, instant, quantity, ref, text } from '../schema/field.ts'

const unit = { by: ['lotId'] } as const

export const notifyMethod = defineEnumeration('NotifyMethod', {
  PHONE: '电话',
  SMS: '短信',
  EMAIL: '邮件',
  LETTER: '函件',
  PLATFORM: '平台公告',
  VISIT: '上门',
})
export const callOutcome = defineEnumeration('CallOutcome', {
  REACHED: '已接通',
  LEFT_MESSAGE: '已留言',
  NO_ANSWER: '无人接听',
  DEAD_PHONE: '号码无效',
})

export const callbackdealer = defineEntity({
  name: 'callbackdealer',
  area: 'sale',
  label: '召回通知',
  icon: 'phone-call',
  keywords: ['召回通知'],
  operations: ['list', 'load', 'save'],
  fields: {
    dealerId: ref('经销商', 'dealer', { required: true, key: true, list: true, fixed: true }),
    lotId: ref('批次', 'stocklot', { required: true, key: true, list: true, width: 150, fixed: true }),
    status: enumeration('状态', dealerStatus, { computed: dealerStatusOf, list: true, filter: true }),
    soldQty: quantity('销售数量', { unit, serverManaged: true, list: true }),
    lastShippedAt: instant('最近发货', { serverManaged: true }),
    contactName: text('联系人', { max: 30, list: true }),
    phone: text('联系电话', { pattern: 'PHONE', max: 20, list: true }),
    phoneDead: flag('电话无效', { default: false }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100 }),
    notifyMethod: enumeration('通知方式', notifyMethod, { list: true }),
    notifyTime: instant('通知时间', { list: true }),
    notifiedBy: ref('通知人', 'employee', { serverManaged: true }),
    ackTime: instant('确认时间', { list: true }),
    ackPerson: text('确认人', { max: 30 }),
    reply: text('对方答复', { max: 500 }),
    stockQty: quantity('对方库存', { unit, pattern: 'UNUMBER4', list: true }),
    onwardQty: quantity('对方已售数量', { unit, pattern: 'UNUMBER4', list: true }),
    returnedQty: quantity('已退回数量', { unit, serverManaged: true, list: true }),
    unrecoveredReason: text('未召回原因', { max: 200 }),
    callbackId: ref('召回单', 'callback', { required: true, key: true, list: true, filter: true, fixed: true }),
  },
  columns: ['dealerId', 'lotId', 'soldQty', 'returnedQty', 'stockQty', 'contactName', 'phone'],
  title: 'dealerId',
  search: ['contactName', 'phone'],
  order: [
    ['callbackId', 'desc'],
    ['soldQty', 'desc'],
    ['id', 'asc'],
  ],
  uniqueTogether: [['callbackId', 'dealerId', 'lotId']],
  checks: [
    {
      at: 'ackTime',
      ok: row => !row.ackTime || (Boolean(row.notifyTime) && String(row.ackTime) >= String(row.notifyTime)),
      message: 'endBeforeStart',
    },
  ],
  actions: {
    notified: {
      label: '登记通知',
      on: 'rows',
      arguments: { notifyMethod: enumeration('通知方式', notifyMethod, { required: true, default: 'PHONE' }) },
      button: 'edit',
    },
    acknowledged: {
      label: '登记确认',
      on: 'rows',
      arguments: { ackPerson: text('确认人', { max: 30 }) },
      button: 'edit',
    },
    called: {
      label: '登记通话',
      on: 'row',
      arguments: {
        outcome: enumeration('结果', callOutcome, { required: true, default: 'REACHED' }),
        notifyMethod: enumeration('通知方式', notifyMethod, { required: true, default: 'PHONE' }),
        ackPerson: text('接听人', { max: 30 }),
        reply: text('对方答复', { max: 500 }),
        stockQty: quantity('对方库存', { unit, pattern: 'UNUMBER4' }),
        onwardQty: quantity('对方已售数量', { unit, pattern: 'UNUMBER4' }),
      },
      button: 'edit',
    },
  },
})
