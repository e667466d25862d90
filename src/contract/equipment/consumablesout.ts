import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, quantity, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'

const consumablesDirection = defineEnumeration('ConsumablesDirection', {
  IN: '入库',
  OUT: '领用',
  COUNT: '盘点',
})

const isIssue = ({ direction }: { readonly direction?: unknown }) => direction === 'OUT'

const unit = { by: ['consumablesId', 'unitId'] } as const

export const consumablesout = defineEntity({
  name: 'consumablesout',
  area: 'other',
  label: '耗材领用',
  icon: 'package-minus',
  keywords: ['耗材入库', '耗材盘点'],
  editableIn: [],
  fields: {
    docNo: text('领用单号', {
      serverManaged: true,
      numbered: 'CO',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    outDate: date('领用日期', { past: true, required: true, default: 'today', list: true, filter: true }),
    consumablesId: ref('耗材', 'consumables', { required: true, list: true, filter: true }),
    lotNo: text('批号', { max: 30 }),
    qty: quantity('领用数量', { unit, required: true, pattern: 'UNUMBER4', list: true, hint: '盘点时填实盘数量' }),
    change: quantity('库存变动', { unit, serverManaged: true, list: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    department: text('领用部门', { requiredIf: isIssue, max: 50, list: true, filter: true }),
    employeeId: ref('领用人', 'employee', { requiredIf: isIssue, list: true, filter: true }),
    purpose: text('用途', { requiredIf: isIssue, max: 100, list: true }),
    area: text('使用区域', { max: 50, list: true }),
    handlerId: ref('发放人', 'employee', { required: true, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'SUBMITTED', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    direction: enumeration('方向', consumablesDirection, {
      required: true,
      list: true,
      filter: true,
      default: 'OUT',
    }),
  },
  columns: ['docNo', 'consumablesId', 'qty', 'outDate', 'change', 'employeeId', 'department'],
  title: 'docNo',
  order: [['id', 'desc']],
  // Trace query: consumables issued on production days.
  indexes: [{ on: ['customerId', 'outDate'] }],
  // Zero is valid for counts only.
  checks: [{ at: 'qty', ok: row => row.direction === 'COUNT' || !row.qty || Number(row.qty) > 0, message: 'positive' }],
  actions: { reverse: posting.reverse },
})
