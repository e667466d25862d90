/** Session calls: sign-in, sign-out, texts and menu. */
import { defineCall } from '../schema/call.ts'
import { integer, longText, ref, refs, secret, text } from '../schema/field.ts'

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
})

export const logout = defineCall({
  method: 'POST',
  path: 'Home/LoginOut',
  permission: 'public',
  purpose: 'Ends the session of the bearer token, if there is one; always succeeds.',
  takes: { name: text('登录名', { max: 30 }), type: text('类型', { max: 20 }) },
})

export const systemInformation = defineCall({
  method: 'POST',
  path: 'Home/GetSysInfo',
  permission: 'public',
  purpose: 'Version and server time; with a session also the counters of the home page.',
})

export const languages = defineCall({
  method: 'GET',
  path: 'Lang/List',
  permission: 'public',
  purpose: 'The languages of the console.',
})

export const strings = defineCall({
  method: 'GET',
  path: 'String/List',
  permission: 'public',
  purpose: 'Texts of this installation that differ from the shipped ones.',
  takes: { key: text('键名前缀', { max: 100 }), s: text('搜索', { max: 100 }) },
})

export const pinyin = defineCall({
  method: 'GET',
  path: 'String/Pinyin',
  permission: 'session',
  purpose: 'Pinyin of every Chinese text of the console, for search in the palette.',
})

export const menuOfCaller = defineCall({
  method: 'GET',
  path: 'SystemSetting/AuthMenuList',
  permission: 'session',
  purpose: 'The menu tree of the caller: pages and, below them, the buttons that are permitted.',
})

export const menuWhole = defineCall({
  method: 'GET',
  path: 'SystemSetting/MenuList',
  permission: { menu: ['menu', 'role'] },
  purpose: 'The whole menu tree.',
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
})

export const captcha = defineCall({
  method: 'GET',
  path: 'Home/CreateCode',
  permission: 'public',
  purpose:
    'A picture whose text is asked for after failed sign-ins: `{ id, image }`, sent back as validCode `id:text`.',
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
})

export const operationTicket = defineCall({
  method: 'POST',
  path: 'Home/OperatePwd',
  permission: 'session',
  purpose:
    "A ticket for the header TickerOPWD, for the caller's operation password (his login password while he has none).",
  takes: { password: secret('操作密码', { required: true, max: 100 }) },
  writes: true,
})

export const resetPassword = defineCall({
  method: 'POST',
  path: 'User/ResetPwd',
  permission: { menu: 'user', button: 'edit' },
  purpose: 'Gives a user a random password, answered this once, and ends his sessions.',
  takes: { id: ref('用户', 'user', { required: true }) },
  writes: true,
  ticket: true,
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
})

export const closeQuestion = defineCall({
  method: 'GET',
  path: 'SystemSetting/QuestionAnswerClose',
  permission: { menu: 'questionanswer', button: 'close' },
  purpose: 'Closes a question.',
  takes: { id: ref('问答', 'questionanswer', { required: true }) },
  writes: true,
})

export const ownNotices = defineCall({
  method: 'GET',
  path: 'SystemSetting/NotifyMine',
  permission: 'session',
  purpose: 'Notices that are published for the caller and have not expired, pinned ones first.',
})

export const readNotices = defineCall({
  method: 'POST',
  path: 'SystemSetting/NotifyRead',
  permission: 'session',
  purpose: 'Marks notices as read by the caller.',
  takes: { ids: refs('公告', 'notify', { required: true }) },
  writes: true,
})
