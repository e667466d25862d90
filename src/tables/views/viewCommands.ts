/** Saved view commands, performed by the list in front. */
import { atom } from 'jotai'
import { defineEnumeration, enumeration, type Fields, text } from '#contract/schema/field.ts'
import { byHandler, type Command } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { registerCommands } from '../../commands/core/registry.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { store } from '../../data/store.ts'
import { openViewAtom, savedViewsAtom } from './openViews.ts'
import { viewNamed } from './savedViews.ts'

const command = (id: string, extra: Partial<Command> = {}): Command => ({
  id: `view.${id}`,
  title: `command.view.${id}`,
  group: 'group.list',
  permission: 'session',
  risk: 'read',
  keywords: ['视图', '視圖', '检视', '檢視', 'view'],
  run: byHandler,
  ...extra,
})

const named: Fields = { name: text('视图名称', { required: true, max: 60 }) }

const pageAtom = atom(get => get(contextAtom).page)
const namesAtom = atom(get =>
  get(sessionAtom)
    ? get(savedViewsAtom(get(pageAtom)))
        .views.map(({ name }) => name)
        .join('\n')
    : '',
)

const ownOpen = () => {
  const page = store.get(pageAtom)
  const name = store.get(openViewAtom(page))
  return name && !name.isShared ? viewNamed(store.get(savedViewsAtom(page)), name.view.name) : undefined
}
const noOwn = () => (ownOpen() ? undefined : 'view.reason.noneOpen')

const standing: readonly Command[] = [
  command('save', { disabledReason: noOwn, single: 'queue' }),
  command('saveAs', { arguments: named, single: 'queue' }),
  command('rename', { arguments: named, disabledReason: noOwn, single: 'queue' }),
  command('delete', { disabledReason: noOwn, confirm: true, risk: 'destructive' }),
  command('makeDefault', { disabledReason: noOwn, single: 'queue' }),
  command('leave', {
    disabledReason: () => (store.get(openViewAtom(store.get(pageAtom))) ? undefined : 'view.reason.noneOpen'),
  }),
  command('share'),
]

function opening(names: readonly string[]): Command {
  const views = defineEnumeration('savedview', Object.fromEntries(names.map(name => [name, name])))
  return command('open', {
    keys: [{ seq: 'alt+v' }],
    // Without a view the list opens the menu in which one is saved.
    ...(names.length > 0
      ? { arguments: { view: enumeration('视图', views, { required: true }) } }
      : { accepts: ['view'] }),
  })
}

function register(): () => void {
  const names = store.get(namesAtom)
  return registerCommands('views', [opening(names === '' ? [] : names.split('\n')), ...standing])
}

/** Registers the commands, with the names of the list in front; returns the disposer. */
export function registerViewCommands(): () => void {
  let remove = register()
  const end = store.sub(namesAtom, () => {
    remove = register()
  })
  return () => {
    end()
    remove()
  }
}
