import type { Text } from '../text.ts'

/** Messages of confirmations on affected records. */
export const questionTexts = {
  'confirm.posts': [
    '保存即过账，之后不能修改。确定过账 {count} 条？',
    '儲存即過帳，之後不能修改。確定過帳 {count} 筆？',
    'Saving posts, and what is posted is not edited. Post {count, plural, one {# row} other {# rows}}?',
  ],
  'confirm.newRecord': ['新单据', '新單據', 'New'],
  'confirm.lines': ['{count, number} 行', '{count, number} 列', '{count, plural, one {# line} other {# lines}}'],
  'confirm.sum': ['合计 {sum}', '合計 {sum}', 'total {sum}'],
  'confirm.further': ['另有 {count, number} 条', '另有 {count, number} 筆', '{count, number} more'],
  'confirm.refused': [
    '不会执行：{title}（{message}）',
    '不會執行：{title}（{message}）',
    'Left out: {title} ({message})',
  ],
} as const satisfies Record<string, Text>
