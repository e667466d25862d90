import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, integer, longText, text } from '../schema/field.ts'
import { enableStatus } from './masterStatus.ts'

export const jurisdiction = defineEnumeration('Jurisdiction', {
  CN: '中国大陆',
  TW: '中国台湾',
  US: '美国',
  EU: '欧盟',
  OTHER: '其他',
})
export const dayType = defineEnumeration('DayType', {
  WORKDAY: '工作日',
  CALENDAR: '自然日',
})

export const callbackgrade = defineEntity({
  name: 'callbackgrade',
  shared: true,
  area: 'basic',
  label: '召回等级',
  icon: 'siren',
  fields: {
    code: text('等级编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('等级名称', { required: true, max: 50, list: true, filter: true }),
    jurisdiction: enumeration('适用法域', jurisdiction, { required: true, default: 'CN', list: true, filter: true }),
    severity: integer('严重程度', { required: true, pattern: 'POSITIVEINTEGER', list: true }),
    criteria: longText('适用情形', { required: true }),
    startWithinHours: integer('启动时限(小时)', {
      unit: '小时',
      required: true,
      pattern: 'POSITIVEINTEGER',
      list: true,
    }),
    reportWithinHours: integer('报告时限(小时)', { unit: '小时', pattern: 'POSITIVEINTEGER', list: true }),
    notifyWithinHours: integer('通知时限(小时)', { unit: '小时', pattern: 'POSITIVEINTEGER' }),
    finishWithinDays: integer('完成时限(天)', { unit: '天', pattern: 'POSITIVEINTEGER', list: true }),
    finishDayType: enumeration('时限日类型', dayType, { default: 'WORKDAY' }),
    legalBasis: text('法规依据', { max: 200, list: true }),
    effectiveFrom: date('生效日期', { required: true, list: true }),
    effectiveTo: date('失效日期'),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  columns: [
    'code',
    'name',
    'jurisdiction',
    'severity',
    'status',
    'startWithinHours',
    'reportWithinHours',
    'finishWithinDays',
    'effectiveFrom',
  ],
  title: 'name',
  search: ['code'],
  order: [
    ['jurisdiction', 'asc'],
    ['severity', 'asc'],
    ['effectiveFrom', 'desc'],
  ],
  checks: [
    {
      at: 'effectiveTo',
      ok: row => !row.effectiveTo || String(row.effectiveTo) >= String(row.effectiveFrom),
      message: 'endBeforeStart',
    },
  ],
})
