/** Where a path leads when it is not a screen of its own. Pure. */
import { entityNamed } from '../../contract/index.ts'
import { pages } from '../../contract/pages.ts'
import { hasRecord } from '../../contract/schema/entity.ts'

const pageNames = new Set(['index', ...pages.map(page => page.name)])

/** Is there a screen for this path? `/product`, `/product/new`, `/product/12`. */
export function hasScreen(path: string): boolean {
  const [, page = '', id, ...rest] = path.split('/')
  if (!pageNames.has(page) || rest.length > 0) return false
  return id === undefined || (entityNamed(page) !== undefined && /^(new[\w:-]*|[1-9]\d*)$/.test(id))
}

/** The list that shows a record which has no screen of its own; null where the path asks for none. */
function listInstead(path: string): string | null {
  const [, page = '', id] = path.split('/')
  const entity = entityNamed(page)
  if (id === undefined || !entity || hasRecord(entity)) return null
  return id.startsWith('new') ? `/${page}` : `/${page}?id=${id}`
}

export interface Visitor {
  readonly isSignedIn: boolean
  /** Where `/` leads: the page asked for before signing in, or the first of the menu. */
  readonly landing: string
}

/** The path to go to instead, or null where the path is a screen this visitor may be shown. */
export function redirectFor(path: string, { isSignedIn, landing }: Visitor): string | null {
  // The sign-in screen goes on by itself: only it knows when the menu has come.
  if (path === '/login') return null
  if (!isSignedIn || path === '/error') return '/login'
  if (path === '/') return landing
  return hasScreen(path) ? listInstead(path) : '/index'
}
