/** Session calls: sign-in, sign-out, texts and menu. */
import { expiryRules } from '../calendar.ts'
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { integer, longText, ref, refs, secret, text } from '../schema/field.ts'
import { homeCounterShape, homeDeadlineShape } from './home.ts'

const loginInfoShape = answer.object({
  access_token: answer.string,
  refresh_token: answer.string,
  LoginName: answer.string,
  Name: answer.string,
  UserId: answer.whole,
  SocketToken: answer.string,
  expires_in: answer.whole,
  /** Password was set by an administrator. */
  mustChangePassword: answer.optional(answer.oneOf(true)),
})

/** Second step of a sign-in; its token is good for nothing else. */
const codeRequiredShape = answer.object({
  phoneCodeRequired: answer.oneOf(true),
  refresh_token: answer.string,
  codeBy: answer.optional(answer.listOf(answer.oneOf('PHONE', 'EMAIL', 'AUTHENTICATOR'))),
})

export const login = defineCall({
  method: 'POST',
  path: 'Auth/login',
  permission: 'public',
  purpose:
    'Signs in by name and password, with validCode (`id:text`) after failures; takes the second step by phoneCode (sent to the phone or by e-mail, shown by the authenticator app, or a recovery code), or renews by the refresh token. Form-encoded.',
  takes: {
    username: text('登录名', { max: 30 }),
    password: secret('登录密码', { max: 100 }),
    grant_type: text('授权类型', { required: true, max: 20 }),
    validCode: text('验证码', { max: 100 }),
    refresh_token: text('刷新令牌', { max: 100 }),
    phoneCode: text('验证码', { max: 30 }),
  },
  returns: answer.either(loginInfoShape, codeRequiredShape),
})

export const logout = defineCall({
  method: 'POST',
  path: 'Home/LoginOut',
  permission: 'public',
  purpose: 'Ends the session of the bearer token, if there is one; always succeeds.',
  takes: { name: text('登录名', { max: 30 }), type: text('类型', { max: 20 }) },
  returns: answer.nothing,
})

const demoAccountShape = answer.object({
  loginName: answer.string,
  password: answer.string,
  role: answer.oneOf('store', 'quality', 'production', 'sales', 'manager'),
})
export type DemoAccount = answer.TypeOf<typeof demoAccountShape>
export type DemoRole = DemoAccount['role']

const systemInformationShape = answer.object({
  version: answer.string,
  serverTime: answer.string,
  /** Name of the person's organisation. */
  organisation: answer.optional(answer.string),
  letterhead: answer.optional(
    answer.object({
      address: answer.orNull(answer.string),
      phone: answer.orNull(answer.string),
      licenseNo: answer.orNull(answer.string),
    }),
  ),
  /** Rule of the expiry date, as set; see `expiryOf`. */
  expiryRule: answer.optional(answer.oneOf(...expiryRules)),
  counters: answer.optional(answer.listOf(homeCounterShape)),
  deadlines: answer.optional(answer.listOf(homeDeadlineShape)),
  /** Without a session, of a demonstration only. */
  demoAccounts: answer.optional(answer.listOf(demoAccountShape)),
})
export type SystemInformation = answer.TypeOf<typeof systemInformationShape>

export const systemInformation = defineCall({
  method: 'POST',
  path: 'Home/GetSysInfo',
  permission: 'public',
  purpose:
    'Version and server time; with a session also the counters of the home page, without one the accounts of a demonstration.',
  returns: systemInformationShape,
})

export const languages = defineCall({
  method: 'GET',
  path: 'Lang/List',
  permission: 'public',
  purpose: 'The languages of the console.',
  returns: answer.listOf(answer.object({ code: answer.string, name: answer.string, isDefault: answer.boolean })),
})

const ownTextShape = answer.object({ lang: answer.string, key: answer.string, value: answer.string })

export const strings = defineCall({
  method: 'GET',
  path: 'String/List',
  permission: 'public',
  purpose: 'Texts of this installation that differ from the shipped ones.',
  takes: { key: text('键名前缀', { max: 100 }), s: text('搜索', { max: 100 }) },
  returns: answer.listOf(ownTextShape),
})

export const pinyin = defineCall({
  method: 'GET',
  path: 'String/Pinyin',
  permission: 'session',
  purpose: 'Pinyin of every Chinese text of the console, for search in the palette.',
  returns: answer.byName(answer.string),
})

export interface MenuNode {
  readonly id: number
  readonly parentID: number
  readonly name: string
  /** Address of a page; empty for groups and buttons. */
  readonly url: string | null
  readonly title: string
  readonly icon: string
  /** 0 group, 1 page, 2 button. */
  readonly type: 0 | 1 | 2
  readonly hidden: boolean
  readonly noCache?: boolean
  readonly children: readonly MenuNode[]
}

