/** Grid commands with keys, performed by the focused grid. */
import { atom } from 'jotai'
import { defineEnumeration, enumeration, type Fields, integer } from '#contract/schema/field.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import { type Arguments, byHandler, type Command, type KeyBinding } from '../core/command.ts'
import type { When } from '../core/when.ts'
import { execute } from '../gate/execute.ts'

/** Cursor on a cell or header, no editor open. */
const cell: When = { focus: 'grid' }
const body: When = { focus: 'grid', gridMode: 'navigate' }
const head: When = { focus: 'grid', gridMode: 'none' }
const editor: When = { focus: 'gridEditor' }
/** Editor opened by typing: arrows still navigate. */
const replacing: When = { focus: 'gridEditor', gridMode: 'replace' }
const filling: When = { focus: 'gridEditor', gridRange: true }
const picking: When = { focus: 'gridEditor', gridPicks: true }
const stepping: When = { focus: 'gridEditor', gridPicks: false }
const either: When = { focus: ['grid', 'gridEditor'] }

type Os = Pick<KeyBinding, 'os'>
const once = (when: When, ...seqs: readonly string[]): readonly KeyBinding[] => seqs.map(seq => ({ seq, when }))
const held = (when: When, ...seqs: readonly string[]) => once(when, ...seqs).map(key => ({ ...key, repeat: true }))
const on = (os: Os['os'], keys: readonly KeyBinding[]) => keys.map(key => ({ ...key, ...(os ? { os } : {}) }))
const native = (seq: string): KeyBinding => ({ seq, when: cell, native: true })

const arrow = (name: string): readonly KeyBinding[] => [...held(cell, name), ...held(replacing, name)]

