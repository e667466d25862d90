/** List and record commands beyond the built-in vocabulary. */
import { byHandler, type Command } from '../commands/core/command.ts'
import { registerCommands } from '../commands/core/registry.ts'
import { registerMacros } from '../commands/macro/macroCommands.ts'
import { scanCommands } from '../commands/scan/scanCommands.ts'
import { fileCommands } from '../fields/files/fileCommands.ts'
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

const tableCommands: readonly Command[] = [
  command('record.open', 'record', {
    keys: [{ seq: 'alt+o', inText: true }],
    surfaces: ['shortcut', 'button', 'script'],
  }),
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
  command('list.all', 'list', { surfaces: ['button', 'script'] }),
  command('list.unsavedOnly', 'list'),
  command('list.faultyOnly', 'list'),
  command('list.conflictsOnly', 'list'),
  command('list.retryFailed', 'list'),
  command('list.stopSaving', 'list'),
]

/** Hands over every command that comes with the frame; returns the disposer. */
export function registerTableCommands(): () => void {
  const removals = [
    registerCommands('files', fileCommands),
    registerViewCommands(),
    registerCommands('tables', tableCommands),
    registerCommands('scan', scanCommands),
    registerMacros(),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}
