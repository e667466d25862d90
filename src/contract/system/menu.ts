import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, flag, integer, text } from '../schema/field.ts'

const menuType = defineEnumeration('MenuType', {
  TEXT: '目录',
  LINK: '页面',
  BUTTON: '按钮',
})

export const menu = defineEntity({
  name: 'menu',
  area: 'system',
  label: '菜单',
  icon: 'list-tree',
  global: true,
  fields: {
    parentID: integer('上级菜单', { required: true, pattern: 'UINT', list: true, format: 'menuParent' }),
    name: text('权限标识', {
      required: true,
      max: 50,
      unique: 'parentID',
      list: true,
      filter: true,
      hint: '权限按它识别，随系统来的请勿改动',
    }),
    title: text('标题', { required: true, max: 50, list: true, filter: true, format: 'menuTitle' }),
    url: text('路由地址', { max: 100, list: true }),
    icon: text('图标', { max: 50, list: true, format: 'icon' }),
    type: enumeration('类型', menuType, { required: true, default: 'LINK', list: true, filter: true }),
    hidden: flag('是否隐藏', { required: true, default: false, list: true, hint: '不在菜单里，有权限的人仍可打开' }),
    noCache: flag('不缓存', { default: false, list: true, hint: '每次打开都重新载入' }),
    sortNo: integer('排序号', { pattern: 'INT', default: 0 }),
  },
  title: 'title',
  order: [
    ['parentID', 'asc'],
    ['sortNo', 'asc'],
    ['id', 'asc'],
  ],
  calls: { save: 'SystemSetting/Menusave' },
})
