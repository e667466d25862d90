/** Opaque tokens, stored as SHA-256. Those of a sign-in share a session. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'

const refreshSeconds = 30 * 24 * 3600
/** Lifetime of a file token in seconds, renewed with the session. */
export const filesSeconds = 24 * 3600
// Replay window in seconds for concurrent tabs; later reuse indicates theft.
const replaySeconds = 30

/** Positive number of an environment variable, else the fallback. */
export function secondsOf(text: string | undefined, fallback: number): number {
  const seconds = Number(text)
  return Number.isInteger(seconds) && seconds > 0 ? seconds : fallback
}

export const accessSeconds = (): number => secondsOf(process.env.ACCESS_TTL, 900)

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly SocketToken: string
  /** Browser only, in an HttpOnly cookie. */
  readonly filesToken: string
  readonly expires_in: number
}

type Kind = 'ACCESS' | 'REFRESH' | 'SOCKET' | 'FILES'

const randomToken = () => randomBytes(32).toString('base64url')

async function storeTokens(
  db: Database,
  userId: number,
  session: string,
  tokenOf: (kind: Kind) => string,
): Promise<IssuedTokens> {
  const [access, refresh, socket, files] = [tokenOf('ACCESS'), tokenOf('REFRESH'), tokenOf('SOCKET'), tokenOf('FILES')]
  const expires_in = accessSeconds()
  await sql`
    insert into "token" ("hash", "kind", "userId", "session", "expiresAt") values
    (${hashToken(access)}, 'ACCESS', ${userId}, ${session}, now() + make_interval(secs => ${expires_in})),
    (${hashToken(refresh)}, 'REFRESH', ${userId}, ${session}, now() + make_interval(secs => ${refreshSeconds})),
    (${hashToken(socket)}, 'SOCKET', ${userId}, ${session}, now() + make_interval(secs => ${refreshSeconds})),
    (${hashToken(files)}, 'FILES', ${userId}, ${session}, now() + make_interval(secs => ${filesSeconds}))
    on conflict ("hash") do nothing`.execute(db)
  return { access_token: access, refresh_token: refresh, SocketToken: socket, filesToken: files, expires_in }
}

export const issueTokens = (db: Database, userId: number, session: string = randomUUID()): Promise<IssuedTokens> =>
  storeTokens(db, userId, session, randomToken)

/** Successors derived from token and salt: replays get the same. */
const successorsOf = (refreshToken: string, salt: string) => (kind: Kind) =>
  createHmac('sha256', refreshToken).update(`${kind}:${salt}`).digest('base64url')

interface RefreshToken {
  readonly id: number
  readonly userId: number
  readonly session: string
  readonly replaced: number | null
  readonly salt: string | null
}

async function replaceToken(tx: Database, token: RefreshToken, refreshToken: string): Promise<IssuedTokens> {
  const { id, userId, session, replaced } = token
  const salt = token.salt ?? randomToken()
  if (replaced === null)
    await sql`update "token" set "replacedAt" = now(), "successorSalt" = ${salt} where "id" = ${id}`.execute(tx)
  const tokens = await storeTokens(tx, userId, session, successorsOf(refreshToken, salt))
  return { ...tokens, expires_in: Math.max(1, tokens.expires_in - Math.floor(replaced ?? 0)) }
}

/** Renews a session; a late replay ends it for all holders. */
export async function renewTokens(
  db: Database,
  refreshToken: string,
): Promise<{ readonly userId: number; readonly tokens: IssuedTokens }> {
  // Throw after commit: the session must stay ended despite the refusal.
  const renewed = await transact(db, async tx => {
    const { rows } = await sql<RefreshToken>`
      select t."id", t."userId", t."session", t."successorSalt" as salt,
        extract(epoch from clock_timestamp() - t."replacedAt")::float8 as replaced
      from "token" t join "user" u on u."id" = t."userId" and u."status" = 'ENABLED' and not u."isDeleted"
      where t."hash" = ${hashToken(refreshToken)} and t."kind" = 'REFRESH' and t."expiresAt" > now()
      for update of t`.execute(tx)
    const token = rows[0]
    if (!token) return null
    if (token.replaced !== null && token.replaced > replaySeconds) {
      await endSession(tx, token.session)
      return null
    }
    return { userId: token.userId, tokens: await replaceToken(tx, token, refreshToken) }
  })
  if (!renewed) throw new AppError('unauthorized')
  return renewed
}

export async function endSession(db: Database, session: string): Promise<boolean> {
  await db.deleteFrom('verification').where('session', '=', session).execute()
  const ended = await db.deleteFrom('token').where('session', '=', session).returning('id').execute()
  return ended.length > 0
}

export async function endSessionOf(db: Database, accessToken: string): Promise<void> {
  const tokens = db.selectFrom('token').where('hash', '=', hashToken(accessToken))
  const found = await tokens.select('session').executeTakeFirst()
  if (found) await endSession(db, found.session)
}

/** Ends a user's sessions except `kept`, and pending sign-ins. */
export async function endSessionsOfUser(db: Database, userId: number, kept?: string): Promise<void> {
  await db.deleteFrom('verification').where('userId', '=', userId).execute()
  const tokens = db.deleteFrom('token').where('userId', '=', userId)
  await (kept === undefined ? tokens : tokens.where('session', '<>', kept)).execute()
}

/** Ends a user's tickets: their operation password was replaced. */
export async function endTicketsOfUser(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('verification').where('userId', '=', userId).where('kind', '=', 'TICKET').execute()
}

export async function forgetTokens(db: Database): Promise<void> {
  await sql`delete from "token" where "expiresAt" < now()`.execute(db)
}
