/** Menu tree for the client: groups, pages, buttons. */
import { sql } from 'kysely'
import { homePage } from '#contract/pages.ts'
import type { Grants } from '#contract/schema/permission.ts'
import type { MenuNode } from '#contract/system/session.ts'
import type { Context } from '../../db/connection/context.ts'

const types = { TEXT: 0, LINK: 1, BUTTON: 2 } as const

interface Entry extends Omit<MenuNode, 'type' | 'children' | 'url' | 'icon'> {
  readonly type: keyof typeof types
  readonly url: string | null
  readonly icon: string | null
}

async function entries(context: Context): Promise<ReadonlyMap<number, readonly Entry[]>> {
  const { rows } = await sql<Entry>`
    select "id", "parentID", "name", "url", "title", "icon", "type", "hidden", coalesce("noCache", false) as "noCache"
    from "menu" order by "parentID", "sortNo", "id"`.execute(context.tx)
  return Map.groupBy(rows, entry => entry.parentID)
}

const node = (entry: Entry, children: readonly MenuNode[]): MenuNode => ({
  ...entry,
  url: entry.url ?? '',
  icon: entry.icon ?? '',
  type: types[entry.type],
  children,
})

export async function wholeTree(context: Context): Promise<readonly MenuNode[]> {
  const byParent = await entries(context)
  const below = (id: number): readonly MenuNode[] => (byParent.get(id) ?? []).map(entry => node(entry, below(entry.id)))
  return below(0)
}

export async function treeOfCaller(context: Context): Promise<readonly MenuNode[]> {
  const byParent = await entries(context)
  const below = (id: number, buttons?: ReadonlySet<string>): readonly MenuNode[] =>
    (byParent.get(id) ?? []).flatMap(entry => {
      if (entry.type === 'BUTTON') return buttons?.has(entry.name) ? [node(entry, [])] : []
      const children = below(entry.id, context.grants.get(entry.name))
      return isShown(entry, context.grants, children) ? [node(entry, children)] : []
    })
  return below(0)
}

function isShown(entry: Entry, grants: Grants, children: readonly MenuNode[]): boolean {
  return entry.type === 'LINK' ? entry.url === homePage.url || grants.has(entry.name) : children.length > 0
}
