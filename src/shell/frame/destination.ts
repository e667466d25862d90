/** Redirects for paths without a screen. Pure. */
import { isNumberOf } from '#contract/documentNumbers.ts'
import { entityNamed } from '#contract/index.ts'
import { pages } from '#contract/pages.ts'
import { hasRecord } from '#contract/schema/entity.ts'

const pageNames = new Set(['index', ...pages.map(page => page.name)])

/** Screen check: `/product`, `/product/new`, `/product/12`, by number. */
export function hasScreen(path: string): boolean {
  const [, page = '', id, ...rest] = path.split('/')
  if (!pageNames.has(page) || rest.length > 0) return false
  if (id === undefined || isNumberOf(page, id)) return true
  return entityNamed(page) !== undefined && /^(new[\w:-]*|[1-9]\d*)$/.test(id)
}

function listInstead(path: string): string | null {
  const [, page = '', id] = path.split('/')
  const entity = entityNamed(page)
  if (id === undefined || !entity || hasRecord(entity)) return null
  return id.startsWith('new') ? `/${page}` : `/${page}?id=${id}`
}

export interface Visitor {
  readonly isSignedIn: boolean
  /** Target of `/`: requested page before sign-in, or the first menu page. */
  readonly landing: string
}

export function redirectFor(path: string, { isSignedIn, landing }: Visitor): string | null {
  // Sign-in navigates by itself once the menu has loaded.
  if (path === '/login') return null
  if (!isSignedIn || path === '/error') return '/login'
  if (path === '/') return landing
  return hasScreen(path) ? listInstead(path) : '/index'
}
