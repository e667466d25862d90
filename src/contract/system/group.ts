import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, integer, ref, text } from '../schema/field.ts'

/** Data scope within a group, for roles with GROUP. */
const groupScope = defineEnumeration('DataScope', { GROUP: '本组', SELF: '本人' })
const groupType = defineEnumeration('GroupType', {
  DEPT: '部门',
  TEAM: '班组',
  DATA: '数据组',
})

export const group = defineEntity({
  name: 'group',
  area: 'system',
  label: '用户组',
  icon: 'users',
  softDelete: true,
  fields: {
    code: text('组编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('组名称', { required: true, max: 50, unique: true, list: true, filter: true }),
    groupType: enumeration('组类型', groupType, { required: true, default: 'DEPT', list: true, filter: true }),
    parentId: ref('上级组', 'group', { list: true }),
    leaderId: ref('负责人', 'user', { list: true }),
    dataScope: enumeration('数据范围', groupScope, { required: true, default: 'GROUP', list: true }),
    memberCount: integer('成员数', { serverManaged: true, list: true, derived: true }),
    sortNo: integer('排序号', { pattern: 'INT', default: 0 }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  title: 'name',
  order: [
    ['sortNo', 'asc'],
    ['code', 'asc'],
  ],
})
