/** What roles permit: the menu entries of a user's enabled roles, as page → buttons. */
import { type RawBuilder, sql } from 'kysely'
import type { Grants } from '../../../src/contract/schema/permission.ts'
import type { Database } from '../../db/context.ts'

/** A page and, for a button, its name. */
export type Grant = readonly [page: string, button: string | null]

/** One granted menu entry as `[page, button]`, for `json_agg`; `m` is the entry and `p` its parent. */
export const grantOf = sql`json_build_array(
  case when m."type" = 'BUTTON' then p."name" else m."name" end,
  case when m."type" = 'BUTTON' then m."name" end)`

/** Scalar subquery: everything the enabled roles of a user permit, as JSON. */
export function grantsOfUser(user: RawBuilder<unknown>): RawBuilder<readonly Grant[] | null> {
  return sql<readonly Grant[] | null>`(
    select json_agg(${grantOf})
    from "user_roleIds" ur
    join "role" r on r."id" = ur."targetId" and r."status" = 'ENABLED' and not r."isDeleted"
    join "role_menuIds" rm on rm."ownerId" = r."id"
    join "menu" m on m."id" = rm."targetId" and m."type" <> 'TEXT'
    left join "menu" p on p."id" = m."parentID"
    where ur."ownerId" = ${user})`
}

/** Scalar subquery: does one of the enabled roles of a user reach the rows of every organisation? */
export function reachesAll(user: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from "user_roleIds" ur
    join "role" r on r."id" = ur."targetId" and r."status" = 'ENABLED' and not r."isDeleted" and r."dataScope" = 'ALL'
    where ur."ownerId" = ${user})`
}

/** Grants by page; a button counts only where its page is granted too. */
export function grantsFrom(granted: readonly Grant[] | null): Grants {
  const grants = new Map<string, Set<string>>()
  for (const [page, button] of granted ?? []) if (button === null) grants.set(page, new Set())
  for (const [page, button] of granted ?? []) if (button !== null) grants.get(page)?.add(button)
  return grants
}

/** Is each of these within the grants? */
export function covers(grants: Grants, wanted: readonly Grant[]): boolean {
  return wanted.every(([page, button]) => {
    const buttons = grants.get(page)
    return buttons !== undefined && (button === null || buttons.has(button))
  })
}

/** What these menu entries would permit. */
export async function grantsOfMenus(db: Database, menuIds: readonly number[]): Promise<readonly Grant[]> {
  const { rows } = await sql<{ granted: readonly Grant[] | null }>`
    select json_agg(${grantOf}) as granted
    from "menu" m left join "menu" p on p."id" = m."parentID"
    where m."id" = any(${menuIds}::bigint[]) and m."type" <> 'TEXT'`.execute(db)
  return rows[0]?.granted ?? []
}

/** What these roles permit while enabled. */
export async function grantsOfRoles(db: Database, roleIds: readonly number[]): Promise<readonly Grant[]> {
  const { rows } = await sql<{ granted: readonly Grant[] | null }>`
    select json_agg(${grantOf}) as granted
    from "role_menuIds" rm
    join "menu" m on m."id" = rm."targetId" and m."type" <> 'TEXT'
    left join "menu" p on p."id" = m."parentID"
    where rm."ownerId" = any(${roleIds}::bigint[])`.execute(db)
  return rows[0]?.granted ?? []
}

/** Ids that are in one of the two lists and not in the other: what was given or taken. */
export function changedIds(before: unknown, now: unknown): readonly number[] {
  const [old, wanted] = [new Set(idsOf(before)), new Set(idsOf(now))]
  return [...[...old].filter(id => !wanted.has(id)), ...[...wanted].filter(id => !old.has(id))]
}

/** The value of a `references` field as ids. */
export function idsOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? (value as number[]) : []
}
