/** States of master data: in use, and approval. */
import { defineEnumeration } from '../schema/field.ts'

export const enableStatus = defineEnumeration('EnableStatus', {
  ENABLED: '启用',
  DISABLED: '停用',
})
export const approvalStatus = defineEnumeration('ApprovalStatus', {
  DRAFT: '草稿',
  PENDING: '待审核',
  APPROVED: '已批准',
  REJECTED: '已驳回',
  RETIRED: '已停用',
})
