/** Signing in and out, texts and the menu: the calls a client starts with (api.md, Session). */
import { defineCall } from '../schema/call.ts'
import { integer, secret, text } from '../schema/field.ts'

export const login = defineCall({
  method: 'POST',
  path: 'Auth/login',
  permission: 'public',
  purpose: 'Signs in by name and password, or renews a session by its refresh token. Form-encoded.',
  takes: {
    username: text('登录名', { max: 30 }),
    password: secret('登录密码', { max: 100 }),
    grant_type: text('授权类型', { required: true, max: 20 }),
    validCode: text('验证码', { max: 100 }),
    refresh_token: text('刷新令牌', { max: 100 }),
    phoneCode: text('短信验证码', { max: 10 }),
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
