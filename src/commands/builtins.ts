/** The vocabulary of the console itself, with its default keys: what a page or the shell performs, and what needs neither. */
import { switchLocale } from '../data/messages.ts'
import { signOut } from '../data/session.ts'
import { store } from '../data/store.ts'
import { closeAll, closeOthers, closeTab, locationAtom, navigate, openTab, pathOf, tabsAtom } from '../data/tabs.ts'
import { byHandler, type Command, type CommandContext, done, type KeyBinding, type Result } from './command.ts'
import { contextAtom } from './context.ts'
import { execute } from './execute.ts'
import { gridBuiltins } from './gridBuiltins.ts'
import { commands, handlerOf } from './registry.ts'
import { lastResultsAtom } from './results.ts'

type Extra = Partial<Pick<Command, 'run' | 'keywords' | 'when' | 'surfaces' | 'permission' | 'confirm' | 'icon'>>

const builtin = (id: string, group: string, keys: readonly KeyBinding[], extra: Extra = {}): Command => ({
  id,
  title: `command.${id}`,
  group: `group.${group}`,
  keys,
  permission: 'session',
  risk: 'read',
  run: byHandler,
  ...extra,
})

/** The command of the page that is open for one of the general verbs. */
function ofPage(verb: string): string | undefined {
  const { page } = store.get(contextAtom)
  const via = `record.${verb}`
  return commands().find(command => command.entity === page && command.via === via)?.id
}

/** Hands on to the page's own command, through the same door. What is being entered in a cell is taken first. */
const handOn =
  (...verbs: readonly string[]) =>
  async (args: Readonly<Record<string, unknown>>, context: CommandContext): Promise<Result> => {
    const id = verbs.map(ofPage).find(found => found !== undefined)
    if (!id) return { status: 'denied', reason: 'when', message: 'reason.notHere' }
    await handlerOf('grid.commit')?.run({}, context)
    return execute(id, args, { surface: context.surface, signal: context.signal })
  }

const passes = { accepts: ['ids', 'row', 'rows', 'values', 'submit'] } as const
const onRows = { focus: ['page', 'grid'] } as const

/** What people call the languages, in whichever script they type. */
const languageNames = {
  'zh-CN': ['简体', '简体中文', '簡體', 'simplified'],
  'zh-TW': ['繁体', '繁体中文', '繁體', 'traditional'],
  'en-US': ['英文', '英语', '英語', 'english'],
} as const

const recordBuiltins: readonly Command[] = [
  builtin('record.save', 'record', [{ seq: 'mod+s', inText: true }], { run: handOn('save') }),
  builtin('record.saveNew', 'record', [{ seq: 'alt+shift+s', inText: true }], {
    run: async (args, context) => {
      const saved = await handOn('save')(args, context)
      return saved.status === 'ok' ? handOn('new')({}, context) : saved
    },
  }),
  builtin(
    'record.new',
    'record',
    [
      { seq: 'alt+n', inText: true, os: 'other' },
      // Option+N begins an accent on a Mac.
      { seq: 'alt+c', inText: true, os: 'mac' },
      { seq: 'n' },
    ],
    { run: handOn('new') },
  ),
  builtin(
    'record.submit',
    'record',
    [
      {
        seq: 'mod+enter',
        // While a cell is entered it goes on with the document too, unless several cells wait to be filled.
        when: [{ focus: ['page', 'grid', 'text', 'sidebar', 'tabs'] }, { focus: 'gridEditor', gridRange: false }],
      },
    ],
    {
      // Where nothing is posted, going on means saving.
      run: handOn('submit', 'save'),
    },
  ),
  builtin(
    'record.delete',
    'record',
    [
      { seq: 'mod+delete', when: onRows },
      { seq: 'mod+backspace', when: onRows },
    ],
    { run: handOn('delete') },
  ),
  builtin('record.copy', 'record', [{ seq: 'mod+shift+d', when: onRows }], { run: handOn('copy') }),
  builtin(
    'record.export',
    'record',
    [
      { seq: 'alt+shift+e', os: 'other' },
      { seq: 'alt+shift+x', os: 'mac' },
    ],
    { run: handOn('export') },
  ),
  builtin('record.next', 'record', [{ seq: 'alt+down', when: { focus: ['page', 'text'], record: ['new', 'stored'] } }]),
  builtin('record.previous', 'record', [
    { seq: 'alt+up', when: { focus: ['page', 'text'], record: ['new', 'stored'] } },
  ]),
].map(command => ({ ...command, ...passes, surfaces: ['shortcut', 'button', 'script'] as const }))

