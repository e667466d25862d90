/** Users: hashed passwords, no privilege escalation, at least one administrator. */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import type { user } from '#contract/system/user.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { writeAudit } from '../basis/audit.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { errorOfPassword, type PasswordKind, type PasswordOwner, rememberPassword } from './passwordRules.ts'
import { hashPassword } from './passwords.ts'
import { changedIds, covers, grantsOfRoles } from './permissions.ts'
import { endSessionsOfUser, endTicketsOfUser } from './tokens.ts'

type UserDraft = DraftOf<typeof user>

const secrets = ['password', 'operationPassword'] as const

/** Requires all permissions of these roles; the server itself is exempt. */
export async function mustCover(context: Context, roleIds: readonly number[]): Promise<void> {
  if (context.userId === null || roleIds.length === 0) return
  const isCovered = covers(context.grants, await grantsOfRoles(context.tx, roleIds))
  if (!isCovered || (!context.everyOrganisation && (await anyReachesAll(context, roleIds))))
    throw new AppError('cannotGrantMore')
}

async function anyReachesAll({ tx }: Context, roleIds: readonly number[]): Promise<boolean> {
  const roles = tx.selectFrom('role').select('id').where('id', '=', anyOf(roleIds)).where('dataScope', '=', 'ALL')
  return (await roles.limit(1).executeTakeFirst()) !== undefined
}

/** Requires a remaining holder of built-in roles; locks them against removal. */
async function mustKeepAdministrator(context: Context, without: number | null = null): Promise<void> {
  await rowsOf(context, 'role').select('id').where('isSystem', '=', true).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ left: number }>`
    select count(distinct u."id")::int as left
    from "user" u
    join "user_roleIds" ur on ur."ownerId" = u."id"
    join "role" r on r."id" = ur."targetId" and r."isSystem" and r."status" = 'ENABLED' and not r."isDeleted"
    where u."status" = 'ENABLED' and not u."isDeleted" and u."customerId" = ${context.customerId}
      and u."id" is distinct from ${without}::bigint`.execute(context.tx)
  if (rows[0]?.left === 0) throw new AppError('lastAdministrator')
}

async function ownerOf({ tx }: Context, row: UserDraft, id: number | null): Promise<PasswordOwner> {
  const users = tx.selectFrom('user').where('id', '=', id ?? 0)
  const owner = await users.select(['id', 'loginName', 'password', 'operationPassword']).executeTakeFirst()
  return owner ?? { id: null, loginName: row.loginName ?? '', password: null, operationPassword: null }
}

async function hashSecrets(context: Context, row: UserDraft, id: number | null): Promise<readonly PasswordKind[]> {
  // Empty password means unchanged: forms never know the stored one.
  for (const name of secrets) if (!row[name]) delete row[name]
  const set = secrets.filter(name => Object.hasOwn(row, name))
  if (set.length === 0) return set
  const plain = set.map(name => row[name] ?? '')
  if (plain.length === 2 && plain[0] === plain[1]) throw invalid({ operationPassword: 'passwordsAlike' })
  const owner = await ownerOf(context, row, id)
  for (const [index, kind] of set.entries()) {
    const password = plain[index] as string
    const compared = set.length === 2 ? { ...owner, [secrets[1 - index] as PasswordKind]: null } : owner
    const fieldError = await errorOfPassword(context, compared, kind, password)
    if (fieldError) throw invalid({ [kind]: fieldError })
    row[kind] = await hashPassword(password)
    await rememberPassword(context.tx, owner, kind)
  }
  return set
}

async function notePasswords(
  context: Context,
  id: number,
  set: readonly PasswordKind[],
  isOwn: boolean,
): Promise<void> {
  // Own changes were confirmed by operation password just now.
  if (set.includes('password')) await endSessionsOfUser(context.tx, id, isOwn ? context.session : undefined)
  else await endTicketsOfUser(context.tx, id)
  const changes = set.map(kind => `${kind}: **** → ****`).join('\n')
  await writeAudit(context, 'user', String(id), 'PASSWORD', changes)
}

/** Homograph guard: no blanks, invisible characters or other alphabets. */
const loginNames = /^[A-Za-z0-9._@\-\p{Unified_Ideograph}]+$/u

export const userRules: EntityHooks<typeof user> = {
  async prepare(context, given) {
    const lang = given.lang ?? context.locale
    if (given.customerId) return [{ lang }]
    const own = context.tx.selectFrom('customer').where('id', '=', context.customerId)
    const { name } = await own.select('name').executeTakeFirstOrThrow()
    return [{ lang, customerId: context.customerId, customerId$label: name }]
  },
  async beforeSave(context, row, before) {
    const { loginName } = row
    // Legacy names stay valid until changed.
    if (
      loginName &&
      loginName !== before?.loginName &&
      !(loginNames.test(loginName) && loginName.normalize('NFKC') === loginName)
    )
      throw invalid({ loginName: 'loginName' })
    // Escalation guard: who sets a password can sign in as that person.
    if (before && before.id !== context.userId) await mustCover(context, before.roleIds)
    await mustCover(context, changedIds(before?.roleIds, row.roleIds))
    const set = await hashSecrets(context, row, before?.id ?? null)
    const isOwn = before !== null && before.id === context.userId
    // Server-set passwords are random, or the initial one.
    if (set.includes('password') && !isOwn && context.userId !== null) row.mustChangePassword = true
    if (before && set.length > 0) await notePasswords(context, before.id, set, isOwn)
  },
  async afterSave(context, row, before) {
    if (!before) return
    if (row.status !== 'ENABLED') await endSessionsOfUser(context.tx, row.id)
    await mustKeepAdministrator(context)
  },
  async beforeRemove(context, row) {
    if (row.id !== context.userId) await mustCover(context, row.roleIds)
    await mustKeepAdministrator(context, row.id)
    await endSessionsOfUser(context.tx, row.id)
  },
}
