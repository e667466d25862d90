/** Server-internal entities. No calls, no page. */
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, integer, json, ref, secret, text } from '../schema/field.ts'

const tokenKind = defineEnumeration('TokenKind', { ACCESS: '访问', REFRESH: '刷新', SOCKET: '实时', FILES: '文件' })

/** Opaque token, hashed at rest; tokens of one sign-in share a session. */
export const token = defineEntity({
  name: 'token',
  area: 'system',
  label: '令牌',
  internal: true,
  global: true,
  fields: {
    hash: text('哈希', { required: true, max: 64, unique: true }),
    kind: enumeration('类型', tokenKind, { required: true }),
    userId: ref('用户', 'user', { required: true }),
    session: text('会话', { required: true, max: 64 }),
    expiresAt: instant('到期', { required: true }),
    // Refresh token rotation; two tabs within seconds get the same successor.
    replacedAt: instant('更换时间'),
    // Salt of derived successors; useless without the replaced token.
    successorSalt: text('后继盐值', { max: 64 }),
  },
  indexes: [{ on: ['session'] }, { on: ['userId'] }, { on: ['expiresAt'] }],
})

/** Answers by idempotency key, kept one day for retries. */
export const idempotency = defineEntity({
  name: 'idempotency',
  area: 'system',
  label: '幂等键',
  internal: true,
  global: true,
  fields: {
    key: text('键', { required: true, max: 100, unique: 'userId' }),
    userId: ref('用户', 'user', { required: true }),
    request: text('请求哈希', { required: true, max: 64 }),
    answer: json('答复'),
  },
  indexes: [{ on: ['createdAt'] }],
})

/** Last number per prefix and day; never reused, gaps allowed. */
export const numbering = defineEntity({
  name: 'numbering',
  area: 'system',
  label: '编号',
  internal: true,
  fields: {
    prefix: text('前缀', { required: true, max: 30, unique: true }),
    last: integer('末号', { required: true }),
  },
})

/** Failed sign-ins by account and address, for the growing delay. */
export const loginfailure = defineEntity({
  name: 'loginfailure',
  area: 'system',
  label: '登录失败',
  internal: true,
  global: true,
  fields: {
    account: text('账户', { required: true, max: 30, unique: 'address' }),
    address: text('地址', { required: true, max: 45 }),
    failures: integer('次数', { required: true }),
    lastAt: instant('最近', { required: true }),
  },
  indexes: [{ on: ['account'] }],
})

/** Sign-in calls of a minute by network. */
export const loginflood = defineEntity({
  name: 'loginflood',
  area: 'system',
  label: '登录频次',
  internal: true,
  global: true,
  fields: {
    address: text('地址', { required: true, max: 45, unique: true }),
    calls: integer('次数', { required: true }),
    startedAt: instant('开始', { required: true }),
  },
})

/** Password history, hashed, to prevent reuse where configured. */
export const passwordhistory = defineEntity({
  name: 'passwordhistory',
  area: 'system',
  label: '历史密码',
  internal: true,
  global: true,
  fields: {
    userId: ref('用户', 'user', { required: true }),
    kind: text('类型', { required: true, max: 20 }),
    hash: secret('哈希', { required: true, max: 200 }),
  },
  indexes: [{ on: ['userId'] }],
})

/** Sign-in addresses: failures by strangers do not lock these accounts out. */
export const loginorigin = defineEntity({
  name: 'loginorigin',
  area: 'system',
  label: '登录来源',
  internal: true,
  global: true,
  fields: {
    account: text('账户', { required: true, max: 30, unique: 'address' }),
    address: text('地址', { required: true, max: 45 }),
    lastAt: instant('最近', { required: true }),
  },
})

const verificationKind = defineEnumeration('VerificationKind', {
  CAPTCHA: '图形验证码',
  PHONE: '短信验证码',
  AUTHENTICATOR: '动态口令',
  TICKET: '操作密码凭证',
})

/** Short-lived proof: captcha text, code or ticket. Handle and answer are hashed. */
export const verification = defineEntity({
  name: 'verification',
  area: 'system',
  label: '验证',
  internal: true,
  global: true,
  fields: {
    kind: enumeration('类型', verificationKind, { required: true }),
    handle: text('句柄', { required: true, max: 64, unique: true }),
    answer: text('答案', { max: 64 }),
    userId: ref('用户', 'user'),
    session: text('会话', { max: 64 }),
    attempts: integer('次数', { required: true }),
    sentAt: instant('发送时间'),
    expiresAt: instant('到期', { required: true }),
  },
  indexes: [{ on: ['userId'] }, { on: ['expiresAt'] }],
})

/** Phone codes sent, for the daily limit. */
export const phonecode = defineEntity({
  name: 'phonecode',
  area: 'system',
  label: '短信发送',
  internal: true,
  global: true,
  fields: {
    userId: ref('用户', 'user', { required: true }),
    address: text('地址', { required: true, max: 45 }),
  },
  indexes: [{ on: ['userId'] }, { on: ['createdAt'] }],
})

export const notifyread = defineEntity({
  name: 'notifyread',
  area: 'system',
  label: '公告已读',
  internal: true,
  fields: {
    notifyId: ref('公告', 'notify', { required: true, unique: 'userId' }),
    userId: ref('用户', 'user', { required: true }),
  },
  indexes: [{ on: ['userId'] }],
})

/** Findings already notified and still present: avoids nightly repeats. */
export const tasktold = defineEntity({
  name: 'tasktold',
  area: 'system',
  label: '任务已告知',
  internal: true,
  fields: {
    page: text('页面', { required: true, max: 30 }),
    key: text('对象', { required: true, max: 200, unique: 'page' }),
  },
})

/** Shared secret of an authenticator app (TOTP), the second factor. */
export const authenticatorapp = defineEntity({
  name: 'authenticatorapp',
  area: 'system',
  label: '动态口令',
  internal: true,
  global: true,
  fields: {
    userId: ref('用户', 'user', { required: true, unique: true }),
    secret: secret('密钥', { required: true, max: 64 }),
    // Unconfirmed until the app proves the secret.
    confirmedAt: instant('启用时间'),
    // Last used time step (30 s): it and earlier codes are spent.
    lastStep: integer('已用时间步'),
  },
})

/** Recovery codes for a lost authenticator app, single use; hashed like passwords. */
export const recoverycode = defineEntity({
  name: 'recoverycode',
  area: 'system',
  label: '恢复码',
  internal: true,
  global: true,
  fields: {
    userId: ref('用户', 'user', { required: true }),
    hash: secret('哈希', { required: true, max: 200 }),
  },
  indexes: [{ on: ['userId'] }],
})
