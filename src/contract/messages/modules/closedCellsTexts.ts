/** Messages on locked cells. */
import type { Text } from '../text.ts'

export const closedCellTexts: Readonly<Record<string, Text>> = {
  'grid.reason.byServer': ['由系统填写，不能编辑', '由系統填寫，不能編輯', 'Filled in by the system'],
  'grid.reason.computed': ['由其他字段自动算出', '由其他欄位自動算出', 'Worked out from other fields'],
  'grid.reason.fixed': ['保存后不能再改', '儲存後不能再改', 'Cannot be changed once saved'],
  'grid.reason.posted': ['单据已过账，不能再改', '單據已過帳，不能再改', 'Posted: this cannot be changed'],
  'grid.reason.closed': ['当前状态下不能再改', '目前狀態下不能再改', 'Cannot be changed in this state'],
  'grid.reason.kept': ['由单据和流水记账，不能编辑', '由單據與流水記帳，不能編輯', 'Kept by documents and the ledger'],
  'grid.reason.appendOnly': ['只增不改的记录，不能编辑', '只增不改的記錄，不能編輯', 'Rows here are only ever added'],
}