const keysByName: Readonly<Record<string, readonly KeyBinding[]>> = {
  up: arrow('up'),
  down: arrow('down'),
  left: arrow('left'),
  right: arrow('right'),
  edgeUp: once(cell, 'mod+up'),
  edgeDown: once(cell, 'mod+down'),
  edgeLeft: once(cell, 'mod+left'),
  edgeRight: once(cell, 'mod+right'),
  rowStart: once(cell, 'home'),
  rowEnd: once(cell, 'end'),
  gridStart: [...once(cell, 'mod+home'), ...on('mac', once(cell, 'mod+ctrl+up'))],
  gridEnd: [...once(cell, 'mod+end'), ...on('mac', once(cell, 'mod+ctrl+down'))],
  pageUp: held(either, 'pageup'),
  pageDown: held(either, 'pagedown'),
  pageLeft: held(either, 'alt+pageup'),
  pageRight: held(either, 'alt+pagedown'),
  next: held(either, 'tab'),
  previous: held(either, 'shift+tab'),
  enter: once(body, 'enter'),
  edit: [...once(cell, 'f2'), ...on('mac', once(cell, 'ctrl+u'))],
  switchMode: once(editor, 'f2'),
  commit: [],
  commitDown: once(editor, 'enter'),
  commitUp: [...once(body, 'shift+enter'), ...once(editor, 'shift+enter')],
  newLine: once(editor, 'alt+enter'),
  cancel: once(editor, 'escape'),
  leave: once(cell, 'escape'),
  stepUp: held(stepping, 'alt+up'),
  stepDown: held(stepping, 'alt+down'),
  clear: once(cell, 'delete', 'backspace'),
  toggle: once(cell, 'space'),
  peek: once(body, 'shift+f2'),
  picker: [...once(body, 'alt+down'), ...once(picking, 'alt+down')],
  today: once(either, 'mod+;'),
  now: once(either, 'mod+shift+;', 'mod+:'),
  extendUp: held(cell, 'shift+up'),
  extendDown: held(cell, 'shift+down'),
  extendLeft: held(cell, 'shift+left'),
  extendRight: held(cell, 'shift+right'),
  extendEdgeUp: once(cell, 'mod+shift+up'),
  extendEdgeDown: once(cell, 'mod+shift+down'),
  extendEdgeLeft: once(cell, 'mod+shift+left'),
  extendEdgeRight: once(cell, 'mod+shift+right'),
  extendRowStart: once(cell, 'shift+home'),
  extendRowEnd: once(cell, 'shift+end'),
  extendGridStart: once(cell, 'mod+shift+home'),
  extendGridEnd: once(cell, 'mod+shift+end'),
  extendPageUp: held(cell, 'shift+pageup'),
  extendPageDown: held(cell, 'shift+pagedown'),
  extendMode: once(cell, 'f8'),
  addRange: once(cell, 'shift+f8'),
  // Chinese input methods own Space with Shift or Ctrl.
  selectRow: once(body, 'alt+shift+right', 'shift+space'),
  selectColumn: once(cell, 'alt+shift+down', 'ctrl+space'),
  selectAll: once(cell, 'mod+a'),
  copy: [native('mod+c')],
  cut: [native('mod+x')],
  paste: [native('mod+v')],
  pastePlain: [native('mod+shift+v')],
  copyWithHeaders: once(cell, 'alt+shift+c'),
  copyTotal: [],
  fillDown: once(cell, 'mod+d'),
  fillRight: [],
  fillSeries: once(cell, 'alt+shift+d'),
  fillToEnd: [],
  fillSelection: once(filling, 'mod+enter'),
  insertAbove: once(cell, 'mod+shift+enter'),
  insertBelow: once(cell, 'insert', 'alt+shift+i'),
  duplicateRow: [],
  deleteRow: [],
  undo: held({ focus: ['grid', 'page'] }, 'mod+z'),
  redo: held({ focus: ['grid', 'page'] }, 'mod+y', 'mod+shift+z'),
  // Mnemonic: M for mine, Y for yours.
  takeMine: once(cell, 'alt+m'),
  takeTheirs: once(cell, 'alt+y'),
  takeMineRow: once(cell, 'alt+shift+m'),
  takeTheirsRow: once(cell, 'alt+shift+y'),
  takeMineAll: [],
  takeTheirsAll: [],
  revertRow: [],
  revertAll: [],
  nextFault: once({ focus: ['grid', 'page'] }, 'f4'),
  previousFault: once({ focus: ['grid', 'page'] }, 'shift+f4'),
  goToRow: once(cell, 'alt+shift+g'),
  goToRecord: [...on('other', once(cell, 'mod+g')), ...on('mac', once(cell, 'ctrl+g'))],
  scrollToActive: once(cell, 'alt+backspace'),
  contextMenu: [...once(cell, 'menu', 'shift+f10'), ...on('mac', once(cell, 'ctrl+enter'))],
  rowMenu: [...once(cell, 'alt+shift+f10'), ...on('mac', once(cell, 'ctrl+alt+enter'))],
  columnMenu: [...on('other', once(cell, 'mod+shift+f10')), ...on('mac', once(cell, 'ctrl+shift+enter'))],
  sort: [...once(cell, 'alt+shift+o'), ...once(head, 'enter')],
  sortAlso: once(head, 'shift+enter'),
  sortAscending: [],
  sortDescending: [],
  sortNone: [],
  filterByValue: once(cell, 'alt+f'),
  filterColumn: once(head, 'alt+down'),
  columnWider: held(head, 'alt+right'),
  columnNarrower: held(head, 'alt+left'),
  columnFit: [],
  columnsFit: [],
  columnLeft: held(head, 'alt+shift+left'),
  columnRight: held(head, 'alt+shift+right'),
  columnHide: once(cell, 'alt+h'),
  columnShow: [],
  columnPin: once(cell, 'alt+p'),
  columnPinEnd: once(cell, 'alt+shift+n'),
  columnsShow: once(cell, 'alt+shift+h'),
  columnsReset: [],
  columnsChoose: once(cell, 'alt+shift+k'),
  density: [],
}

/** Grid that commands act on. */
export interface TargetGrid {
  /** Message key of the reason against a command. */
  against(id: string, args?: Arguments): string | undefined
  markedIds(): readonly RowId[]
}
export const targetGridAtom = atom<TargetGrid | null>(null)

