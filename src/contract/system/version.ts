import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, instant, integer, isEmpty, richText, text } from '../schema/field.ts'
import { publishStatus } from './notify.ts'
import { platform } from './userlogin.ts'

export const version = defineEntity({
  name: 'version',
  area: 'system',
  label: '版本',
  icon: 'git-branch',
  global: true,
  editableIn: ['DRAFT', 'WITHDRAWN'],
  fields: {
    platform: enumeration('平台', platform, { required: true, default: 'WEB', list: true, filter: true }),
    versionNo: text('版本号', { required: true, max: 20, unique: 'platform', key: true, list: true, filter: true }),
    versionCode: integer('版本序号', { required: true, pattern: 'POSITIVEINTEGER', list: true }),
    releaseNotes: richText('更新说明', { required: true }),
    isForced: flag('强制更新', { required: true, default: false, list: true }),
    downloadUrl: text('下载地址', { max: 200, list: true }),
    publishTime: instant('发布时间', { list: true, serverManaged: true }),
    status: enumeration('状态', publishStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
  },
  title: 'versionNo',
  checks: [
    {
      at: 'downloadUrl',
      ok: row => isEmpty(row.downloadUrl) || /^https:\/\/[^\s\\/@]+(\/[^\s\\]*)?$/.test(String(row.downloadUrl)),
      message: 'httpsOnly',
    },
  ],
  order: [
    ['platform', 'asc'],
    ['versionCode', 'desc'],
  ],
  calls: { save: 'SystemSetting/VersionSave', remove: 'SystemSetting/VersionDel' },
  actions: {
    publish: { label: '发布', on: 'rows', from: ['DRAFT', 'WITHDRAWN'], to: 'PUBLISHED', confirm: true },
    withdraw: { label: '撤回', on: 'rows', from: ['PUBLISHED'], to: 'WITHDRAWN', confirm: true, button: 'publish' },
  },
})
