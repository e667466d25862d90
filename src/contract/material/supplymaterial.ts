import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, integer, money, ref, text } from '../schema/field.ts'

export const supplyApproval = defineEnumeration('SupplyApproval', {
  PENDING: '待评审',
  APPROVED: '合格',
  SUSPENDED: '暂停',
  BLOCKED: '黑名单',
})

export const supplymaterial = defineEntity({
  name: 'supplymaterial',
  area: 'material',
  label: '供应商可供物料',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    materialId: ref('原料', 'material', { required: true, key: true, list: true }),
    manufacturerName: text('生产商', { max: 100, list: true }),
    leadDays: integer('供货周期(天)', { unit: '天', pattern: 'UINT', list: true }),
    price: money('参考单价', { pattern: 'UNUMBER', list: true }),
    certExpireDate: date('型检报告有效期', { list: true }),
    approvalStatus: enumeration('准入状态', supplyApproval, { required: true, default: 'PENDING', list: true }),
  },
})