const menuShape: answer.Shape<readonly MenuNode[]> = answer.listOf(
  answer.object({
    id: answer.whole,
    parentID: answer.whole,
    name: answer.string,
    url: answer.orNull(answer.string),
    title: answer.string,
    icon: answer.string,
    type: answer.oneOf(0, 1, 2),
    hidden: answer.boolean,
    noCache: answer.optional(answer.boolean),
    // Nodes again: JSON Schema would need a name for them.
    children: answer.listOf(answer.json<MenuNode>()),
  }),
)

export const menuOfCaller = defineCall({
  method: 'GET',
  path: 'SystemSetting/AuthMenuList',
  permission: 'session',
  purpose: 'The menu tree of the caller: pages and, below them, the buttons that are permitted.',
  returns: menuShape,
})

export const menuWhole = defineCall({
  method: 'GET',
  path: 'SystemSetting/MenuList',
  permission: { menu: ['menu', 'role'] },
  purpose: 'The whole menu tree.',
  returns: menuShape,
})

export const changePassword = defineCall({
  method: 'POST',
  path: 'User/EditPwd',
  permission: 'session',
  purpose: "Changes the caller's login (1) or operation (2) password.",
  takes: {
    type: integer('密码类型', { required: true }),
    oldPwd: secret('旧密码', { required: true, max: 100 }),
    newPwd: secret('新密码', { required: true, pattern: 'PASSWORD' }),
  },
  writes: true,
  returns: answer.nothing,
})

export const captcha = defineCall({
  method: 'GET',
  path: 'Home/CreateCode',
  permission: 'public',
  purpose:
    'A picture whose text is asked for after failed sign-ins: `{ id, image }`, sent back as validCode `id:text`.',
  returns: answer.object({ id: answer.string, image: answer.string }),
})

export const phoneCode = defineCall({
  method: 'GET',
  path: 'Home/CreatePhoneCode',
  permission: 'public',
  purpose:
    'Sends the code of a sign-in that asked for one, to the phone or `by` EMAIL, and answers after how many seconds it may be sent anew.',
  takes: {
    refresh_token: text('刷新令牌', { required: true, max: 100 }),
    by: text('发送方式', { max: 10 }),
  },
  returns: answer.object({ nextAfterSeconds: answer.whole }),
})

export const operationTicket = defineCall({
  method: 'POST',
  path: 'Home/OperatePwd',
  permission: 'session',
  purpose:
    "A ticket for the header TickerOPWD, for the caller's operation password (his login password while he has none).",
  takes: { password: secret('操作密码', { required: true, max: 100 }) },
  writes: true,
  returns: answer.object({ ticket: answer.string, expires_in: answer.whole }),
})

export const resetPassword = defineCall({
  method: 'POST',
  path: 'User/ResetPwd',
  permission: { menu: 'user', button: 'edit' },
  purpose: 'Gives a user a random password, answered this once, and ends his sessions.',
  takes: { id: ref('用户', 'user', { required: true }) },
  writes: true,
  ticket: true,
  returns: answer.object({ password: answer.string }),
})

export const saveStrings = defineCall({
  method: 'POST',
  path: 'String/Save',
  permission: { menu: 'uistring', button: 'edit' },
  purpose: "Stores the installation's own texts; an empty one brings the shipped text back.",
  rows: {
    rows: {
      lang: text('语言', { required: true, max: 10 }),
      key: text('键名', { required: true, max: 100 }),
      value: longText('文案', { max: 1000 }),
    },
  },
  writes: true,
  returns: answer.object({ rows: answer.listOf(answer.values) }),
})

export const closeQuestion = defineCall({
  method: 'GET',
  path: 'SystemSetting/QuestionAnswerClose',
  permission: { menu: 'questionanswer', button: 'close' },
  purpose: 'Closes a question.',
  takes: { id: ref('问答', 'questionanswer', { required: true }) },
  writes: true,
  returns: answer.row,
})

const ownNoticeShape = answer.object({
  id: answer.whole,
  title: answer.string,
  notifyType: answer.string,
  /** Plain text; `html` is the formatted one. */
  content: answer.string,
  html: answer.string,
  isPinned: answer.orNull(answer.boolean),
  publishTime: answer.string,
  expireTime: answer.orNull(answer.string),
  isRead: answer.boolean,
})
export type OwnNotice = answer.TypeOf<typeof ownNoticeShape>

export const ownNotices = defineCall({
  method: 'GET',
  path: 'SystemSetting/NotifyMine',
  permission: 'session',
  purpose: 'Notices that are published for the caller and have not expired, pinned ones first.',
  returns: answer.listOf(ownNoticeShape),
})

export const readNotices = defineCall({
  method: 'POST',
  path: 'SystemSetting/NotifyRead',
  permission: 'session',
  purpose: 'Marks notices as read by the caller.',
  takes: { ids: refs('公告', 'notify', { required: true }) },
  writes: true,
  returns: answer.nothing,
})
