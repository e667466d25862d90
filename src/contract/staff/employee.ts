import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, image, text } from '../schema/field.ts'
import { employeetraining } from './employeetraining.ts'

const gender = defineEnumeration('Gender', {
  M: '男',
  F: '女',
})
export const postType = defineEnumeration('PostType', {
  DIRECT: '直接接触食品',
  INDIRECT: '间接接触',
  OFFICE: '非生产',
})
const foodSafetyRole = defineEnumeration('FoodSafetyRole', {
  DIRECTOR: '食品安全总监',
  OFFICER: '食品安全员',
  INSPECTOR: '检验员',
  HACCP: 'HACCP小组',
  NONE: '无',
})
const employeeStatus = defineEnumeration('EmployeeStatus', {
  ON_JOB: '在职',
  SUSPENDED: '停岗',
  LEFT: '离职',
})

export const employee = defineEntity({
  name: 'employee',
  area: 'other',
  label: '员工',
  icon: 'id-card',
  softDelete: true,
  fields: {
    jobNo: text('工号', { required: true, max: 20, unique: true, key: true, list: true, filter: true }),
    name: text('姓名', { required: true, max: 30, list: true, filter: true }),
    gender: enumeration('性别', gender, { default: 'M', list: true }),
    department: text('部门', { required: true, max: 50, list: true, filter: true }),
    position: text('岗位', { max: 50, list: true, filter: true }),
    postType: enumeration('接触类别', postType, { required: true, default: 'DIRECT', list: true, filter: true }),
    foodSafetyRole: enumeration('食品安全职责', foodSafetyRole, { default: 'NONE', filter: true }),
    phone: text('联系电话', { pattern: 'PHONE', max: 20, list: true }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100 }),
    idCardNo: text('身份证号', { personal: true, max: 18, unique: true }),
    birthDate: date('出生日期', { personal: true }),
    entryDate: date('入职日期', { required: true, list: true }),
    leaveDate: date('离职日期'),
    healthExpireDate: date('健康证有效期', { serverManaged: true, list: true, filter: true }),
    status: enumeration('状态', employeeStatus, { required: true, default: 'ON_JOB', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    photo: image('照片'),
  },
  lines: { trainings: employeetraining },
  columns: ['jobNo', 'name', 'department', 'position', 'phone', 'healthExpireDate'],
  title: 'name',
  order: [['jobNo', 'asc']],
  checks: [
    {
      at: 'leaveDate',
      ok: row => !row.leaveDate || String(row.leaveDate) >= String(row.entryDate),
      message: 'leaveBeforeEntry',
    },
  ],
  calls: { remove: 'Other/EmployeeDelete', options: 'Material/GetEmployeeList' },
  actions: {
    leave: {
      label: '离职',
      on: 'row',
      from: ['ON_JOB', 'SUSPENDED'],
      to: 'LEFT',
      confirm: true,
      button: 'edit',
      arguments: { leaveDate: date('离职日期', { default: 'today' }) },
    },
  },
  related: [{ entity: 'employeehealth', by: 'employeeId' }],
})
