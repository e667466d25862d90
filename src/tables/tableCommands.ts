/** List and record commands beyond the built-in vocabulary. */
import type { Atom } from 'jotai'
import { helpCommands } from '../commands/builtins/helpCommands.ts'
import { placeCommands } from '../commands/builtins/placeCommands.ts'
import { statusCommands } from '../commands/builtins/statusCommands.ts'
import { type Arguments, byHandler, type Command, type Result } from '../commands/core/command.ts'
import { registerCommands } from '../commands/core/registry.ts'
import { labelCommands } from '../commands/label/labelCommands.ts'
import { registerMacros } from '../commands/macro/macroCommands.ts'
import { paperCommands } from '../commands/paper/paperCommands.ts'
import { scanCommands } from '../commands/scan/scanCommands.ts'
import { registerTraceCommands } from '../commands/trace/traceRegistration.ts'
import { warehouseCommands } from '../commands/warehouse/warehouseCommands.ts'
import { enterToRequiredAtom, goByEnter } from '../data/settings/enterToRequired.ts'
import {
  historyBesideAtom,
  recordBesideAtom,
  showHistoryBeside,
  showRecordBeside,
} from '../data/settings/recordBeside.ts'
import { store } from '../data/store.ts'
import { fileCommands } from '../fields/files/fileCommands.ts'
import { historyRoom } from './document/useHistoryBeside.ts'
import { foldCommands } from './form/foldCommands.ts'
import { registerViewCommands } from './views/viewCommands.ts'

const command = (id: string, group: string, extra: Partial<Command> = {}): Command => ({
  id,
  title: `command.${id}`,
  group: `group.${group}`,
  permission: 'session',
  risk: 'read',
  run: byHandler,
  ...extra,
})

async function toggleEnter({ on }: Arguments): Promise<Result> {
  const before = store.get(enterToRequiredAtom)
  const isOn = typeof on === 'boolean' ? on : !before
  await goByEnter(isOn)
  const message = isOn ? 'form.enterRequired' : 'form.enterAny'
  return { status: 'ok', data: { on: isOn }, message, undo: { id: 'form.enterToRequired', args: { on: before } } }
}

const sayHistory = (isOn: boolean): string => {
  const hasRoom = typeof matchMedia === 'undefined' || matchMedia(historyRoom).matches
  return isOn ? (hasRoom ? 'besideOn' : 'besideNarrow') : 'besideOff'
}

/** Toggles a pane of wide windows. */
const toggleOf =
  (id: string, of: Atom<boolean>, show: (on: boolean) => Promise<void>, said: (isOn: boolean) => string) =>
  async ({ on }: Arguments): Promise<Result> => {
    const before = store.get(of)
    const isOn = typeof on === 'boolean' ? on : !before
    await show(isOn)
    return { status: 'ok', data: { on: isOn }, message: said(isOn), undo: { id, args: { on: before } } }
  }

/** In text Ctrl+Down goes to the end on a Mac. */
const requiredKey = {
  seq: 'mod+down',
  inText: true,
  os: 'other',
  when: { focus: ['text', 'page'], record: ['new', 'stored'] },
} as const

const tableCommands: readonly Command[] = [
  command('record.open', 'record', {
    keys: [{ seq: 'alt+o', inText: true }],
    surfaces: ['shortcut', 'button', 'menu', 'script'],
    accepts: ['ids'],
  }),
  command('form.nextRequired', 'record', { keys: [requiredKey], surfaces: ['shortcut', 'button', 'script'] }),
  command('form.enterToRequired', 'app', { keywords: ['回车', 'Enter', '必填'], accepts: ['on'], run: toggleEnter }),
  command('record.takeLatest', 'record', { surfaces: ['button', 'script'] }),
  command('record.keepMine', 'record', { surfaces: ['button', 'script'] }),
  command('list.filter', 'list', { keys: [{ seq: 'alt+shift+f' }], accepts: ['field'] }),
  command('list.quickFilters', 'list', { keys: [{ seq: 'alt+shift+j' }] }),
  command('list.quickFilter', 'list', {
    keys: [{ seq: 'alt+up', when: { focus: 'grid' } }],
    accepts: ['field'],
    surfaces: ['shortcut', 'script'],
  }),
  command('list.removeFilter', 'list', { accepts: ['field'], surfaces: ['button', 'script'] }),
  command('list.recordBeside', 'list', {
    accepts: ['on'],
    keywords: ['右侧', '详情', '右側', '預覽', 'preview'],
    run: toggleOf(
      'list.recordBeside',
      recordBesideAtom,
      showRecordBeside,
      isOn => `list.${isOn ? 'besideOn' : 'besideOff'}`,
    ),
  }),
  command('record.historyBeside', 'record', {
    accepts: ['on'],
    keys: [{ seq: 'alt+shift+b', inText: true }],
    keywords: ['历史', '变更', '歷史', '異動', 'history'],
    run: toggleOf('record.historyBeside', historyBesideAtom, showHistoryBeside, isOn => `history.${sayHistory(isOn)}`),
  }),
  command('list.all', 'list', { surfaces: ['button', 'script'] }),
  command('list.unsavedOnly', 'list'),
  command('list.faultyOnly', 'list'),
  command('list.conflictsOnly', 'list'),
  command('list.retryFailed', 'list'),
  command('list.stopSaving', 'list'),
  command('setting.useDefault', 'record', { accepts: ['ids'], permission: { menu: 'setting', button: 'edit' } }),
]

/** Hands over every command that comes with the frame; returns the disposer. */
export function registerTableCommands(): () => void {
  const removals = [
    registerCommands('files', fileCommands),
    registerViewCommands(),
    registerCommands('tables', tableCommands),
    registerCommands('fields', foldCommands),
    registerCommands('places', placeCommands),
    registerCommands('help', helpCommands),
    registerCommands('status', statusCommands),
    registerCommands('paper', paperCommands),
    registerCommands('scan', scanCommands),
    registerCommands('labels', labelCommands),
    registerCommands('warehouse', warehouseCommands),
    registerTraceCommands(),
    registerMacros(),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}
