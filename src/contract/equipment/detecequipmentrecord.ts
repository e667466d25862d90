import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, decimal, defineEnumeration, enumeration, files, longText, ref, text } from '../schema/field.ts'

const instrRecordType = defineEnumeration('InstrRecordType', {
  VERIFY: '检定',
  CALIBRATE: '校准',
  CHECK: '期间核查',
  USE: '使用',
  MAINTAIN: '维护',
  FAULT: '故障',
})

/** Record types that set an instrument's validity (domain.md §2.3). */
const isCalibration = ({ recordType }: { readonly recordType?: unknown }) =>
  recordType === 'VERIFY' || recordType === 'CALIBRATE'

export const detecequipmentrecord = defineEntity({
  name: 'detecequipmentrecord',
  area: 'other',
  label: '检测设备记录',
  icon: 'clipboard-check',
  fields: {
    docNo: text('记录编号', {
      serverManaged: true,
      numbered: 'DR',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    detecEquipmentId: ref('检测设备', 'detecequipment', { required: true, list: true, filter: true }),
    recordType: enumeration('记录类型', instrRecordType, {
      required: true,
      default: 'CALIBRATE',
      list: true,
      filter: true,
    }),
    recordDate: date('记录日期', { past: true, required: true, default: 'today', list: true, filter: true }),
    agencyName: text('检定/校准机构', { max: 100, list: true, requiredIf: row => isCalibration(row) }),
    certificateNo: text('证书编号', { max: 50, list: true, requiredIf: row => isCalibration(row) }),
    validUntil: date('有效期至', { list: true, requiredIf: row => isCalibration(row) }),
    deviation: decimal('示值误差', { pattern: 'NUMBER' }),
    result: enumeration('结果', verdict, { required: true, default: 'PASS', list: true, filter: true }),
    usedForLotId: ref('检验批次', 'stocklot', { width: 150 }),
    operatorId: ref('操作人', 'employee', { required: true, list: true }),
    impactAssessment: longText('影响评估'),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  title: 'docNo',
  order: [['id', 'desc']],
  checks: [
    {
      at: 'validUntil',
      ok: row => !row.validUntil || !row.recordDate || String(row.validUntil) >= String(row.recordDate),
      message: 'endBeforeStart',
    },
  ],
})
