import { defineEntity } from '../schema/entity.ts'
import {
  date,
  decimal,
  defineEnumeration,
  enumeration,
  enumerations,
  files,
  isEmpty,
  ref,
  text,
  type Values,
} from '../schema/field.ts'

const healthRecordType = defineEnumeration('HealthRecordType', {
  ANNUAL: '年度体检',
  DAILY: '晨检',
  RETURN: '返岗检查',
})
const disease = defineEnumeration('Disease', {
  CHOLERA: '霍乱',
  DYSENTERY: '痢疾',
  TYPHOID: '伤寒副伤寒',
  HEPATITIS: '病毒性肝炎(甲型、戊型)',
  TB: '活动性肺结核',
  SKIN: '化脓性或渗出性皮肤病',
})
const healthResult = defineEnumeration('HealthResult', {
  QUALIFIED: '合格',
  UNQUALIFIED: '不合格',
})
const healthHandling = defineEnumeration('HealthHandling', {
  NORMAL: '正常上岗',
  TRANSFER: '调离岗位',
  SUSPEND: '停岗',
})

/** Fever limit in °C of the morning check. */
const fever = 37.3

const isUnwell = ({ recordType, result, diseases, temperature }: Values): boolean =>
  result === 'UNQUALIFIED' || !isEmpty(diseases) || (recordType === 'DAILY' && Number(temperature) >= fever)

export const employeehealth = defineEntity({
  name: 'employeehealth',
  area: 'other',
  label: '员工健康',
  icon: 'heart-pulse',
  fields: {
    employeeId: ref('员工', 'employee', { required: true, key: true, list: true, filter: true }),
    recordType: enumeration('检查类型', healthRecordType, {
      required: true,
      default: 'ANNUAL',
      list: true,
      filter: true,
    }),
    examDate: date('检查日期', { past: true, required: true, key: true, list: true, filter: true, default: 'today' }),
    hospital: text('检查机构', { max: 100, list: true, requiredIf: row => row.recordType === 'ANNUAL' }),
    certNo: text('健康证编号', {
      max: 50,
      unique: true,
      list: true,
      filter: true,
      requiredIf: row => row.recordType === 'ANNUAL',
    }),
    validUntil: date('有效期至', { list: true, filter: true }),
    temperature: decimal('体温(℃)', { unit: '℃', personal: true, pattern: 'NUMBER' }),
    symptoms: text('症状', { personal: true, max: 100 }),
    diseases: enumerations('有碍食品安全疾病', disease, { personal: true }),
    result: enumeration('检查结果', healthResult, {
      personal: true,
      required: true,
      default: 'QUALIFIED',
      list: true,
      filter: true,
    }),
    handling: enumeration('处理措施', healthHandling, { required: true, default: 'NORMAL', list: true }),
    checkerId: ref('检查人', 'employee', { list: true, requiredIf: row => row.recordType === 'DAILY' }),
    remark: text('备注', { max: 500 }),
    files: files('附件', { personal: true }),
  },
  title: 'certNo',
  search: ['hospital'],
  order: [
    ['examDate', 'desc'],
    ['id', 'desc'],
  ],
  checks: [{ at: 'handling', ok: row => row.handling !== 'NORMAL' || !isUnwell(row), message: 'unwell' }],
})
