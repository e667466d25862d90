/** Where a path leads when it is not a screen of its own. Pure. */
import { pages } from '../contract/pages.ts'
import { entityNamed } from '../contract/index.ts'

const pageNames = new Set(['index', ...pages.map(page => page.name)])

/** Is there a screen for this path? `/product`, `/product/new`, `/product/12`. */
export function hasScreen(path: string): boolean {
  const [, page = '', id, ...rest] = path.split('/')
  if (!pageNames.has(page) || rest.length > 0) return false
  return id === undefined || (entityNamed(page) !== undefined && /^(new[\w:-]*|[1-9]\d*)$/.test(id))
}

/** A path within the console that somebody may be sent back to after signing in; nothing else is believed. */
export function returnPath(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next')
  return next && hasScreen(next.split(/[?#]/)[0] ?? '') ? next : undefined
}

export interface Visitor {
  readonly isSignedIn: boolean
  /** Where the menu begins. */
  readonly landing: string
}

/** The path to go to instead, or null where the path is a screen this visitor may be shown. */
export function redirectFor(location: string, { isSignedIn, landing }: Visitor): string | null {
  const [path = '/', search = ''] = location.split('?')
  if (path === '/error') return '/login'
  if (path === '/login') return isSignedIn ? (returnPath(search) ?? landing) : null
  if (!isSignedIn) return hasScreen(path) && path !== '/index' ? `/login?next=${encodeURIComponent(location)}` : '/login'
  if (path === '/') return landing
  return hasScreen(path) ? null : '/index'
}
