import type { Text } from '../text.ts'

/** Messages of cell editing, previews and screen readers. */
export const editingTexts = {
  'command.readingAloud.toggle': ['读屏模式开或关', '報讀模式開或關', 'Screen reader mode on or off'],
  'readingAloud.on': [
    '读屏模式已打开：按 F2 或 Enter 后输入，单键快捷键已停用',
    '報讀模式已開啟：按 F2 或 Enter 後輸入，單鍵快速鍵已停用',
    'Screen reader mode is on: F2 or Enter before typing, single-key shortcuts off',
  ],
  'readingAloud.off': ['读屏模式已关闭', '報讀模式已關閉', 'Screen reader mode is off'],
  'grid.hint.read': [
    '方向键移动，Enter 打开，Space 看全文或勾选，Esc 两次离开',
    '方向鍵移動，Enter 開啟，Space 看全文或勾選，Esc 兩次離開',
    'Arrow keys move, Enter opens, Space shows the whole text or checks, Escape twice leaves',
  ],
  'grid.hint.edit': [
    '方向键移动，F2 或直接输入编辑，Alt+↓ 打开列表或日历，Esc 两次离开',
    '方向鍵移動，F2 或直接輸入編輯，Alt+↓ 開啟清單或日曆，Esc 兩次離開',
    'Arrow keys move, F2 or typing edits, Alt+Down opens a list or calendar, Escape twice leaves',
  ],
  'grid.hint.aloud': [
    '方向键移动，F2 或 Enter 编辑，Alt+↓ 打开列表或日历，Esc 两次离开',
    '方向鍵移動，F2 或 Enter 編輯，Alt+↓ 開啟清單或日曆，Esc 兩次離開',
    'Arrow keys move, F2 or Enter edits, Alt+Down opens a list or calendar, Escape twice leaves',
  ],
  'grid.position': [
    '{column}，第 {row} 行，共 {rows} 行',
    '{column}，第 {row} 列，共 {rows} 列',
    '{column}, row {row} of {rows}',
  ],
  'grid.onTitle': ['{column}，标题', '{column}，標題', '{column}, column title'],
  'grid.pressToEdit': ['按 F2 或 Enter 后输入', '按 F2 或 Enter 後輸入', 'Press F2 or Enter, then type'],
  'grid.onlyNumbers': ['此处只能输入数字', '此處只能輸入數字', 'Only numbers can be typed here'],
  'grid.recentlyUsed': ['最近使用', '最近使用', 'Used lately'],
  'grid.createNew': ['新建{title}…', '新增{title}…', 'New {title}…'],
  'grid.whole': ['{column}的全文', '{column}的全文', 'All of {column}'],
  'grid.reason.notNumber': ['此单元格不是数字', '此儲存格不是數字', 'The cell holds no number'],
  'command.grid.peek': ['查看单元格全文', '檢視儲存格全文', 'Show the whole cell'],
  'command.grid.stepUp': ['数值加一', '數值加一', 'One more'],
  'command.grid.stepDown': ['数值减一', '數值減一', 'One less'],
  'tables.until': ['到', '到', 'until'],
} as const satisfies Record<string, Text>
