/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

/** Data scope within a group, for roles with GROUP. */
export const groupScope = defineEnumeration('DataScope', { GROUP: '本组', SELF: '本人' })
export const groupType = defineEnumeration('GroupType', {
  DEPT: '部门',
  TEAM: '班组',
  DATA: '数据组',
})
export const taskStatus = defineEnumeration('TaskStatus', {
  IDLE: '空闲',
  RUNNING: '运行中',
  FAILED: '失败',
  PAUSED: '暂停',
})
export const runOutcome = defineEnumeration('RunOutcome', {
  WAITING: '等待运行',
  RUNNING: '运行中',
  DONE: '完成',
  FOUND: '有发现',
  FAILED: '失败',
  LOST: '中断',
})
export const runCause = defineEnumeration('RunCause', {
  CLOCK: '定时',
  HAND: '手动',
})
export const sessionState = defineEnumeration('SessionState', {
  ONLINE: '在线',
  IDLE: '离开',
  ENDED: '已结束',
})
export const loginResult = defineEnumeration('LoginResult', {
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
export const notifyType = defineEnumeration('NotifyType', {
  NOTICE: '通知',
  ANNOUNCE: '公告',
  ALERT: '预警',
  RECALL: '召回通知',
})
export const notifyTarget = defineEnumeration('NotifyTarget', {
  ALL: '全部',
  ROLE: '角色',
  GROUP: '用户组',
  USER: '用户',
})
export const publishStatus = defineEnumeration('PublishStatus', {
  DRAFT: '草稿',
  PUBLISHED: '已发布',
  WITHDRAWN: '已撤回',
})
export const qaStatus = defineEnumeration('QaStatus', {
  OPEN: '待答复',
  ANSWERED: '已答复',
  CLOSED: '已关闭',
})
