/** Rules for new passwords, with password history. */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { settingOf } from '../settings/settings.ts'
import { isPasswordCorrect } from './passwords.ts'

export type PasswordKind = 'password' | 'operationPassword'

export interface PasswordOwner {
  readonly id: number | null
  readonly loginName: string
  readonly password: string | null
  readonly operationPassword: string | null
}

/** History length: former passwords that count as reused. */
const remembered = 5

const other = { password: 'operationPassword', operationPassword: 'password' } as const

async function isUsed({ tx }: Context, owner: PasswordOwner, kind: PasswordKind, password: string): Promise<boolean> {
  const history = tx
    .selectFrom('passwordhistory')
    .select('hash')
    .where('userId', '=', owner.id)
    .where('kind', '=', kind)
  const rows = await history.orderBy('id', 'desc').limit(remembered).execute()
  for (const hash of [owner[kind], ...rows.map(row => row.hash)])
    if (hash !== null && (await isPasswordCorrect(hash, password))) return true
  return false
}

export async function errorOfPassword(
  context: Context,
  owner: PasswordOwner,
  kind: PasswordKind,
  password: string,
): Promise<'passwordsAlike' | 'passwordCommon' | 'passwordUsed' | null> {
  const counterpart = owner[other[kind]]
  if (counterpart !== null && (await isPasswordCorrect(counterpart, password))) return 'passwordsAlike'
  if ((await settingOf(context, 'passwordRule')) !== 'STRICT') return null
  if (isCommon(password, [owner.loginName])) return 'passwordCommon'
  return owner.id !== null && (await isUsed(context, owner, kind, password)) ? 'passwordUsed' : null
}

/** Replaced hashes join the history even while reuse is allowed. */
export async function rememberPassword(tx: Database, owner: PasswordOwner, kind: PasswordKind): Promise<void> {
  const { id: userId, [kind]: hash } = owner
  if (userId === null || hash === null) return
  await tx.insertInto('passwordhistory').values({ userId, kind, hash }).execute()
  await sql`
    delete from passwordhistory where "userId" = ${userId} and kind = ${kind} and id not in (
      select id from passwordhistory where "userId" = ${userId} and kind = ${kind}
      order by id desc limit ${remembered})`.execute(tx)
}

/** Audit text of a password change, without either value. */
export const passwordChange = (kind: PasswordKind, owner: PasswordOwner): string =>
  `${kind}: ${owner[kind] === null ? '—' : '****'} → ****`

// Common passwords: words and keyboard walks, digits around them. Pure.

const words = new Set(
  `abc abcd abcde admin administrator asd asdf asdfg asdfgh apple baby batman beijing boss changeme china computer company
  dragon erp factory flower football freedom guest hello huawei iloveyou jordan king letmein login lotline love lover master
  michael monkey mypass nihao office pass passw password passwd princess qaz qazwsx qwe qwer qwert qwerty qwertyuiop root
  samsung secret shadow shanghai sunshine super superman sys system taobao temp test tester user welcome wang weixin
  woaini woaiwo wechat winner woshishui xiaoming xxx yuan zaq zhang zxc zxcv zxcvb zxcvbn zxcvbnm li liu chen a aa aaa q w z x
  woaima woailaopo caonima wodemima mima gongsi shengchan cangku caigou xiaoshou zhijian`
    .split(/\s+/)
    .filter(Boolean),
)

const walks = new Set(
  `1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 qwe123asd a1b2c3 a1b2c3d4 abc123def 1a2b3c 1a2b3c4d
  1qaz2wsx3edc zaq12wsx qaz123wsx 123qwe456 123abc456 1q1q1q 1a1a1a a1a1a1 p0o9i8 12qwaszx 1qazse4 w1o2a3 123qweasd 123qweasdzxc
  5201314 woaini1314 woaini520 woaini5201314`.split(/\s+/),
)

const written: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', '1': 'i', $: 's', '5': 's' }

const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '')
const unmasked = (text: string) => text.replace(/[@40315$]/g, sign => written[sign] ?? sign)

/**
 * Checks for a common password.
 * @param own words not allowed in it: the login name
 */
export function isCommon(password: string, own: readonly string[] = []): boolean {
  const lower = password.toLowerCase()
  if (walks.has(lower) || /^(.)\1+.?$/.test(lower) || /^.?(.)\1+$/.test(lower)) return true
  const core = bare(lower)
  // In `p@ssw0rd1` inner signs substitute letters, outer ones are padding.
  const candidates = [core, bare(unmasked(core)), lower.replace(/[^a-z]/g, '')]
  const names = own.map(name => name.toLowerCase().replace(/[^a-z]/g, '')).filter(name => name.length > 2)
  return candidates.some(
    text => words.has(text) || names.includes(text) || (text !== '' && /^(.)\1*$/.test(text) && core === text),
  )
}
