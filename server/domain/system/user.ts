/** Users: passwords are stored hashed, nobody raises himself or another above his own rights, one administrator stays. */
import { sql } from 'kysely'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { user } from '../../../src/contract/system/user.ts'
import type { Context } from '../../db/context.ts'
import type { Draft, Rules } from '../rule.ts'
import { changedIds, covers, grantsOfRoles, idsOf } from './grants.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOfUser } from './tokens.ts'

const secrets = ['password', 'operationPassword'] as const

/** Refuses unless the caller has everything these roles permit; the server itself may all. */
export async function mustCover(context: Context, roleIds: readonly number[]): Promise<void> {
  if (context.userId === null || roleIds.length === 0) return
  const isCovered = covers(context.grants, await grantsOfRoles(context.tx, roleIds))
  if (!isCovered || (!context.everyOrganisation && (await anyReachesAll(context, roleIds))))
    throw new AppError('cannotGrantMore')
}

async function anyReachesAll(context: Context, roleIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "role" where "id" = any(${roleIds}::bigint[]) and "dataScope" = 'ALL' limit 1`.execute(context.tx)
  return rows.length > 0
}

/** Refuses when nobody would be left who has a built-in role. Locks those roles, so that two cannot leave at once. */
async function mustKeepAdministrator(context: Context, without: number | null = null): Promise<void> {
  await sql`
    select "id" from "role" where "isSystem" and "customerId" = ${context.customerId} order by "id" for update`.execute(
    context.tx,
  )
  const { rows } = await sql<{ left: number }>`
    select count(distinct u."id")::int as left
    from "user" u
    join "user_roleIds" ur on ur."ownerId" = u."id"
    join "role" r on r."id" = ur."targetId" and r."isSystem" and r."status" = 'ENABLED' and not r."isDeleted"
    where u."status" = 'ENABLED' and not u."isDeleted" and u."customerId" = ${context.customerId}
      and u."id" is distinct from ${without}::bigint`.execute(context.tx)
  if (rows[0]?.left === 0) throw new AppError('lastAdministrator')
}

async function hashSecrets(row: Draft): Promise<boolean> {
  const changed = !isEmpty(row.password)
  for (const name of secrets) {
    // An empty password field means "as it was": the form never knows the stored one.
    if (isEmpty(row[name])) delete row[name]
    else row[name] = await hashPassword(String(row[name]))
  }
  return changed
}

export const userRules: Rules<typeof user> = {
  async beforeSave(context, row, before) {
    if (!before && isEmpty(row.password)) throw invalid({ password: 'required' })
    // Whoever sets a password can sign in as that person, so an edit asks for all that the person may.
    if (before && before.id !== context.userId) await mustCover(context, idsOf(before.roleIds))
    await mustCover(context, changedIds(before?.roleIds, row.roleIds))
    const newPassword = await hashSecrets(row)
    if (before && newPassword) await endSessionsOfUser(context.tx, before.id)
  },
  async afterSave(context, row, before) {
    if (!before) return
    if (row.status !== 'ENABLED') await endSessionsOfUser(context.tx, row.id)
    await mustKeepAdministrator(context)
  },
  async beforeRemove(context, row) {
    if (row.id !== context.userId) await mustCover(context, idsOf(row.roleIds))
    await mustKeepAdministrator(context, row.id)
    await endSessionsOfUser(context.tx, row.id)
  },
}
