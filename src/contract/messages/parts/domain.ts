import type { Text } from '../text.ts'

/** Buttons of the menu tree that are no action's, and what the domain says of itself. */
export const domainTexts = {
  'button.add': ['新增', '新增', 'Add'],
  'button.edit': ['修改', '修改', 'Edit'],
  'button.delete': ['删除', '刪除', 'Delete'],
  'button.approve': ['审批', '核准', 'Approve'],
  'button.export': ['导出', '匯出', 'Export'],
} as const satisfies Record<string, Text>
