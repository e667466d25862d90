import { auditAction } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, longText, ref, text } from '../schema/field.ts'

export const auditlog = defineEntity({
  name: 'auditlog',
  area: 'system',
  label: '操作日志',
  icon: 'scroll-text',
  appendOnly: true,
  only: ['list', 'load'],
  fields: {
    at: instant('时间', { byServer: true, key: true, list: true, filter: true }),
    byUserId: ref('操作人', 'user', { byServer: true, list: true, filter: true }),
    action: enumeration('操作', auditAction, { byServer: true, list: true, filter: true }),
    entity: text('对象类型', { byServer: true, max: 30, list: true, filter: true, namesText: '' }),
    entityId: text('对象编号', { byServer: true, max: 30, key: true, list: true, filter: true }),
    changes: longText('变更内容', { byServer: true, list: true, tells: 'changes' }),
    reason: text('原因', { byServer: true, max: 200, list: true }),
    ip: text('IP地址', { byServer: true, max: 45, list: true }),
    prevHash: text('前一记录哈希', { derived: true, max: 64 }),
  },
  title: 'entity',
  order: [
    ['at', 'desc'],
    ['id', 'desc'],
  ],
  indexes: [{ on: ['entity', 'entityId'] }, { on: ['at'] }],
})
