import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, secret, text } from '../schema/field.ts'

const sessionState = defineEnumeration('SessionState', {
  ONLINE: '在线',
  IDLE: '离开',
  ENDED: '已结束',
})
const loginResult = defineEnumeration('LoginResult', {
  SUCCESS: '成功',
  BAD_PASSWORD: '密码错误',
  BAD_OPERATION: '操作密码错误',
  BAD_CODE: '验证码错误',
  LOCKED: '账户锁定',
  EXPIRED: '令牌过期',
})
export const platform = defineEnumeration('Platform', {
  WEB: '网页端',
  ANDROID: '安卓',
  IOS: '苹果',
  PDA: '手持终端',
})

export const userlogin = defineEntity({
  name: 'userlogin',
  area: 'system',
  label: '登录日志',
  icon: 'log-in',
  appendOnly: false,
  operations: ['list'],
  fields: {
    loginTime: instant('登录时间', { serverManaged: true, key: true, list: true, filter: true }),
    loginName: text('登录名', { serverManaged: true, max: 30, key: true, list: true, filter: true }),
    result: enumeration('登录结果', loginResult, { serverManaged: true, list: true, filter: true }),
    ip: text('IP地址', { serverManaged: true, max: 45, list: true, filter: true }),
    clientId: text('客户端标识', { serverManaged: true, max: 20, list: true }),
    platform: enumeration('设备类型', platform, { serverManaged: true, default: 'WEB', list: true }),
    userAgent: text('浏览器', { serverManaged: true, max: 200, list: true }),
    logoutTime: instant('退出时间', { serverManaged: true, list: true }),
    // Session usability: active within 15 minutes, resumable, or ended.
    sessionState: enumeration('会话状态', sessionState, { derived: true, list: true, filter: true }),
    lastSeenAt: instant('最近活动', { derived: true, list: true }),
    failReason: text('失败原因', { serverManaged: true, max: 100, list: true }),
    // Lookup key for sign-out; useless to readers of the log.
    session: secret('会话', { serverManaged: true, max: 64 }),
  },
  columns: ['loginTime', 'loginName', 'result', 'sessionState', 'ip', 'platform', 'lastSeenAt'],
  title: 'loginName',
  order: [['id', 'desc']],
  indexes: [{ on: ['session'] }],
  actions: {
    end: { label: '强制下线', on: 'rows', confirm: true, risk: 'destructive' },
  },
})
