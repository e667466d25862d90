import type { Text } from '../text.ts'

/** Messages of selected ranges: multiple, fill, totals. */
export const gridRangeTexts = {
  'command.grid.addRange': ['追加选区', '追加選取範圍', 'Add another range'],
  'command.grid.fillSeries': ['按序列填充空格', '依數列填滿空格', 'Continue the series'],
  'command.grid.fillToEnd': ['向下填充到邻列末尾', '向下填滿到鄰欄末尾', 'Fill down as far as the column beside'],
  'command.grid.copyTotal': ['复制选区汇总', '複製選取範圍彙總', 'Copy a total of the selection'],
  'grid.copyTotal.which': ['汇总', '彙總', 'Total'],
  'gridTotal.count': ['计数', '計數', 'Count'],
  'gridTotal.sum': ['求和', '加總', 'Sum'],
  'gridTotal.average': ['平均值', '平均值', 'Average'],
  'gridTotal.least': ['最小值', '最小值', 'Min'],
  'gridTotal.most': ['最大值', '最大值', 'Max'],
  'grid.total': ['{name} {value}', '{name} {value}', '{name} {value}'],
  'grid.totalCopied': ['已复制 {value}', '已複製 {value}', 'Copied {value}'],
  'grid.totalsMixed': ['单位不同，不相加', '單位不同，不相加', 'Different units: not added up'],
  'grid.totalsPart': [
    '仅含已加载的 {loaded} / {rows} 行',
    '僅含已載入的 {loaded} / {rows} 列',
    'Of {loaded} loaded rows out of {rows}',
  ],
  'grid.adding': [
    '追加选区中：先移动，再按 Shift+方向键选取，Esc 结束',
    '追加選取範圍中：先移動，再按 Shift+方向鍵選取，Esc 結束',
    'Adding a range: move, then mark with Shift+arrows, Esc ends',
  ],
  'grid.addingEnded': ['追加选区结束', '追加選取範圍結束', 'Adding ended'],
  'grid.notChecked': [
    '有 {count} 行尚未加载，没有勾选',
    '有 {count} 列尚未載入，沒有勾選',
    '{count} rows are not loaded and were not checked',
  ],
  'grid.reason.rowsNotLoaded': [
    '所选区域有未加载的行，请缩小选区',
    '所選區域有未載入的列，請縮小選取範圍',
    'Some marked rows are not loaded: mark fewer',
  ],
  'grid.reason.nothingEmpty': [
    '请选中已有的值和其后的空格',
    '請選取已有的值和其後的空格',
    'Mark some values and empty cells after them',
  ],
  'grid.reason.nothingBeside': [
    '相邻列没有更靠下的值',
    '相鄰欄沒有更靠下的值',
    'The columns beside hold nothing further down',
  ],
  'grid.reason.noTotals': ['没有选中可汇总的单元格', '沒有選取可彙總的儲存格', 'Nothing that adds up is marked'],
  'grid.reason.clipboardWrite': [
    '浏览器不允许写入剪贴板',
    '瀏覽器不允許寫入剪貼簿',
    'The browser does not let the clipboard be written',
  ],
} as const satisfies Record<string, Text>
