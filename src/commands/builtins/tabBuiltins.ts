/** Tab commands: switch, move, close, reopen. */
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { menuAtom, pageOf } from '../../data/session/permittedMenu.ts'
import { closeAll, closeOthers, closeTab, moveTab, openTab, tabsAtom } from '../../data/session/tabs.ts'
import { store, storeLocal } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import { type Command, type CommandContext, done, type KeyBinding, type Result } from '../core/command.ts'
import { askToClose, discardOn } from '../core/leaving.ts'
import { recentTabsCommands } from '../keys/recentTabs.ts'
import { saveOn } from './saveOnLeaving.ts'

const closed = storeLocal((): string[] => [])

const urls = () => store.get(tabsAtom).map(({ url }) => url)

interface TabArguments {
  readonly url?: unknown
}

interface CloseArguments extends TabArguments {
  /** Saves first; a failure keeps the tab open. */
  readonly save?: unknown
}

function targetUrl({ url }: TabArguments = {}): string | undefined {
  const path = pathOfAddress(typeof url === 'string' ? url : store.get(locationAtom))
  return urls().find(other => pathOfAddress(other) === path)
}

/** New object per call: notifications are deduplicated by result identity. */
const noTab = (): Result => ({ status: 'denied', reason: 'when', message: 'reason.noTab' })

function show(url: string | undefined): Result {
  if (url === undefined) return noTab()
  navigate(url)
  return { status: 'ok' }
}

function beside(step: number): Result {
  const all = urls()
  const at = all.indexOf(targetUrl() ?? '')
  return show(all[(at + step + all.length) % all.length])
}

const closing = {
  one: (args: TabArguments) => urls().filter(url => url === targetUrl(args)),
  others: (args: TabArguments) => urls().filter(url => url !== targetUrl(args)),
  all: () => urls(),
} as const

type Closing = keyof typeof closing

/** Users were asked about unsaved changes; scripts were not. */
function leave(left: readonly string[], { surface }: CommandContext): void {
  closed().push(...left)
  if (surface !== 'script') discardOn(left)
}

const shut: Readonly<Record<Closing, (left: readonly string[], url: string) => unknown>> = {
  one: left => left.forEach(closeTab),
  others: (_left, url) => closeOthers(url),
  all: () => closeAll(),
}

async function close(which: Closing, args: CloseArguments, context: CommandContext): Promise<Result> {
  const here = store.get(locationAtom)
  const url = targetUrl(args)
  if (url === undefined && which !== 'all') return noTab()
  const saved = args.save === true ? await saveOn(closing[which](args), context) : done(closing[which](args))
  if (saved.status !== 'ok') return saved
  const left = saved.data as readonly string[]
  leave(left, context)
  shut[which](left, url ?? here)
  // Saving may have brought the closed tab to the front.
  if (which === 'one' && store.get(locationAtom) !== here && urls().includes(here)) navigate(here)
  return done(left)
}

function reopen(): Result {
  const last = closed().pop()
  if (last === undefined) return noTab()
  // Tabs closed by a previous user may not be permitted now.
  if (!pageOf(store.get(menuAtom), last)) return reopen()
  openTab(last)
  return { status: 'ok' }
}

function move(url: string | undefined, to: string | undefined): Result {
  if (url === undefined || to === undefined) return noTab()
  moveTab(url, to)
  return { status: 'ok' }
}

function stepped(args: TabArguments, step: 1 | -1): Result {
  const [all, url] = [urls(), targetUrl(args)]
  const place = all.indexOf(url ?? '') + step
  return place < 0 ? noTab() : move(url, all[place])
}

/** Browser tab keys: available in app windows only. */
const ofWindow = (...seqs: readonly string[]): readonly KeyBinding[] =>
  seqs.map(seq => ({ seq, inText: true, when: { installed: true } }))

const quiet = ['shortcut', 'button', 'menu', 'script'] as const
const one = { accepts: ['url'] } as const

const closeCommand = (id: string, which: Closing, keys: readonly KeyBinding[] = []) =>
  builtin(id, 'tabs', keys, {
    accepts: which === 'all' ? ['save'] : ['url', 'save'],
    asks: ({ save, ...args }: CloseArguments) => (save === true ? undefined : askToClose(closing[which](args))),
    run: (args, context) => close(which, args, context),
  })

export const tabBuiltins: readonly Command[] = [
  builtin('tab.next', 'tabs', [{ seq: 'alt+]', inText: true }, ...ofWindow('ctrl+pagedown')], {
    run: async () => beside(1),
  }),
  builtin('tab.previous', 'tabs', [{ seq: 'alt+[', inText: true }, ...ofWindow('ctrl+pageup')], {
    run: async () => beside(-1),
  }),
  ...recentTabsCommands,
  builtin('tab.show', 'tabs', [], {
    ...one,
    surfaces: ['button', 'script'],
    run: async args => show(targetUrl(args)),
  }),
  closeCommand('tab.close', 'one', [{ seq: 'alt+w', inText: true }, ...ofWindow('mod+w')]),
  builtin('tab.move', 'tabs', [], {
    accepts: ['url', 'to'],
    surfaces: ['button', 'script'],
    run: async args => move(targetUrl(args), targetUrl({ url: args.to })),
  }),
  builtin('tab.moveLeft', 'tabs', [], { ...one, run: async args => stepped(args, -1) }),
  builtin('tab.moveRight', 'tabs', [], { ...one, run: async args => stepped(args, 1) }),
  builtin('tab.reopen', 'tabs', [{ seq: 'alt+shift+w', inText: true }, ...ofWindow('mod+shift+t')], {
    run: async () => reopen(),
  }),
  closeCommand('tab.closeOthers', 'others'),
  closeCommand('tab.closeAll', 'all'),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(number =>
    builtin(`tab.${number}`, 'tabs', [{ seq: `alt+${number}`, inText: true }], {
      surfaces: quiet,
      run: async () => show(number === 9 ? urls().at(-1) : urls()[number - 1]),
    }),
  ),
]
