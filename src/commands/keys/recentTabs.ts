/** The tabs by their last use: a key held opens their list, pressed again it goes on, released it chooses. */
import { atom } from 'jotai'
import { navigate, recentTabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command, CommandContext, Result, Surface } from '../core/command.ts'

export interface RecentTabs {
  /** Addresses, the tab in front first. */
  readonly urls: readonly string[]
  /** Place of the one that is marked. */
  readonly at: number
  /** Chosen when the key is let go, rather than by Enter. */
  readonly isHeld: boolean
}

/** The list while it is open. */
export const recentTabsListAtom = atom<RecentTabs | null>(null)

/** Puts the list away without going anywhere. */
export function closeRecentTabs(): void {
  if (store.get(recentTabsListAtom)) store.set(recentTabsListAtom, null)
}

/** Marks another one. */
export function markRecentTab(at: number): void {
  store.set(recentTabsListAtom, list => list && { ...list, at: (at + list.urls.length) % list.urls.length })
}

/** Goes to a tab of the list, the marked one unless said. */
export function chooseRecentTab(url?: string): void {
  const list = store.get(recentTabsListAtom)
  const chosen = url ?? list?.urls[list.at]
  closeRecentTabs()
  if (chosen !== undefined) navigate(chosen)
}

function walk(step: 1 | -1, surface: Surface): Result {
  const open = store.get(recentTabsListAtom)
  if (open) {
    markRecentTab(open.at + step)
    return { status: 'ok' }
  }
  const urls = store.get(recentTabsAtom).map(({ url }) => url)
  const at = step > 0 ? 1 : urls.length - 1
  if (urls.length < 2) return { status: 'denied', reason: 'when', message: 'reason.noOtherTab' }
  // A script has nobody who lets a key go: it goes to the one used before.
  if (surface === 'script') navigate(urls[at] ?? '/')
  else store.set(recentTabsListAtom, { urls, at, isHeld: surface === 'shortcut' })
  return { status: 'ok' }
}

const hasModifier = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey

/** A key without the modifier: it was let go where nobody told us, and the list stays until something is chosen. */
export function recentTabsKeyDown(event: KeyboardEvent): void {
  const list = store.get(recentTabsListAtom)
  if (list?.isHeld && !hasModifier(event)) store.set(recentTabsListAtom, { ...list, isHeld: false })
}

/** The last modifier was let go: the marked tab is the one. */
export function recentTabsKeyUp(event: KeyboardEvent): void {
  if (store.get(recentTabsListAtom)?.isHeld && !hasModifier(event)) chooseRecentTab()
}

/** The window was left with the key held, e.g. by Alt+Tab: that chose nothing. */
export function recentTabsLeft(): void {
  if (store.get(recentTabsListAtom)?.isHeld) closeRecentTabs()
}

const open = { overlay: ['none', 'menu'] } as const
const walking =
  (step: 1 | -1) =>
  async (_args: Readonly<Record<string, unknown>>, { surface }: CommandContext): Promise<Result> =>
    walk(step, surface)

export const recentTabsCommands: readonly Command[] = [
  builtin(
    'tab.recent',
    'tabs',
    [
      { seq: 'alt+`', inText: true, repeat: true, os: 'other', when: open },
      { seq: 'ctrl+`', inText: true, repeat: true, os: 'mac', when: open },
      { seq: 'ctrl+tab', inText: true, repeat: true, when: { ...open, installed: true } },
    ],
    { run: walking(1), keywords: ['切换标签', '切換分頁', 'mru', 'switch tab'] },
  ),
  builtin(
    'tab.recentBack',
    'tabs',
    [
      { seq: 'alt+shift+`', inText: true, repeat: true, os: 'other', when: open },
      { seq: 'ctrl+shift+`', inText: true, repeat: true, os: 'mac', when: open },
      { seq: 'ctrl+shift+tab', inText: true, repeat: true, when: { ...open, installed: true } },
    ],
    { run: walking(-1), surfaces: ['shortcut', 'script'] },
  ),
]
