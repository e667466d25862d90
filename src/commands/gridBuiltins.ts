/** What can be done in a grid, and by which key. The grid that has the focus performs it. */
import { atom } from 'jotai'
import { type Fields, integer } from '../contract/schema/field.ts'
import { store } from '../data/store.ts'
import { builtin } from './builtin.ts'
import { byHandler, type Command, type KeyBinding } from './command.ts'
import { execute } from './execute.ts'
import type { When } from './when.ts'

/** Answered by the grid in front: the message key of why it cannot do something now. */
export const gridReasonAtom = atom<{ readonly against: (id: string) => string | undefined } | null>(null)

/** A cell or a title has the cursor and nothing is being entered. */
const cell: When = { focus: 'grid' }
/** A cell has it. */
const body: When = { focus: 'grid', gridMode: 'navigate' }
/** A title has it. */
const head: When = { focus: 'grid', gridMode: 'none' }
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
  extendMode: once(cell, 'f8'),
  // The blank with Shift or Ctrl belongs to Chinese input methods: never the only key.
  selectRow: once(body, 'alt+shift+right', 'shift+space'),
  selectColumn: once(cell, 'alt+shift+down', 'ctrl+space'),
  selectAll: once(cell, 'mod+a'),
  copy: [native('mod+c')],
  cut: [native('mod+x')],
  paste: [native('mod+v')],
  pastePlain: [native('mod+shift+v')],
  copyWithHeaders: once(cell, 'alt+shift+c'),
  fillDown: once(cell, 'mod+d'),
  fillRight: [],
  fillSelection: once(filling, 'mod+enter'),
  insertAbove: once(cell, 'mod+shift+enter'),
  insertBelow: once(cell, 'insert', 'alt+shift+i'),
  duplicateRow: [],
  deleteRow: [],
  undo: held({ focus: ['grid', 'page'] }, 'mod+z'),
  redo: held({ focus: ['grid', 'page'] }, 'mod+y', 'mod+shift+z'),
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
  columnWider: held(cell, 'alt+right'),
  columnNarrower: held(cell, 'alt+left'),
  columnFit: [],
  columnLeft: held(head, 'alt+shift+left'),
  columnRight: held(head, 'alt+shift+right'),
  columnHide: once(cell, 'alt+h'),
  columnPin: once(cell, 'alt+p'),
  columnsShow: once(cell, 'alt+shift+h'),
  columnsReset: [],
}

/** Moves are keys only: in the palette they would be noise. */
const offered = new Set([
  'selectAll',
  'copyWithHeaders',
  'fillDown',
  'fillRight',
  'insertAbove',
  'insertBelow',
  'duplicateRow',
  'deleteRow',
  'undo',
  'redo',
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
  'columnFit',
  'columnLeft',
  'columnRight',
  'columnHide',
  'columnPin',
  'columnsShow',
  'columnsReset',
])

const confirmed = new Set(['revertAll'])

/** The keys of general commands that the grid performs while it has the focus. */
const borrowed: Readonly<Record<string, string>> = { deleteRow: 'record.delete', duplicateRow: 'record.copy' }

const takes: Readonly<Record<string, Fields>> = {
  goToRow: { row: integer('行号', { required: true, pattern: 'POSITIVEINTEGER' }) },
}

/** What the console does itself, from wherever a grid is. */
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
    ...(borrowed[name] ? { via: borrowed[name] } : {}),
    ...(takes[name] ? { arguments: takes[name] } : {}),
    disabledReason: () => store.get(gridReasonAtom)?.against(id),
    run: runs[name] ?? byHandler,
  }
}

/** Everything that acts on what is chosen, to be picked from. */
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
