import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, secret, text } from '../schema/field.ts'
import { loginResult, platform, sessionState } from './enumerations.ts'

export const userlogin = defineEntity({
  name: 'userlogin',
  area: 'system',
  label: '登录日志',
  icon: 'log-in',
  appendOnly: false,
  only: ['list'],
  fields: {
    loginTime: instant('登录时间', { byServer: true, key: true, list: true, filter: true }),
    loginName: text('登录名', { byServer: true, max: 30, key: true, list: true, filter: true }),
    result: enumeration('登录结果', loginResult, { byServer: true, list: true, filter: true }),
    ip: text('IP地址', { byServer: true, max: 45, list: true, filter: true }),
    clientId: text('客户端标识', { byServer: true, max: 20, list: true }),
    platform: enumeration('设备类型', platform, { byServer: true, default: 'WEB', list: true }),
    userAgent: text('浏览器', { byServer: true, max: 200, list: true }),
    logoutTime: instant('退出时间', { byServer: true, list: true }),
    // Session usability: active within 15 minutes, resumable, or ended.
    sessionState: enumeration('会话状态', sessionState, { derived: true, list: true, filter: true }),
    lastSeenAt: instant('最近活动', { derived: true, list: true }),
    failReason: text('失败原因', { byServer: true, max: 100, list: true }),
    // Lookup key for sign-out; useless to readers of the log.
    session: secret('会话', { byServer: true, max: 64 }),
  },
  title: 'loginName',
  order: [['id', 'desc']],
  indexes: [{ on: ['session'] }],
  actions: {
    end: { label: '强制下线', on: 'rows', confirm: true, risk: 'destructive' },
  },
})
