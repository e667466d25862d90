import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, quantity, ref, text } from '../schema/field.ts'
import { notifyMethod } from './enumerations.ts'

export const callbackdealer = defineEntity({
  name: 'callbackdealer',
  area: 'sale',
  label: '召回通知',
  icon: 'phone-call',
  keywords: ['召回通知'],
  only: ['list', 'load', 'save'],
  fields: {
    dealerId: ref('经销商', 'dealer', { required: true, key: true, list: true, fixed: true }),
    lotId: ref('批次', 'stocklot', { required: true, key: true, list: true, width: 150, fixed: true }),
    soldQty: quantity('销售数量', { byServer: true, list: true }),
    contactName: text('联系人', { max: 30, list: true }),
    phone: text('联系电话', { pattern: 'PHONE', max: 20, list: true }),
    notifyMethod: enumeration('通知方式', notifyMethod, { list: true }),
    notifyTime: instant('通知时间', { list: true }),
    notifiedBy: ref('通知人', 'employee', { byServer: true }),
    ackTime: instant('确认时间', { list: true }),
    ackPerson: text('确认人', { max: 30 }),
    stockQty: quantity('对方库存', { pattern: 'UNUMBER4', list: true }),
    onwardQty: quantity('已售出数量', { pattern: 'UNUMBER4', list: true }),
    returnedQty: quantity('已退回数量', { byServer: true, list: true }),
    unrecoveredReason: text('未召回原因', { max: 200 }),
    callbackId: ref('召回单', 'callback', { required: true, key: true, list: true, filter: true, fixed: true }),
  },
  title: 'contactName',
  search: ['phone'],
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
      label: '已通知',
      on: 'rows',
      arguments: { notifyMethod: enumeration('通知方式', notifyMethod, { required: true, default: 'PHONE' }) },
      button: 'edit',
    },
    acknowledged: {
      label: '已确认',
      on: 'rows',
      arguments: { ackPerson: text('确认人', { max: 30 }) },
      button: 'edit',
    },
  },
})
