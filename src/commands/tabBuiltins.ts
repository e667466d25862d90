/** Going round the tabs, closing and reopening them. */
import { store } from '../data/store.ts'
import { closeAll, closeOthers, closeTab, locationAtom, navigate, openTab, pathOf, tabsAtom } from '../data/tabs.ts'
import { builtin } from './builtin.ts'
import { type Command, done, type Result } from './command.ts'

const closed: string[] = []

const urls = () => store.get(tabsAtom).map(({ url }) => url)
/** The tab in front. */
function front(): string | undefined {
  const path = pathOf(store.get(locationAtom))
  return urls().find(url => pathOf(url) === path)
}

function show(url: string | undefined): Result {
  if (url === undefined) return { status: 'denied', reason: 'when', message: 'reason.noTab' }
  navigate(url)
  return { status: 'ok' }
}

function beside(step: number): Result {
  const all = urls()
  const at = all.indexOf(front() ?? '')
  return show(all[(at + step + all.length) % all.length])
}

function close(): Result {
  const url = front()
  if (url === undefined) return show(undefined)
  closed.push(url)
  closeTab(url)
  return { status: 'ok' }
}

function reopen(): Result {
  const last = closed.pop()
  if (last === undefined) return show(last)
  openTab(last)
  return { status: 'ok' }
}

const quiet = ['shortcut', 'button', 'menu', 'script'] as const

export const tabBuiltins: readonly Command[] = [
  builtin('tab.next', 'tabs', [{ seq: 'alt+]', inText: true }], { run: async () => beside(1) }),
  builtin('tab.previous', 'tabs', [{ seq: 'alt+[', inText: true }], { run: async () => beside(-1) }),
  builtin('tab.close', 'tabs', [{ seq: 'alt+w', inText: true }], { run: async () => close() }),
  builtin('tab.reopen', 'tabs', [{ seq: 'alt+shift+w', inText: true }], { run: async () => reopen() }),
  builtin('tab.closeOthers', 'tabs', [], { run: async () => done(closeOthers(front() ?? '')) }),
  builtin('tab.closeAll', 'tabs', [], { run: async () => done(closeAll()) }),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(number =>
    builtin(`tab.${number}`, 'tabs', [{ seq: `alt+${number}`, inText: true }], {
      surfaces: quiet,
      run: async () => show(number === 9 ? urls().at(-1) : urls()[number - 1]),
    }),
  ),
]
