import type { Text } from '../text.ts'

/** Messages of navigation: key tips, recent tabs, escape. */
export const frameTexts = {
  'command.access.show': ['显示按钮上的字母', '顯示按鈕上的字母', 'Show letters on the buttons'],
  'command.view.back': ['返回上一层', '返回上一層', 'Back one layer'],
  'command.tab.show': ['显示标签页', '顯示分頁', 'Show tab'],
  'command.tab.recent': ['最近使用的标签页', '最近使用的分頁', 'Recent tabs'],
  'command.tab.recentBack': ['最近使用的标签页（反向）', '最近使用的分頁（反向）', 'Recent tabs, backwards'],
  'reason.noOtherTab': ['没有其他标签页', '沒有其他分頁', 'No other tab is open'],
  'tabs.recentHint': ['松开按键即切换', '放開按鍵即切換', 'Let go to switch'],
  'tabs.recentChoose': ['切换', '切換', 'Switch'],
} as const satisfies Record<string, Text>