/** Commands offered in the palette; movements would be noise there. */
const offered = new Set([
  'selectAll',
  'copyWithHeaders',
  'peek',
  'fillDown',
  'fillRight',
  'fillSeries',
  'fillToEnd',
  'copyTotal',
  'insertAbove',
  'insertBelow',
  'duplicateRow',
  'deleteRow',
  'undo',
  'redo',
  'takeMine',
  'takeTheirs',
  'takeMineRow',
  'takeTheirsRow',
  'takeMineAll',
  'takeTheirsAll',
  'revertRow',
  'revertAll',
  'nextFault',
  'previousFault',
  'goToRow',
  'sort',
  'sortAscending',
  'sortDescending',
  'sortNone',
  'filterByValue',
  'filterColumn',
  'columnFit',
  'columnsFit',
  'columnLeft',
  'columnRight',
  'columnHide',
  'columnPin',
  'columnPinEnd',
  'columnsShow',
  'columnsReset',
  'columnsChoose',
  'density',
])

const ofColumn = new Set([
  ...['sort', 'sortAlso', 'sortAscending', 'sortDescending', 'filterColumn', 'columnFit', 'columnLeft', 'columnRight'],
  ...['columnHide', 'columnShow', 'columnPin', 'columnPinEnd'],
])

const confirmed = new Set(['revertAll'])

const asking: Readonly<Record<string, Command['asks']>> = {
  revertAll: (_args, { page }) => {
    const { size } = store.get(unsavedOf(page))
    return size > 0 ? { question: 'drafts.revertAll', values: { count: size } } : undefined
  },
}

/** General commands whose keys the focused grid handles. */
const borrowed: Readonly<Record<string, string>> = { deleteRow: 'record.delete', duplicateRow: 'record.copy' }

const heights = defineEnumeration('density', { compact: '紧凑', normal: '标准', wide: '宽松' })

const totals = defineEnumeration('gridTotal', {
  count: '计数',
  sum: '求和',
  average: '平均值',
  least: '最小值',
  most: '最大值',
})

const takes: Readonly<Record<string, Fields>> = {
  goToRow: { row: integer('行号', { required: true, pattern: 'POSITIVEINTEGER' }) },
  copyTotal: { which: enumeration('汇总', totals, { required: true }) },
  density: { density: enumeration('行高', heights, { required: true }) },
}

const runs: Readonly<Record<string, Command['run']>> = {
  goToRecord: (_args, { surface, signal }) => execute('palette.open', { query: '#' }, { surface, signal }),
}

const gridCommand = ([name, keys]: readonly [string, readonly KeyBinding[]]): Command => {
  const id = `grid.${name}`
  return {
    id,
    title: `command.${id}`,
    group: 'group.grid',
    keys,
    permission: 'session',
    risk: 'read',
    ...(offered.has(name) ? {} : { surfaces: ['button', 'menu', 'shortcut', 'script'] as const }),
    ...(confirmed.has(name) ? { confirm: true } : {}),
    ...(asking[name] ? { asks: asking[name] } : {}),
    ...(borrowed[name] ? { via: borrowed[name] } : {}),
    ...(takes[name] ? { arguments: takes[name] } : {}),
    ...(ofColumn.has(name) ? { accepts: ['column'] } : {}),
    disabledReason: (_context, args) => store.get(targetGridAtom)?.against(id, args),
    run: runs[name] ?? byHandler,
  }
}

const selectionActions = builtin(
  'selection.actions',
  'grid',
  [{ seq: 'alt+enter', when: { focus: ['grid', 'page'] } }],
  {
    surfaces: ['button', 'menu', 'shortcut', 'script'],
    disabledReason: ({ selection, record }) => (selection || record ? undefined : 'reason.noSelection'),
    run: (_args, { surface, signal }) => execute('palette.open', { mode: 'selection' }, { surface, signal }),
  },
)

export const gridBuiltins: readonly Command[] = [...Object.entries(keysByName).map(gridCommand), selectionActions]
