/** What can be done in a grid, and by which key. The grid that has the focus performs it. */
import { type Fields, integer } from '../contract/schema/field.ts'
import { byHandler, type Command, type KeyBinding } from './command.ts'
import type { When } from './when.ts'

/** A cell has the cursor and nothing is being entered. */
const cell: When = { focus: 'grid' }
/** Something is being entered, whichever way it began. */
const editor: When = { focus: 'gridEditor' }
/** Entry that began by typing: the arrows still move. */
const replacing: When = { focus: 'gridEditor', gridMode: 'replace' }
/** An entry that goes into all marked cells. */
const filling: When = { focus: 'gridEditor', gridRange: true }
const either: When = { focus: ['grid', 'gridEditor'] }

type Os = Pick<KeyBinding, 'os'>
const once = (when: When, ...seqs: readonly string[]): readonly KeyBinding[] => seqs.map(seq => ({ seq, when }))
const held = (when: When, ...seqs: readonly string[]) => once(when, ...seqs).map(key => ({ ...key, repeat: true }))
const on = (os: Os['os'], keys: readonly KeyBinding[]) => keys.map(key => ({ ...key, ...(os ? { os } : {}) }))
const native = (seq: string): KeyBinding => ({ seq, when: cell, native: true })

const arrow = (name: string): readonly KeyBinding[] => [...held(cell, name), ...held(replacing, name)]

/** Keys by what they do, in the order of the key sheet. */
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
  gridStart: once(cell, 'mod+home'),
  gridEnd: once(cell, 'mod+end'),
  pageUp: held(either, 'pageup'),
  pageDown: held(either, 'pagedown'),
  next: held(either, 'tab'),
  previous: held(either, 'shift+tab'),
  enter: once(cell, 'enter'),
  edit: [...once(cell, 'f2'), ...on('mac', once(cell, 'ctrl+u'))],
  switchMode: once(editor, 'f2'),
  commit: [],
  commitDown: once(editor, 'enter'),
  commitUp: once(either, 'shift+enter'),
  cancel: once(editor, 'escape'),
  leave: once(cell, 'escape'),
  clear: once(cell, 'delete', 'backspace'),
  toggle: once(cell, 'space'),
  picker: once(either, 'alt+down'),
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
  // The blank with Shift or Ctrl belongs to Chinese input methods: never the only key.
  selectRow: once(cell, 'alt+shift+right', 'shift+space'),
  selectColumn: once(cell, 'alt+shift+down', 'ctrl+space'),
  selectAll: once(cell, 'mod+a'),
  copy: [native('mod+c')],
  cut: [native('mod+x')],
  paste: [native('mod+v')],
  pastePlain: [native('mod+shift+v')],
  copyWithHeaders: once(cell, 'alt+shift+c'),
  fillDown: once(cell, 'mod+d'),
  fillSelection: once(filling, 'mod+enter'),
  insertBelow: once(cell, 'insert', 'alt+shift+i'),
  deleteRow: [],
  undo: held({ focus: ['grid', 'page'] }, 'mod+z'),
  redo: held({ focus: ['grid', 'page'] }, 'mod+y', 'mod+shift+z'),
  revertRow: [],
  revertAll: [],
  nextFault: once({ focus: ['grid', 'page'] }, 'f4'),
  previousFault: once({ focus: ['grid', 'page'] }, 'shift+f4'),
  goToRow: [...on('other', once(cell, 'mod+g')), ...on('mac', once(cell, 'ctrl+g'))],
  scrollToActive: once(cell, 'alt+backspace'),
  sort: once(cell, 'alt+shift+o'),
  sortAlso: [],
  filterByValue: once(cell, 'alt+f'),
  columnWider: held(cell, 'alt+right'),
  columnNarrower: held(cell, 'alt+left'),
  columnHide: once(cell, 'alt+h'),
  columnPin: once(cell, 'alt+p'),
  columnsShow: once(cell, 'alt+shift+h'),
}

/** Moves are keys only: in the palette they would be noise. */
const offered = new Set([
  'selectAll',
  'copyWithHeaders',
  'fillDown',
  'insertBelow',
  'deleteRow',
  'undo',
  'redo',
  'revertRow',
  'revertAll',
  'nextFault',
  'previousFault',
  'goToRow',
  'sort',
  'filterByValue',
  'columnHide',
  'columnPin',
  'columnsShow',
])

const confirmed = new Set(['revertAll'])

/** The key of the general command that the grid performs while it has the focus. */
const borrowed: Readonly<Record<string, string>> = { deleteRow: 'record.delete' }

const takes: Readonly<Record<string, Fields>> = {
  goToRow: { row: integer('行号', { required: true, pattern: 'POSITIVEINTEGER' }) },
}

export const gridBuiltins: readonly Command[] = Object.entries(keysByName).map(([name, keys]) => ({
  id: `grid.${name}`,
  title: `command.grid.${name}`,
  group: 'group.grid',
  keys,
  permission: 'session',
  risk: 'read',
  ...(offered.has(name) ? {} : { surfaces: ['button', 'menu', 'shortcut', 'script'] as const }),
  ...(confirmed.has(name) ? { confirm: true } : {}),
  ...(borrowed[name] ? { via: borrowed[name] } : {}),
  ...(takes[name] ? { arguments: takes[name] } : {}),
  run: byHandler,
}))
