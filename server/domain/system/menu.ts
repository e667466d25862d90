/** Menu: seeded from contract pages, arrangeable, never a source of new permissions. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import { generalButtonsOf, homePage, type MenuPage, pages } from '#contract/pages.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { type Area, areaTitles, type DraftOf, type Entity, type RowOf } from '#contract/schema/entity.ts'
import type { menu } from '#contract/system/menu.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { menuTitleIn } from '../basis/menuTitles.ts'

type MenuDraft = DraftOf<typeof menu>
type Entry = Pick<RowOf<typeof menu>, 'parentID' | 'name' | 'title' | 'url' | 'icon' | 'type' | 'sortNo'>

function buttonTitle(page: MenuPage, button: string): string {
  const entity: Entity | undefined = (entities as Record<string, Entity>)[page.name]
  if (!entity || (generalButtonsOf(entity).includes(button) && !entity.actions[button])) return `button.${button}`
  const actions = Object.entries(entity.actions)
  const [action] =
    actions.find(([name]) => name === button) ?? actions.find(([, { button: of }]) => of === button) ?? []
  return action === undefined ? `button.${button}` : `${page.name}.${action}`
}

type Known = Map<string, number>

const place = (parentID: number, name: string) => `${parentID} ${name}`

/** Entries by position, and pages by name wherever moved. */
async function knownEntries(context: Context): Promise<Known> {
  const rows = await context.tx.selectFrom('menu').select(['id', 'parentID', 'name', 'type']).orderBy('id').execute()
  const known: Known = new Map()
  for (const { id, parentID, name, type } of rows) {
    known.set(place(parentID, name), id)
    if (type === 'LINK') known.set(name, id)
  }
  return known
}

async function ensure(context: Context, known: Known, entry: Entry): Promise<number> {
  const { parentID, name, type } = entry
  const found = (type === 'LINK' ? known.get(name) : undefined) ?? known.get(place(parentID, name))
  if (found !== undefined) return found
  const shown = { ...entry, hidden: false, noCache: false }
  return (await context.tx.insertInto('menu').values(shown).returning('id').executeTakeFirstOrThrow()).id
}

/** Titles of earlier versions, not those that a person wrote. */
async function retitle(context: Context, id: number, page: string, title: string): Promise<void> {
  if (!title.startsWith('button.')) return
  await sql`update "menu" set "title" = ${title}
    where "id" = ${id} and starts_with("title", ${`${page}.`})`.execute(context.tx)
}

async function syncPage(context: Context, known: Known, page: MenuPage, group: number, sortNo: number): Promise<void> {
  const { name, url, icon } = page
  const id = await ensure(context, known, { parentID: group, name, title: name, url, icon, type: 'LINK', sortNo })
  for (const [index, button] of page.buttons.entries()) {
    const title = buttonTitle(page, button)
    const entry = { parentID: id, name: button, title, url: null, icon: null, type: 'BUTTON', sortNo: index } as const
    const buttonId = await ensure(context, known, entry)
    await retitle(context, buttonId, name, title)
  }
}

async function syncArea(context: Context, known: Known, area: Area, sortNo: number): Promise<void> {
  const ofArea = pages.filter(page => page.area === area)
  if (ofArea.length === 0) return
  const { icon } = areaTitles[area]
  const title = `area.${area}`
  const group = await ensure(context, known, { parentID: 0, name: area, title, url: null, icon, type: 'TEXT', sortNo })
  for (const [index, page] of ofArea.entries()) await syncPage(context, known, page, group, index)
}

/** Adds new groups, pages and buttons; built-in roles get all. */
export async function syncMenu(context: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(context.tx)
  const known = await knownEntries(context)
  await ensure(context, known, { ...homePage, parentID: 0, type: 'LINK', sortNo: -1 })
  // Menu order: 库存批次 follows 安全审查, as in areaTitles.
  for (const [index, area] of (Object.keys(areaTitles) as Area[]).entries()) await syncArea(context, known, area, index)
  await grantToSystemRoles(context)
}

async function grantToSystemRoles(context: Context): Promise<void> {
  await sql`
    insert into "role_menuIds" ("ownerId", "targetId")
    select r."id", m."id" from "role" r cross join "menu" m where r."isSystem"
    on conflict do nothing`.execute(context.tx)
}

async function refuseStrayParent(context: Context, row: MenuDraft, id: number | null): Promise<void> {
  if (row.parentID === 0 && row.type !== 'BUTTON') return
  const { rows } = await sql<{ type: string | null; own: boolean }>`
    with recursive up as (
      select "id", "parentID", "type" from "menu" where "id" = ${row.parentID}
      union select m."id", m."parentID", m."type" from "menu" m join up on m."id" = up."parentID"
    )
    select (select "type" from up where "id" = ${row.parentID}) as type,
      exists (select from up where "id" = ${id}::bigint) as own`.execute(context.tx)
  const wanted = row.type === 'BUTTON' ? 'LINK' : 'TEXT'
  const { type, own } = rows[0] ?? { type: null, own: false }
  if (own) throw invalid({ parentID: 'loop' })
  if (type !== wanted) throw invalid({ parentID: type === null ? 'missing' : 'reference' })
}

/** Uniqueness of page names, as permissions are by name. */
async function refuseSecondPage(context: Context, row: MenuDraft, id: number | null): Promise<void> {
  if (row.type !== 'LINK') return
  const { rows } = await sql`
    select 1 from "menu" where "type" = 'LINK' and "name" = ${row.name} and "id" is distinct from ${id}::bigint`.execute(
    context.tx,
  )
  if (rows.length > 0) throw invalid({ name: 'taken' })
}

/** Known page URLs: unknown ones lead nowhere. */
const knownUrls = new Set([homePage, ...pages].map(({ url }) => url))

/** Shared menu of all organisations: editable only with access to all. */
function refuseLocal({ everyOrganisation }: Context, button: string): void {
  if (!everyOrganisation) throw new AppError('notPermitted', { menu: 'menu', button })
}

export const menuRules: EntityHooks<typeof menu> = {
  async beforeSave(context, row, before) {
    refuseLocal(context, before ? 'edit' : 'add')
    if (row.url && !knownUrls.has(row.url)) throw invalid({ url: 'text' })
    if (row.icon && !/^[a-z0-9-]*$/.test(row.icon)) throw invalid({ icon: 'text' })
    if (before) {
      if (row.name !== before.name) throw invalid({ name: 'fixed' })
      if (row.type !== before.type) throw invalid({ type: 'fixed' })
      if (before.type === 'BUTTON' && row.parentID !== before.parentID) throw invalid({ parentID: 'fixed' })
    }
    await refuseStrayParent(context, row, before?.id ?? null)
    await refuseSecondPage(context, row, before?.id ?? null)
  },
  async afterSave(context, _row, before) {
    if (!before) await grantToSystemRoles(context)
  },
  async beforeRemove(context, row) {
    refuseLocal(context, 'delete')
    const rows = await context.tx.selectFrom('menu').select('title').where('parentID', '=', row.id).limit(5).execute()
    const shipped = row.type === 'BUTTON' || [homePage, ...pages].some(page => page.name === row.name)
    if (rows.length > 0 || shipped) {
      const referrers = (rows.length > 0 ? rows : [row]).map(({ title }) => menuTitleIn(context.locale, title))
      throw new AppError('inUse', { referrers: referrers.join(', ') })
    }
    await sql`delete from "role_menuIds" where "targetId" = ${row.id}`.execute(context.tx)
  },
}
