import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, ref, text } from '../schema/field.ts'
import { lotQuality } from './lotQuality.ts'

export const lotstatuslog = defineEntity({
  name: 'lotstatuslog',
  area: 'stock',
  label: '批次状态记录',
  icon: 'history',
  appendOnly: true,
  operations: ['list', 'load'],
  fields: {
    lotId: ref('批次', 'stocklot', { width: 150, serverManaged: true, key: true, list: true }),
    at: instant('时间', { serverManaged: true, key: true, list: true }),
    fromStatus: enumeration('原状态', lotQuality, { serverManaged: true, list: true }),
    toStatus: enumeration('新状态', lotQuality, { serverManaged: true, list: true }),
    reason: text('原因', { required: true, max: 200, list: true }),
    docNo: text('依据单据', { max: 30, list: true, namesDocument: true }),
    byUserId: ref('操作人', 'user', { serverManaged: true, list: true }),
  },
  title: 'lotId',
  search: ['reason'],
  order: [['id', 'desc']],
})
