import { defineEntity } from '../schema/entity.ts'
import {
  defineEnumeration,
  enumeration,
  files,
  flag,
  instant,
  integer,
  refs,
  richText,
  text,
  type Values,
} from '../schema/field.ts'

const notifyType = defineEnumeration('NotifyType', {
  NOTICE: '通知',
  ANNOUNCE: '公告',
  ALERT: '预警',
  RECALL: '召回通知',
})
const notifyTarget = defineEnumeration('NotifyTarget', {
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

const audience = (target: string) => {
  const isAsked = (row: Values) => row.targetType === target
  return { shownIf: isAsked, requiredIf: isAsked, isWeak: true }
}

export const notify = defineEntity({
  name: 'notify',
  area: 'system',
  label: '通知公告',
  icon: 'megaphone',
  editableIn: ['DRAFT', 'WITHDRAWN'],
  fields: {
    title: text('标题', {
      required: true,
      width: 320,
      systemText: true,
      max: 100,
      key: true,
      list: true,
      filter: true,
    }),
    notifyType: enumeration('类型', notifyType, { required: true, default: 'NOTICE', list: true, filter: true }),
    content: richText('内容', { required: true, systemText: true }),
    targetType: enumeration('发送范围', notifyTarget, { required: true, default: 'ALL', list: true, filter: true }),
    roleIds: refs('接收角色', 'role', audience('ROLE')),
    groupIds: refs('接收用户组', 'group', audience('GROUP')),
    userIds: refs('接收用户', 'user', audience('USER')),
    isPinned: flag('置顶', { default: false, list: true }),
    publishTime: instant('发布时间', { list: true, filter: true, serverManaged: true }),
    expireTime: instant('失效时间', { list: true }),
    readCount: integer('阅读数', { serverManaged: true, list: true, default: 0 }),
    status: enumeration('状态', publishStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    files: files('附件'),
  },
  title: 'title',
  order: [['id', 'desc']],
  calls: { load: 'SystemSetting/NotifyGet', save: 'SystemSetting/NotifySave', remove: 'SystemSetting/NotifyDel' },
  actions: {
    publish: { label: '发布', on: 'rows', from: ['DRAFT', 'WITHDRAWN'], to: 'PUBLISHED', confirm: true },
    withdraw: { label: '撤回', on: 'rows', from: ['PUBLISHED'], to: 'WITHDRAWN', confirm: true, button: 'publish' },
  },
})
