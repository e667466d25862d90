import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, files, flag, integer, ref, text } from '../schema/field.ts'

const equipStatus = defineEnumeration('EquipStatus', {
  NORMAL: '正常',
  REPAIRING: '维修中',
  STOPPED: '停用',
  SCRAPPED: '报废',
})

export const equipment = defineEntity({
  name: 'equipment',
  area: 'other',
  label: '生产设备',
  icon: 'cog',
  softDelete: true,
  fields: {
    code: text('设备编号', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('设备名称', { required: true, max: 50, list: true, filter: true }),
    equipmentType: text('设备类别', { max: 30, list: true, filter: true }),
    model: text('型号规格', { max: 50, list: true }),
    manufacturer: text('生产厂家', { max: 100 }),
    serialNo: text('出厂编号', { max: 50, unique: true }),
    purchaseDate: date('购置日期'),
    enableDate: date('启用日期', { list: true }),
    workshop: text('所在车间', { max: 50, list: true, filter: true }),
    responsibleId: ref('责任人', 'employee', { list: true }),
    maintainCycleDays: integer('保养周期(天)', { unit: '天', pattern: 'POSITIVEINTEGER' }),
    lastMaintainDate: date('上次保养日期', { serverManaged: true }),
    nextMaintainDate: date('下次保养日期', { serverManaged: true, list: true }),
    isSpecial: flag('特种设备', { default: false }),
    specialCertNo: text('使用登记证号', { max: 50, requiredIf: row => row.isSpecial === true }),
    specialCertExpire: date('定检有效期至', { requiredIf: row => row.isSpecial === true }),
    status: enumeration('状态', equipStatus, { required: true, default: 'NORMAL', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  columns: ['code', 'name', 'equipmentType', 'status', 'workshop', 'responsibleId', 'nextMaintainDate'],
  title: 'name',
  facts: ['code', 'equipmentType', 'workshop', 'responsibleId', { due: 'nextMaintainDate' }],
  search: ['code', 'model'],
  order: [['code', 'asc']],
  related: [{ entity: 'equipmentrepaidrecord', by: 'equipmentId' }],
})
