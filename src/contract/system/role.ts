import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, flag, integer, refs, text } from '../schema/field.ts'

const dataScope = defineEnumeration('DataScope', {
  ALL: '全部',
  CUSTOMER: '本企业',
  GROUP: '本组',
  SELF: '本人',
})

export const role = defineEntity({
  name: 'role',
  area: 'system',
  label: '角色',
  icon: 'shield-check',
  softDelete: true,
  builtIn: 'isSystem',
  fields: {
    code: text('角色编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('角色名称', { required: true, max: 50, unique: true, list: true, filter: true, format: 'role' }),
    description: text('描述', { max: 200, list: true }),
    menuIds: refs('菜单权限', 'menu', { required: true }),
    dataScope: enumeration('数据范围', dataScope, { required: true, default: 'CUSTOMER', list: true }),
    isSystem: flag('系统内置', { serverManaged: true, list: true }),
    userCount: integer('用户数', { derived: true, list: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  title: 'name',
  order: [['code', 'asc']],
  calls: {
    load: 'SystemSetting/Role',
    save: 'SystemSetting/RoleSave',
    remove: 'POST SystemSetting/RoleDelete',
    options: 'SystemSetting/GetRoleList',
  },
})