const listBuiltins: readonly Command[] = [
  builtin('list.refresh', 'list', [{ seq: 'alt+r' }]),
  builtin('list.search', 'list', [{ seq: '/' }, { seq: 'mod+f' }]),
  builtin('list.clearFilters', 'list', [{ seq: 'alt+shift+r' }]),
]

const toggling = { overlay: ['none', 'palette', 'sheet'] } as const

const appBuiltins: readonly Command[] = [
  builtin(
    'palette.open',
    'app',
    [
      { seq: 'mod+k', inText: true, when: toggling },
      { seq: 'f1', inText: true, when: toggling },
      { seq: 'mod+shift+p', inText: true, when: toggling },
    ],
    { surfaces: ['shortcut', 'button', 'script'] },
  ),
  builtin('keys.sheet', 'app', [
    { seq: '?', when: { overlay: ['none', 'sheet'] } },
    { seq: 'mod+/', inText: true, when: { overlay: ['none', 'sheet'] } },
  ]),
  builtin('dialog.accept', 'app', [{ seq: 'mod+enter', inText: true, when: { overlay: 'dialog' } }], {
    surfaces: ['shortcut', 'button', 'script'],
    permission: 'public',
  }),
  builtin('region.next', 'app', [{ seq: 'f6', inText: true }], { surfaces: ['shortcut', 'script'] }),
  builtin('region.previous', 'app', [{ seq: 'shift+f6', inText: true }], { surfaces: ['shortcut', 'script'] }),
  builtin('sidebar.toggle', 'app', [{ seq: 'mod+b', inText: true, when: { focus: { not: 'richtext' } } }]),
  builtin('theme.toggle', 'app', [{ seq: 'alt+shift+t' }], { permission: 'public' }),
  builtin('fullscreen.toggle', 'app', [{ seq: 'alt+shift+enter', inText: true }]),
  builtin('errors.open', 'app', [{ seq: 'alt+shift+l', inText: true }]),
  builtin('command.repeat', 'app', [{ seq: 'alt+.' }], {
    surfaces: ['shortcut', 'button', 'script'],
    run: async (_args, { surface, signal }) => {
      const isWork = (id: string) => id !== 'command.repeat' && !/^(palette|keys|grid|region|tab)\./.test(id)
      const last = store.get(lastResultsAtom).find(({ id, result }) => result.status !== 'denied' && isWork(id))
      if (!last) return { status: 'denied', reason: 'when', message: 'reason.nothingToRepeat' }
      return execute(last.id, {}, { surface, signal })
    },
  }),
  ...(['zh-CN', 'zh-TW', 'en-US'] as const).map(locale =>
    builtin(`locale.${locale}`, 'app', [], {
      permission: 'public',
      keywords: ['语言', '語言', 'language', ...languageNames[locale]],
      run: async () => {
        await switchLocale(locale)
        return { status: 'ok', message: 'g_switchlanguage' }
      },
    }),
  ),
  builtin('session.signOut', 'app', [], {
    keywords: ['注销', '登出', 'log out', 'logout'],
    run: async () => done(await signOut()),
  }),
]

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

const tabBuiltins: readonly Command[] = [
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

/** Everything that is there whatever the menu says. */
export const builtins: readonly Command[] = [
  ...appBuiltins,
  ...tabBuiltins,
  ...recordBuiltins,
  ...listBuiltins,
  ...gridBuiltins,
]
