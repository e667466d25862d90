/** Demonstration accounts, shown while their password is the known one. */
import { sql } from 'kysely'
import type { DemoAccount, DemoRole } from '#contract/system/session.ts'
import type { Context } from '../../db/connection/context.ts'
import { isPasswordCorrect } from './passwords.ts'

export const demoPassword = 'demo2026'

const roleOf: Readonly<Record<string, DemoRole>> = {
  wangfang: 'store',
  yangfan: 'quality',
  liuyang: 'production',
  zhoumin: 'sales',
  zhangwei: 'manager',
}

export const isDemoLogin = (loginName: string): boolean => Object.hasOwn(roleOf, loginName)

/** Known password where other machines reach the server: as good as none. */
export const isRefused = ({ isExposed }: Context, loginName: string, password: string): boolean =>
  isExposed === true && isDemoLogin(loginName) && password === demoPassword

/** Answers by stored hash: a hash takes 19 MiB and some 20 ms. */
const checked = new Map<string, Promise<boolean>>()
const maxChecked = 50

function hasKnownPassword(hash: string): Promise<boolean> {
  const known = checked.get(hash)
  if (known) return known
  if (checked.size >= maxChecked) checked.clear()
  const answer = isPasswordCorrect(hash, demoPassword).catch(() => {
    checked.delete(hash)
    return false
  })
  checked.set(hash, answer)
  return answer
}

/** Accounts that the server itself created: nobody else's are looked at. */
async function seededAccounts({ tx }: Pick<Context, 'tx'>) {
  const { rows } = await sql<{ loginName: string; password: string }>`
    select u."loginName", u.password from "user" u
    where u."loginName" = any(${Object.keys(roleOf)}) and u.status = 'ENABLED' and not u."isDeleted"
      and not coalesce(u."mustChangePassword", false)
      and exists (select from auditlog a where a.entity = 'user' and a."entityId" = u.id::text
        and a.action = 'CREATE' and a."byUserId" is null)
    order by array_position(${Object.keys(roleOf)}::text[], u."loginName"::text)`.execute(tx)
  return rows
}

/** Whether a demonstration was seeded, even if its passwords have changed. */
export async function isDemonstration({ tx }: Context): Promise<boolean> {
  const { rows } = await sql`
    select from "user" u join auditlog a on a.entity = 'user' and a."entityId" = u.id::text and a.action = 'CREATE'
    where u."loginName" = any(${Object.keys(roleOf)}) and a."byUserId" is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Accounts whose password is still the known one. */
export async function knownAccounts(context: Pick<Context, 'tx'>): Promise<readonly DemoAccount[]> {
  const seeded = await seededAccounts(context)
  const known = await Promise.all(seeded.map(({ password }) => hasKnownPassword(password)))
  return seeded
    .filter((_, place) => known[place])
    .map(({ loginName }) => ({ loginName, password: demoPassword, role: roleOf[loginName] ?? 'store' }))
}

export const demoAccounts = async (context: Context): Promise<readonly DemoAccount[]> =>
  context.isExposed ? [] : knownAccounts(context)
