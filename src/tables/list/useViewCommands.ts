import type { Entity } from '#contract/schema/entity.ts'
import type { Result } from '../../commands/core/command.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { type Handlers, useHandlers } from '../../ui/useHandlers.ts'
import {
  changeViews,
  forgetAddress,
  isChanged,
  markOpen,
  type OpenView,
  openShipped,
  openView,
  openViewAtom,
  savedViewsAtom,
  shippedNamed,
  showWhole,
  viewNow,
} from '../views/openViews.ts'
import { addressOfShipped, addressOfView, renamedView, viewNamed, withoutView, withView } from '../views/savedViews.ts'
import { shippedIn } from '../views/viewCommands.ts'
import type { List } from './useList.ts'

const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })
const said = (message: string, name: string): Result => ({ status: 'ok', message, values: { name } })
interface NameArguments {
  readonly name?: unknown
}

function openMenu(): boolean {
  const menu = document.querySelector<HTMLElement>('[data-screen][data-front] [data-view-menu]')
  menu?.focus()
  menu?.click()
  return menu !== null
}

const nameIn = ({ name }: NameArguments) => (typeof name === 'string' ? name.trim() : '')

function addressNow(entity: Entity, open: OpenView | null, query: Query): string {
  if (open?.shipped !== undefined && !isChanged(open, query)) return addressOfShipped(entity.name, open.shipped)
  return addressOfView(entity, viewNow(query, open?.view.name ?? ''))
}

export function useViewCommands(entity: Entity, list: List): void {
  const { window } = list
  const { name: key } = entity
  const saved = () => store.get(savedViewsAtom(key))
  const opened = () => store.get(openViewAtom(key))

  const save = async (): Promise<Result> => {
    const view = viewNow(window.query, opened()?.view.name ?? '')
    await changeViews(key, before => withView(before, view))
    markOpen(entity, view)
    return said('view.saved', view.name)
  }

  const saveAs = async (args: NameArguments): Promise<Result> => {
    const name = nameIn(args)
    if (name === '') return { status: 'invalid', faults: { name: 'required' } }
    if (viewNamed(saved(), name)) return { status: 'invalid', faults: { name: 'taken' } }
    const view = viewNow(window.query, name)
    await changeViews(key, before => withView(before, view))
    markOpen(entity, view)
    return said('view.saved', name)
  }

  const rename = async (args: NameArguments): Promise<Result> => {
    const [name, open] = [nameIn(args), opened()]
    if (!open) return refused('view.reason.noneOpen')
    if (name === '') return { status: 'invalid', faults: { name: 'required' } }
    if (name !== open.view.name && viewNamed(saved(), name)) return { status: 'invalid', faults: { name: 'taken' } }
    await changeViews(key, before => renamedView(before, open.view.name, name))
    markOpen(entity, { ...open.view, name })
    return said('view.saved', name)
  }

  const remove = async (): Promise<Result> => {
    const name = opened()?.view.name ?? ''
    await changeViews(key, before => withoutView(before, name))
    forgetAddress(entity)
    showWhole(entity)
    return said('view.deleted', name)
  }

  const makeDefault = async (): Promise<Result> => {
    const name = opened()?.view.name ?? ''
    const isDefault = saved().default === name
    await changeViews(key, before => ({ ...before, default: isDefault ? null : name }))
    return said(isDefault ? 'view.notDefault' : 'view.isDefault', name)
  }

  const share = async (): Promise<Result> => {
    const address = new URL(addressNow(entity, opened(), window.query), location.origin).href
    try {
      await navigator.clipboard.writeText(address)
      return { status: 'ok', message: 'view.copied', data: { address } }
    } catch {
      // Scripts get the data; users get the address in a message.
      return { status: 'ok', message: 'view.notCopied', values: { address }, data: { address } }
    }
  }

  const handlers: Handlers = {
    'view.open': {
      run: ({ view: name }, { surface }) => {
        const view = viewNamed(saved(), String(name))
        const shipped = view ? undefined : shippedNamed(entity, shippedIn(name))
        if (!view && !shipped) return surface !== 'script' && openMenu() ? undefined : refused('view.reason.none')
        forgetAddress(entity)
        if (shipped) openShipped(entity, shipped)
        else if (view) openView(entity, view)
      },
    },
    'view.save': { run: save },
    'view.saveAs': { run: saveAs },
    'view.rename': { run: rename },
    'view.delete': { run: remove },
    'view.makeDefault': { run: makeDefault },
    'view.leave': {
      run: () => {
        forgetAddress(entity)
        showWhole(entity)
      },
    },
    'view.share': { run: share },
  }
  useHandlers(handlers)
}
