import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, longText, ref, text } from '../schema/field.ts'

const auditAction = defineEnumeration('AuditAction', {
  CREATE: '新增',
  UPDATE: '修改',
  DELETE: '删除',
  SUBMIT: '过账',
  REVERSE: '冲销',
  STATUS: '状态变更',
  EXPORT: '导出',
  LOGIN: '登录',
  PRINT: '打印',
  PASSWORD: '设置密码',
  DENIED: '验证失败',
  VIEW: '查看',
})

export const auditlog = defineEntity({
  name: 'auditlog',
  area: 'system',
  label: '操作日志',
  icon: 'scroll-text',
  appendOnly: true,
  operations: ['list', 'load'],
  fields: {
    at: instant('时间', { serverManaged: true, key: true, list: true, filter: true }),
    byUserId: ref('操作人', 'user', {
      serverManaged: true,
      list: true,
      filter: true,
      emptyText: 'history.system',
      width: 110,
    }),
    action: enumeration('操作', auditAction, { serverManaged: true, list: true, filter: true }),
    entity: text('对象类型', { serverManaged: true, max: 30, list: true, filter: true, messageKeyPrefix: '' }),
    record: text('对象', {
      derived: true,
      list: true,
      titleOf: { entity: 'entity', id: 'entityId' },
      width: 200,
    }),
    entityId: text('对象编号', { serverManaged: true, max: 30, key: true, list: true, filter: true, hidden: true }),
    changes: longText('变更内容', { serverManaged: true, list: true, format: 'auditChanges' }),
    reason: text('原因', { serverManaged: true, max: 200, list: true }),
    ip: text('IP地址', { serverManaged: true, max: 45, list: true }),
    prevHash: text('前一记录哈希', { derived: true, max: 64 }),
  },
  title: 'entity',
  order: [
    ['at', 'desc'],
    ['id', 'desc'],
  ],
  indexes: [{ on: ['entity', 'entityId'] }, { on: ['at'] }],
})
