/** Appearance persisted per browser: theme and sidebar. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import { isPhone } from '../../ui/usePhone.ts'

export type Theme = 'light' | 'dark'

const THEME_KEY = 'theme'
const SIDEBAR_COOKIE = 'sidebarStatus'
const YEAR = 365 * 24 * 60 * 60

/** Null follows the system. */
export const themeAtom = atom<Theme | null>(null)
export const sidebarOpenAtom = atom(true)
/** Sidebar over the page, on phones. */
export const drawerOpenAtom = atom(false)

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function shownTheme(chosen: Theme | null): Theme {
  return chosen ?? systemTheme()
}

function show(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

export function toggleTheme(): void {
  const next = shownTheme(store.get(themeAtom)) === 'dark' ? 'light' : 'dark'
  store.set(themeAtom, next)
  show(next)
  localStorage.setItem(THEME_KEY, next)
}

export function toggleSidebar(): void {
  if (isPhone()) {
    store.set(drawerOpenAtom, open => !open)
    return
  }
  const open = !store.get(sidebarOpenAtom)
  store.set(sidebarOpenAtom, open)
  // Cookie required by the specification; Cookie Store API is not universal.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${SIDEBAR_COOKIE}=${open ? 1 : 0};path=/;max-age=${YEAR};samesite=lax`
}

/** Restores appearance before first paint, avoiding a flash. */
export function restoreAppearance(): void {
  const theme = localStorage.getItem(THEME_KEY)
  if (theme === 'light' || theme === 'dark') {
    store.set(themeAtom, theme)
    show(theme)
  }
  const narrow = matchMedia('(max-width: 900px)').matches
  const kept = document.cookie.match(new RegExp(`(?:^|; )${SIDEBAR_COOKIE}=([01])`))?.[1]
  store.set(sidebarOpenAtom, kept ? kept === '1' : !narrow)
}
