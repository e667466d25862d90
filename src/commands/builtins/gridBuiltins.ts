/** Grid commands with keys, performed by the focused grid. */
import { atom } from 'jotai'
import { defineEnumeration, enumeration, type Fields, integer, type Values } from '#contract/schema/field.ts'
import { unsavedOf } from '../../data/drafts/drafts.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import { byHandler, type Command, type KeyBinding } from '../core/command.ts'
import { execute } from '../gate/execute.ts'
import { keysByName } from './gridKeys.ts'

/** Availability check of the active grid; returns the message key of the reason. */
export const gridReasonAtom = atom<{ readonly against: (id: string, args?: Values) => string | undefined } | null>(null)

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

/** Commands independent of the grid instance. */
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
    disabledReason: (_context, args) => store.get(gridReasonAtom)?.against(id, args),
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
