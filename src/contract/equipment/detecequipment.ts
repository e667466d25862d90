import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, flag, integer, ref, text } from '../schema/field.ts'

const calibType = defineEnumeration('CalibType', {
  VERIFY: '检定',
  CALIBRATE: '校准',
  INTERNAL: '内部核查',
})
const instrStatus = defineEnumeration('InstrStatus', {
  QUALIFIED: '合格',
  LIMITED: '限用',
  OVERDUE: '超期',
  STOPPED: '停用',
  SCRAPPED: '报废',
})

export const detecequipment = defineEntity({
  name: 'detecequipment',
  area: 'other',
  label: '检测设备',
  icon: 'gauge',
  softDelete: true,
  fields: {
    code: text('仪器编号', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('仪器名称', { required: true, max: 50, list: true, filter: true }),
    model: text('型号规格', { max: 50, list: true }),
    serialNo: text('出厂编号', { max: 50, unique: true, list: true }),
    manufacturer: text('生产厂家', { max: 100 }),
    measureRange: text('测量范围', { max: 50, list: true }),
    accuracy: text('准确度等级', { max: 50 }),
    calibType: enumeration('检定/校准方式', calibType, {
      required: true,
      default: 'CALIBRATE',
      list: true,
      filter: true,
    }),
    calibCycleDays: integer('检定/校准周期(天)', {
      unit: '天',
      required: true,
      pattern: 'POSITIVEINTEGER',
      default: 365,
      list: true,
    }),
    lastCalibDate: date('上次检定/校准日期', { serverManaged: true, list: true }),
    validUntil: date('有效期至', { serverManaged: true, list: true, filter: true }),
    certificateNo: text('证书编号', { serverManaged: true, max: 50 }),
    location: text('存放位置', { max: 50, list: true }),
    keeperId: ref('保管人', 'employee', { list: true }),
    enableDate: date('启用日期'),
    status: enumeration('状态', instrStatus, { required: true, default: 'QUALIFIED', list: true, filter: true }),
    isOverdue: flag('已超期', { derived: true, list: true }),
    remark: text('备注', { max: 500 }),
  },
  columns: ['code', 'name', 'status', 'isOverdue', 'validUntil', 'calibType', 'keeperId', 'location'],
  title: 'name',
  search: ['code', 'model'],
  order: [['code', 'asc']],
  related: [{ entity: 'detecequipmentrecord', by: 'detecEquipmentId' }],
})
