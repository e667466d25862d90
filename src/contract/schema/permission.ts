/** Permission: public, signed in, or a role with page and button. */
export type Permission = 'public' | 'session' | PagePermission

export interface PagePermission {
  readonly menu: string | readonly string[]
  readonly button?: string
}

/** Granted buttons by page name, from the menu tree on both sides. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>

/** Permission check of these grants; the session is the caller's. */
export function permits(grants: Grants, permission: Permission): boolean {
  if (permission === 'public' || permission === 'session') return true
  const menus = typeof permission.menu === 'string' ? [permission.menu] : permission.menu
  return menus.some(menu => {
    const buttons = grants.get(menu)
    return buttons !== undefined && (permission.button === undefined || buttons.has(permission.button))
  })
}
