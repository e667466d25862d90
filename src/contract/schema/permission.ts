/** Who may do a thing: anybody, anybody signed in, or a role that has the page and the button. */
export type Permission = 'public' | 'session' | PagePermission

/** A page of the menu, or one of several, and where named a button on it. */
export interface PagePermission {
  /** Page names; any one of them suffices. */
  readonly menu: string | readonly string[]
  readonly button?: string
}

/** The buttons of the pages a role has: page name → button names. Made from the menu tree, on both sides. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>

/** Do these grants cover the permission? A session is taken for granted by the caller. */
export function permits(grants: Grants, permission: Permission): boolean {
  if (permission === 'public' || permission === 'session') return true
  const menus = typeof permission.menu === 'string' ? [permission.menu] : permission.menu
  return menus.some(menu => {
    const buttons = grants.get(menu)
    return buttons !== undefined && (permission.button === undefined || buttons.has(permission.button))
  })
}
