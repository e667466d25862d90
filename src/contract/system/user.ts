import { defineEntity } from '../schema/entity.ts'
import {
  date,
  defineEnumeration,
  enumeration,
  flag,
  instant,
  integer,
  ref,
  refs,
  secret,
  text,
} from '../schema/field.ts'
import { lang } from './lang.ts'

const userStatus = defineEnumeration('UserStatus', {
  ENABLED: '启用',
  LOCKED: '锁定',
  DISABLED: '停用',
})

export const user = defineEntity({
  name: 'user',
  shared: false,
  area: 'system',
  label: '用户',
  icon: 'users',
  global: true,
  softDelete: true,
  ticket: true,
  fields: {
    loginName: text('登录名', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('姓名', { required: true, max: 30, list: true, filter: true, format: 'user' }),
    password: secret('登录密码', {
      pattern: 'PASSWORD',
      hint: '不填则不变',
      requiredIf: row => typeof row.id !== 'number',
    }),
    mustChangePassword: flag('须修改密码', { serverManaged: true, list: true }),
    operationPassword: secret('操作密码', { pattern: 'PASSWORD', hint: '不填则不变；从未设置时与登录密码相同' }),
    phone: text('手机号码', {
      pattern: 'PHONE',
      max: 20,
      list: true,
      requiredIf: row => row.phoneCodeRequired === true,
    }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100, list: true }),
    customerId: ref('所属企业', 'customer', { required: true, list: true, filter: true }),
    roleIds: refs('角色', 'role', { required: true, list: true, filter: true }),
    groupIds: refs('用户组', 'group', { list: true, filter: true }),
    employeeId: ref('关联员工', 'employee'),
    lang: enumeration('界面语言', lang, { default: 'zh-CN' }),
    phoneCodeRequired: flag('需短信验证', { default: false }),
    authenticatorSince: instant('动态口令启用', { serverManaged: true, list: true }),
    validUntil: date('账号有效期'),
    lastLoginAt: instant('最近登录', { serverManaged: true, list: true, emptyText: 'user.neverSignedIn' }),
    failedCount: integer('失败次数', { serverManaged: true }),
    status: enumeration('状态', userStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  columns: ['loginName', 'name', 'status', 'roleIds', 'groupIds', 'phone', 'lastLoginAt'],
  facts: ['roleIds', 'customerId', 'lastLoginAt', 'validUntil'],
  title: 'name',
  search: ['loginName'],
  order: [['loginName', 'asc']],
  calls: { load: 'User/UserGet', save: 'User/UserSave', remove: 'POST User/UserDelete' },
})
