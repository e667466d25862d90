import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, files, instant, integer, longText, money, ref, text } from '../schema/field.ts'

const repairType = defineEnumeration('RepairType', {
  REPAIR: '维修',
  MAINTAIN: '保养',
  CLEAN: '清洗消毒',
})
const repairResult = defineEnumeration('RepairResult', {
  FIXED: '已完成',
  TEMPORARY: '临时修复',
  SCRAP: '报废',
})

export const equipmentrepaidrecord = defineEntity({
  name: 'equipmentrepaidrecord',
  area: 'other',
  label: '设备维修记录',
  icon: 'wrench',
  fields: {
    docNo: text('记录编号', {
      serverManaged: true,
      numbered: 'ER',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    equipmentId: ref('设备', 'equipment', { required: true, list: true, filter: true }),
    recordType: enumeration('记录类型', repairType, { required: true, default: 'REPAIR', list: true, filter: true }),
    faultTime: instant('故障时间', { list: true, requiredIf: row => row.recordType === 'REPAIR' }),
    reporterId: ref('报修人', 'employee'),
    faultDesc: longText('故障描述', { list: true, requiredIf: row => row.recordType === 'REPAIR' }),
    startTime: instant('开始时间', { required: true, list: true }),
    endTime: instant('结束时间', { list: true }),
    downtimeMinutes: integer('停机时长(分钟)', { unit: '分钟', serverManaged: true, list: true }),
    method: longText('处理措施', { required: true }),
    partsUsed: text('更换备件', { max: 200 }),
    cost: money('费用', { pattern: 'UNUMBER', default: '0', list: true }),
    repairer: text('维修人/单位', { required: true, max: 50, list: true }),
    affectedPlanId: ref('受影响计划', 'produceplan', { filter: true }),
    hygieneCheck: enumeration('修后卫生确认', verdict, { required: true, default: 'PASS' }),
    result: enumeration('处理结果', repairResult, { required: true, default: 'FIXED', list: true }),
    verifierId: ref('验收人', 'employee', { serverManaged: true, list: true }),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  columns: ['docNo', 'equipmentId', 'recordType', 'faultTime', 'result', 'cost'],
  title: 'docNo',
  order: [['id', 'desc']],
  checks: [
    {
      at: 'endTime',
      ok: row => !row.endTime || !row.startTime || String(row.endTime) >= String(row.startTime),
      message: 'endBeforeStart',
    },
  ],
  actions: { verify: { label: '验收', on: 'rows', confirm: true } },
})
