import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { textNamed } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'

/** Title as the menu shows it; one that a person wrote stays. */
export function menuTitleIn(locale: Locale, title: string): string {
  const say = (key: string) => format(locale, key)
  return say(textNamed('plural', title, say))
}

/** Permissions in words: `Products · Edit`. */
export async function permissionTitles(
  { tx, locale }: Context,
  ids: readonly number[],
): Promise<readonly (readonly [id: number, title: string])[]> {
  const { rows } = await sql<{ id: number; title: string; page: string | null }>`
    select entry.id, entry.title, page.title as page from menu entry
    left join menu page on page.id = entry."parentID" and entry.type = 'BUTTON'
    where entry.id = any(${ids}::bigint[])`.execute(tx)
  const named = (titles: readonly (string | null)[]) =>
    titles.flatMap(title => (title === null ? [] : menuTitleIn(locale, title))).join(' · ')
  return rows.map(({ id, title, page }) => [id, named([page, title])])
}
