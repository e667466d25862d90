import type { Text } from '../text.ts'

export const gridTexts = {
  'grid.yes': ['是', '是', 'Yes'],
  'grid.no': ['否', '否', 'No'],
  'grid.row': ['行', '列', 'Row'],
  'grid.loading': ['正在加载…', '正在載入…', 'Loading…'],
  'grid.empty': ['暂无数据', '暫無資料', 'Nothing here yet'],
  'grid.searching': ['正在查找…', '正在尋找…', 'Searching…'],
  'grid.nothingFound': ['没有找到', '沒有找到', 'Nothing found'],
  'grid.state.clean': ['已保存', '已儲存', 'Saved'],
  'grid.state.new': ['新增，未保存', '新增，未儲存', 'New, not saved'],
  'grid.state.dirty': ['已修改，未保存', '已修改，未儲存', 'Changed, not saved'],
  'grid.state.saving': ['正在保存', '正在儲存', 'Saving'],
  'grid.state.error': ['保存失败，请看标出的单元格', '儲存失敗，請看標出的儲存格', 'Not saved, see the marked cells'],
  'grid.undone': ['已撤销', '已復原', 'Undone'],
  'grid.redone': ['已重做', '已重做', 'Redone'],
  'grid.nothingToUndo': ['没有可撤销的内容', '沒有可復原的內容', 'Nothing to undo'],
  'grid.noFaults': ['没有出错的单元格', '沒有出錯的儲存格', 'No faults'],
  'grid.copyNotLoaded': [
    '所选区域有未加载的行，没有复制',
    '所選區域有未載入的列，沒有複製',
    'Some marked rows are not loaded: nothing was copied',
  ],
  'grid.pasted': [
    '已粘贴 {done} 格；{faults} 格未能识别，{skipped} 格不可编辑或超出末行，{columns} 列超出右边',
    '已貼上 {done} 格；{faults} 格未能識別，{skipped} 格不可編輯或超出末列，{columns} 欄超出右邊',
    'Pasted {done} cells; {faults} not understood, {skipped} not editable or past the last row, {columns} columns dropped',
  ],
} as const satisfies Record<string, Text>
