/** Tabs by recency: held key opens the list, release selects. */
import { atom } from 'jotai'
import { navigate } from '../../data/location.ts'
import { recentTabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command, Result, Surface } from '../core/command.ts'

export interface RecentTabs {
  readonly urls: readonly string[]
  readonly at: number
  /** Selected on key release rather than by Enter. */
  readonly isHeld: boolean
}

export const recentTabsListAtom = atom<RecentTabs | null>(null)

export function closeRecentTabs(): void {
  if (store.get(recentTabsListAtom)) store.set(recentTabsListAtom, null)
}

export function markRecentTab(at: number): void {
  store.set(recentTabsListAtom, list => list && { ...list, at: (at + list.urls.length) % list.urls.length })
}

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
  // Scripts release no key: they go to the previous tab directly.
  if (surface === 'script') navigate(urls[at] ?? '/')
  else store.set(recentTabsListAtom, { urls, at, isHeld: surface === 'shortcut' })
  return { status: 'ok' }
}

const hasModifier = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey

/** Missed keyup: the list stays open until a choice is made. */
export function recentTabsKeyDown(event: KeyboardEvent): void {
  const list = store.get(recentTabsListAtom)
  if (list?.isHeld && !hasModifier(event)) store.set(recentTabsListAtom, { ...list, isHeld: false })
}

/** Selects the highlighted tab when the last modifier is released. */
export function recentTabsKeyUp(event: KeyboardEvent): void {
  if (store.get(recentTabsListAtom)?.isHeld && !hasModifier(event)) chooseRecentTab()
}

/** Window blur, e.g. by Alt+Tab: no selection. */
export function recentTabsLeft(): void {
  if (store.get(recentTabsListAtom)?.isHeld) closeRecentTabs()
}

const open = { overlay: ['none', 'menu'] } as const
const walking =
  (step: 1 | -1): Command['run'] =>
  async (_args, { surface }) =>
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
