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

/** A granted menu entry; of a button with the entry of its page. */
export type Entry = readonly [id: number, name: string, page: number | null]

/**
 * Scalar subquery: the menu entries of the enabled roles of a user, as JSON. It is asked for every call, so entries are
 * looked up all at once (`array`) and not one after another, and the page of a button is found by `grantsFrom`.
 */
export function grantsOfUser(user: RawBuilder<unknown>): RawBuilder<readonly Entry[] | null> {
  const roles = sql`array(select r."id" from "user_roleIds" ur
    join "role" r on r."id" = ur."targetId" and r."status" = 'ENABLED' and not r."isDeleted"
    where ur."ownerId" = ${user})`
  const entries = sql`array(select rm."targetId" from "role_menuIds" rm where rm."ownerId" = any(${roles}))`
  return sql<readonly Entry[] | null>`(
    select json_agg(json_build_array(m."id", m."name", case when m."type" = 'BUTTON' then m."parentID" end))
    from "menu" m where m."id" = any(${entries}) and m."type" <> 'TEXT')`
}

/** Scalar subquery: does one of the enabled roles of a user reach the rows of every organisation? */
export function reachesAll(user: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from "user_roleIds" ur
    join "role" r on r."id" = ur."targetId" and r."status" = 'ENABLED' and not r."isDeleted" and r."dataScope" = 'ALL'
    where ur."ownerId" = ${user})`
}

/** Grants by page; a button counts only where its page is granted too. */
export function grantsFrom(granted: readonly Entry[] | null): Grants {
  const grants = new Map<string, Set<string>>()
  const buttonsOf = new Map<number, Set<string>>()
  for (const [id, name, page] of granted ?? []) {
    if (page !== null) continue
    const buttons = grants.get(name) ?? new Set()
    grants.set(name, buttons)
    buttonsOf.set(id, buttons)
  }
  for (const [, name, page] of granted ?? []) if (page !== null) buttonsOf.get(page)?.add(name)
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
