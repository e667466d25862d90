/** Saved view commands, performed by the list in front. */
import { atom } from 'jotai'
import { entities, entityNamed } from '#contract/index.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { defineEnumeration, enumeration, type Fields, text } from '#contract/schema/field.ts'
import { shippedViews } from '#contract/views.ts'
import { byHandler, type Command, done } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { registerCommands } from '../../commands/core/registry.ts'
import { many } from '../../commands/core/titles.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { text as textNow } from '../../data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { store } from '../../data/store.ts'
import { forgetAddress, openShipped, openViewAtom, savedViewsAtom } from './openViews.ts'
import { addressOfShipped, viewNamed } from './savedViews.ts'

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

const aView = { values: { entity: 'view.one' } }
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
  return name && !name.isShared && name.shipped === undefined
    ? viewNamed(store.get(savedViewsAtom(page)), name.view.name)
    : undefined
}
const noOwn = () => (ownOpen() ? undefined : 'view.reason.noneOpen')

const standing: readonly Command[] = [
  command('save', { disabledReason: noOwn, single: 'queue' }),
  command('saveAs', { ...aView, arguments: named, single: 'queue' }),
  command('rename', { ...aView, arguments: named, disabledReason: noOwn, single: 'queue' }),
  command('delete', { disabledReason: noOwn, confirm: true, risk: 'destructive' }),
  command('makeDefault', { disabledReason: noOwn, single: 'queue' }),
  command('leave', {
    disabledReason: () => (store.get(openViewAtom(store.get(pageAtom))) ? undefined : 'view.reason.noneOpen'),
  }),
  command('share'),
]

const PREFIX = '@'

/** Choices of shipped views; people's own have no prefix. */
export const choiceOfShipped = (name: string): string => PREFIX + name

export const shippedIn = (choice: unknown): string | null =>
  typeof choice === 'string' && choice.startsWith(PREFIX) ? choice.slice(PREFIX.length) : null

/** Titles of shipped views follow the language. */
function choicesOf(page: string, names: readonly string[]): Readonly<Record<string, string>> {
  const entity = entityNamed(page)
  const shipped = entity ? shippedViews(entity) : []
  const titles = shipped.map(({ name, title }) => [
    choiceOfShipped(name),
    { enumerable: true, get: () => textNow(title) },
  ])
  const own = names.map(name => [name, { enumerable: true, value: name }])
  return Object.defineProperties({}, Object.fromEntries([...titles, ...own])) as Readonly<Record<string, string>>
}

/** Commands that lead to the shipped views of every page. */
function shippedCommands(): readonly Command[] {
  return Object.values<Entity>(entities)
    .filter(hasPage)
    .flatMap(entity =>
      shippedViews(entity).map(view => ({
        ...command(`${entity.name}.${view.name}`, {
          title: 'command.view.of',
          values: { page: `${many}${entity.name}`, view: view.title },
          permission: { menu: entity.name },
          surfaces: ['palette', 'script'],
          run: async () => {
            const path = `/${entity.name}`
            const isHere = pathOfAddress(store.get(locationAtom)) === path
            openShipped(entity, view)
            if (isHere) forgetAddress(entity)
            else navigate(addressOfShipped(entity.name, view.name))
            return done({ path })
          },
        }),
      })),
    )
}

const argumentsAtom = atom((get): Fields | undefined => {
  const names = get(namesAtom)
  const options = choicesOf(get(pageAtom), names === '' ? [] : names.split('\n'))
  if (Object.keys(options).length === 0) return undefined
  return { view: enumeration('视图', defineEnumeration('savedview', options), { required: true }) }
})

/** Choices are read when asked for: registering anew rebuilds the palette's index. */
const opening = Object.defineProperty(
  command('open', { ...aView, keys: [{ seq: 'alt+v' }], accepts: ['view'] }),
  'arguments',
  {
    enumerable: true,
    get: () => store.get(argumentsAtom),
  },
)

/** Registers the commands; returns the disposer. */
export function registerViewCommands(): () => void {
  return registerCommands('views', [opening, ...standing, ...shippedCommands()])
}
