/** Built-in commands with default keys. */
import { switchLocale, text } from '../../data/language.ts'
import { dismissAll, notificationsAtom, notify } from '../../data/notifications.ts'
import { markRead, noticesAtom } from '../../data/realtime/notices.ts'
import { signOut } from '../../data/session/session.ts'
import { readAloud, readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import { type Command, done, type KeyBinding } from '../core/command.ts'
import { askToSignOut } from '../core/leaving.ts'
import { commandTitle } from '../core/titles.ts'
import { execute } from '../gate/execute.ts'
import { lastResultsAtom, type UndoOffer, undoAtom } from '../gate/resultLog.ts'
import { showAccess } from '../keys/keyTips.ts'

const keywords = [
  '读屏',
  '讀屏',
  '朗读',
  '报读',
  '報讀',
  '无障碍',
  '無障礙',
  'screen reader',
  'accessibility',
  'nvda',
  'jaws',
] as const

const readingAloudCommand: Command = builtin('readingAloud.toggle', 'app', [{ seq: 'alt+shift+a', inText: true }], {
  keywords,
  accepts: ['on'],
  run: async ({ on }) => {
    const before = store.get(readingAloudAtom)
    const isOn = typeof on === 'boolean' ? on : !before
    await readAloud(isOn)
    return {
      status: 'ok',
      data: { on: isOn },
      message: isOn ? 'readingAloud.on' : 'readingAloud.off',
      undo: { id: 'readingAloud.toggle', args: { on: before } },
    }
  },
})

const languageNames = {
  'zh-CN': ['简体', '简体中文', '簡體', 'simplified', 'zh', 'cn'],
  'zh-TW': ['繁体', '繁体中文', '繁體', 'traditional', 'tw'],
  'en-US': ['英文', '英语', '英語', 'english', 'en'],
} as const

/** Pending undo; none when the given number is outdated. */
function undoable({ number }: { readonly number?: unknown } = {}) {
  const undo = store.get(undoAtom)
  return number === undefined || number === undo?.number ? undo : null
}

/** The same words as before would leave it open which one holds. */
function sayUndone({ of }: UndoOffer): void {
  if (of) notify({ kind: 'success', text: () => text('result.undone', { title: commandTitle(of) }) })
}

const toggling = { overlay: ['none', 'palette', 'sheet'] } as const

/** Allowed inside popovers; dialogs keep the keyboard themselves. */
const aside = { overlay: ['none', 'dialog'] } as const

/** Macs reserve function keys by default: with Option they reach the page. */
const regionKeys = (seq: string): readonly KeyBinding[] => [
  { seq, inText: true, when: aside },
  { seq: `alt+${seq}`, inText: true, os: 'mac', when: aside },
]

export const appBuiltins: readonly Command[] = [
  builtin(
    'palette.open',
    'app',
    [
      { seq: 'mod+k', inText: true, when: toggling },
      { seq: 'mod+shift+p', inText: true, when: toggling },
    ],
    { surfaces: ['shortcut', 'button', 'script'], accepts: ['query', 'mode'] },
  ),
  builtin('keys.sheet', 'app', [
    { seq: '?', when: { overlay: ['none', 'sheet'] } },
    { seq: 'mod+/', inText: true, when: { overlay: ['none', 'sheet'] } },
  ]),
  builtin('dialog.accept', 'app', [{ seq: 'mod+enter', inText: true, when: { overlay: 'dialog' } }], {
    surfaces: ['shortcut', 'button', 'script'],
    permission: 'public',
  }),
  builtin('view.back', 'app', [{ seq: 'escape', when: { focus: ['page', 'text', 'sidebar', 'tabs'] } }], {
    surfaces: ['shortcut', 'button', 'script'],
  }),
  builtin('region.next', 'app', regionKeys('f6'), { surfaces: ['shortcut', 'script'] }),
  builtin('region.previous', 'app', regionKeys('shift+f6'), { surfaces: ['shortcut', 'script'] }),
  builtin(
    'access.show',
    'app',
    [
      // Held key, handled by the keyboard listener; listed for the key sheet.
      { seq: 'alt', native: true, os: 'other' },
      { seq: 'ctrl', native: true, os: 'mac' },
    ],
    { run: async () => done(showAccess()), keywords: ['access key', '助记键', '助記鍵', '快捷字母'] },
  ),
  builtin('sidebar.toggle', 'app', [{ seq: 'mod+b', inText: true, when: { focus: { not: 'richtext' } } }]),
  builtin('theme.toggle', 'app', [{ seq: 'alt+shift+t' }], { permission: 'public' }),
  readingAloudCommand,
  builtin('fullscreen.toggle', 'app', [
    { seq: 'alt+shift+enter', inText: true },
    { seq: 'ctrl+mod+f', inText: true, os: 'mac' },
  ]),
  builtin('errors.open', 'app', [{ seq: 'alt+shift+l', inText: true }]),
  builtin(
    'notifications.clear',
    'app',
    [{ seq: 'alt+shift+backspace', inText: true, when: { overlay: ['none', 'palette', 'dialog', 'sheet', 'menu'] } }],
    {
      permission: 'public',
      disabledReason: () => (store.get(notificationsAtom).length > 0 ? undefined : 'reason.noNotifications'),
      run: async () => done(dismissAll()),
    },
  ),
  builtin('notices.open', 'app', []),
  builtin('notices.read', 'app', [], {
    accepts: ['ids'],
    run: async ({ ids }) => {
      const unread = store.get(noticesAtom).filter(({ isRead }) => !isRead)
      const targets = Array.isArray(ids) ? unread.filter(({ id }) => ids.includes(id)) : unread
      if (targets.length > 0) await markRead(targets.map(({ id }) => id))
      return { status: 'ok' }
    },
  }),
  builtin('command.repeat', 'app', [{ seq: 'alt+.' }], {
    surfaces: ['shortcut', 'button', 'script'],
    run: async (_args, { surface, signal, confirm }) => {
      const isWork = (id: string) =>
        id !== 'command.repeat' && !/^(palette|keys|grid|region|tab|view|access)\./.test(id)
      const last = store.get(lastResultsAtom).find(({ id, result }) => result.status !== 'denied' && isWork(id))
      if (!last) return { status: 'denied', reason: 'when', message: 'reason.nothingToRepeat' }
      return execute(last.id, {}, { surface, signal, confirm })
    },
  }),
  builtin('command.undo', 'app', [{ seq: 'alt+shift+z', inText: true }], {
    keywords: ['撤回', '撤消', 'revert', 'take back'],
    accepts: ['number'],
    disabledReason: (_context, args) => (undoable(args) ? undefined : 'reason.nothingToUndo'),
    run: async (args, { surface, signal, confirm }) => {
      const undo = undoable(args)
      if (!undo) return { status: 'denied', reason: 'when', message: 'reason.nothingToUndo' }
      store.set(undoAtom, null)
      // Undo needs no confirmation from users; scripts state their own.
      const by = surface === 'script' ? confirm : 'accept'
      const result = await execute(undo.id, undo.args, { surface, signal, confirm: by })
      // Failed undos remain available unless superseded.
      const isUndone = result.status === 'ok' || result.status === 'partial'
      if (!isUndone && store.get(undoAtom) === null) store.set(undoAtom, undo)
      if (surface !== 'script' && result.status === 'ok' && !result.message) sayUndone(undo)
      return result
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
    asks: askToSignOut,
    keywords: ['注销', '登出', 'log out', 'logout'],
    run: async () => done(await signOut()),
  }),
]
