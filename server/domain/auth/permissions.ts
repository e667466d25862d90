/** Permissions of a user's enabled roles, as page → buttons. */
import { type RawBuilder, sql } from 'kysely'
import type { Grants } from '#contract/schema/permission.ts'
import type { Database } from '../../db/connection/context.ts'
import { permissionVersion } from '../../db/schema/permissionVersion.ts'

export type Grant = readonly [page: string, button: string | null]

/** Granted entry as `[page, button]`; `m` is the entry, `p` its parent. */
export const grantOf = sql`json_build_array(
  case when m."type" = 'BUTTON' then p."name" else m."name" end,
  case when m."type" = 'BUTTON' then m."name" end)`

type Entry = readonly [id: number, name: string, page: number | null]

/** Roles of a user as columns: ids, and the widest data scope. */
export const rolesOf = (user: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(array_agg(r."id" order by r."id"), '{}') as roles,
    coalesce(bool_or(r."dataScope" = 'ALL'), false) as "everyOrganisation",
    case when bool_or(r."dataScope" in ('ALL', 'CUSTOMER')) then null
      when bool_or(r."dataScope" = 'GROUP') then 'GROUP' else 'SELF' end as "writtenBy"
  from "user_roleIds" ur
  join "role" r on r."id" = ur."targetId" and r."status" = 'ENABLED' and not r."isDeleted"
  where ur."ownerId" = ${user}`

/** Grants by page; buttons need their page granted too. */
function grantsFrom(granted: readonly Entry[]): Grants {
  const grants = new Map<string, Set<string>>()
  const buttonsOf = new Map<number, Set<string>>()
  for (const [id, name, page] of granted) {
    if (page !== null) continue
    const buttons = grants.get(name) ?? new Set()
    grants.set(name, buttons)
    buttonsOf.set(id, buttons)
  }
  for (const [, name, page] of granted) if (page !== null) buttonsOf.get(page)?.add(name)
  return grants
}

interface CachedGrants {
  readonly version: string | null
  readonly grants: Grants
}

const grantCache = new WeakMap<Database, Map<string, CachedGrants>>()

/** Cache bound in role sets; plants use a few dozen. */
const maxSets = 500

/** Combined grants of enabled roles, cached; `version` was read with the roles. */
export async function grantsOf(db: Database, roles: readonly number[], version: string | null): Promise<Grants | null> {
  const sets = grantCache.get(db) ?? new Map<string, CachedGrants>()
  grantCache.set(db, sets)
  const key = roles.join()
  const before = sets.get(key)
  if (before?.version === version) return before.grants
  const { rows } = await sql<{ version: string | null; granted: readonly Entry[] | null }>`
    select ${permissionVersion} as version, (
      select json_agg(json_build_array(m."id", m."name", case when m."type" = 'BUTTON' then m."parentID" end))
      from "menu" m
      where m."id" = any(array(select "targetId" from "role_menuIds" where "ownerId" = any(${roles}::bigint[])))
        and m."type" <> 'TEXT') as granted`.execute(db)
  const [read] = rows
  if (!read || read.version !== version) return null
  const grants = grantsFrom(read.granted ?? [])
  if (sets.size >= maxSets) sets.clear()
  sets.set(key, { version, grants })
  return grants
}

export function covers(grants: Grants, wanted: readonly Grant[]): boolean {
  return wanted.every(([page, button]) => {
    const buttons = grants.get(page)
    return buttons !== undefined && (button === null || buttons.has(button))
  })
}

export async function grantsOfMenus(db: Database, menuIds: readonly number[]): Promise<readonly Grant[]> {
  const { rows } = await sql<{ granted: readonly Grant[] | null }>`
    select json_agg(${grantOf}) as granted
    from "menu" m left join "menu" p on p."id" = m."parentID"
    where m."id" = any(${menuIds}::bigint[]) and m."type" <> 'TEXT'`.execute(db)
  return rows[0]?.granted ?? []
}

export async function grantsOfRoles(db: Database, roleIds: readonly number[]): Promise<readonly Grant[]> {
  const { rows } = await sql<{ granted: readonly Grant[] | null }>`
    select json_agg(${grantOf}) as granted
    from "role_menuIds" rm
    join "menu" m on m."id" = rm."targetId" and m."type" <> 'TEXT'
    left join "menu" p on p."id" = m."parentID"
    where rm."ownerId" = any(${roleIds}::bigint[])`.execute(db)
  return rows[0]?.granted ?? []
}

type Ids = readonly number[] | null | undefined

export function changedIds(before: Ids, now: Ids): readonly number[] {
  const [old, wanted] = [new Set(before), new Set(now)]
  return [...[...old].filter(id => !wanted.has(id)), ...[...wanted].filter(id => !old.has(id))]
}
