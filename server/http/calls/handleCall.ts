/** Handles calls: authenticate, authorize, one transaction, once per idempotency key. */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Locale } from '#contract/messages/locales.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import type { Context, Database, Device } from '../../db/connection/context.ts'
import { forExports, transact } from '../../db/connection/open.ts'
import { inSavepoint } from '../../db/connection/savepoint.ts'
import { isUnavailable } from '../../db/connection/unavailable.ts'
import { signAs } from '../../db/records/changes.ts'
import { type Session, sessionOf } from '../../domain/auth/signIn.ts'
import { spendTicket } from '../../domain/auth/tickets.ts'
import { dayIn } from '../../domain/basis/dates.ts'
import { defaultTimeZone, isTimeZone } from '../../domain/settings/timeZone.ts'
import { refused, succeeded } from './answers.ts'
import { keyOfPart, runBatch } from './batch.ts'
import { admitExport, isExport } from './exportGate.ts'
import { fingerprint, once } from './idempotency.ts'
import type { CallPart, Route } from './route.ts'
import { readOnStandby, readsOnStandby, type StandbyReading } from './standbyReads.ts'

export interface CallRequest {
  readonly parameters: Values
  readonly locale: Locale
  readonly ip: string
  readonly token: string | null
  readonly key: string | null
  readonly ticket?: string | null
  readonly isTrial?: boolean
  readonly device?: Device
  readonly isExposed?: boolean
  /** Client id on the realtime channel, which skips own changes. */
  readonly writer?: string
  readonly reading?: StandbyReading | undefined
  /** Place of the session, once that is known. */
  onSession?(session: Pick<Session, 'timeZone' | 'currency'>): void
  readonly log: FastifyBaseLogger
}

export function contextOf(
  db: Database,
  asked: Pick<CallRequest, 'locale' | 'ip' | 'device' | 'isExposed'>,
  session: Session | null,
): Context {
  const now = new Date().toISOString()
  const timeZone = session && isTimeZone(session.timeZone) ? session.timeZone : defaultTimeZone
  return {
    tx: db,
    now,
    timeZone,
    today: dayIn(timeZone, now),
    userId: session?.userId ?? null,
    customerId: session?.customerId ?? 0,
    grants: session?.grants ?? new Map(),
    everyOrganisation: session?.everyOrganisation ?? false,
    locale: asked.locale,
    ip: asked.ip,
    ...(session ? { session: session.session } : {}),
    ...(session?.writtenBy ? { writtenBy: session.writtenBy } : {}),
    ...(asked.device ? { device: asked.device } : {}),
    isExposed: asked.isExposed ?? false,
  }
}

interface Authorized {
  readonly session: Session | null
  /** Missing permission of a session. */
  readonly denied: AppError | null
}

/**
 * Authorizes a call; session or null for public ones.
 * @throws AppError unauthorized, forbidden, passwordChangeRequired
 */
async function authorize(db: Database, route: Route, token: string | null): Promise<Authorized> {
  const session = token === null ? null : await sessionOf(db, token)
  if (route.permissions.includes('public'))
    return { session: session?.open && !session.mustChangePassword ? session : null, denied: null }
  if (!session) throw new AppError('unauthorized')
  if (!session.open) throw new AppError('forbidden')
  if (session.mustChangePassword && !route.changesPassword) throw new AppError('passwordChangeRequired')
  if (route.permissions.some(permission => permits(session.grants, permission))) return { session, denied: null }
  const [wanted] = route.permissions
  const about = typeof wanted === 'object' ? { menu: wanted.menu, button: wanted.button } : null
  return { session, denied: new AppError('notPermitted', about) }
}

/** Calls whose answers are kept by their keys. */
const keepsAnswers = (route: Route): boolean =>
  route.writes === true && !route.ownTransactions && !route.skipIdempotencyCache

/** Replays only: done work outlives a right taken away. */
function replaying({ runBatch: _, ticket: __, ...route }: Route, denied: AppError): Route {
  return { ...route, handle: () => Promise.reject(denied) }
}

/** Ticket of a call, consumed by its first successful part. */
interface Unlocking {
  readonly use: (tx: Database) => Promise<void>
  isUsed: boolean
}

function unlocking(route: Route, session: Session | null, { ticket = null }: CallRequest): Unlocking | null {
  if (!route.ticket || !session) return null
  return { use: tx => spendTicket(tx, session, ticket), isUsed: false }
}

interface Performance {
  readonly db: Database
  readonly route: Route
  readonly context: Context
  readonly unlock: Unlocking | null
}

function perform(performance: Performance, asked: CallRequest, key: string | null): Promise<unknown> {
  const { db, route, context } = performance
  if (asked.isTrial) return rehearse(performance, asked)
  if (isExport(route)) return admitExport(db, context.userId, own => exported({ ...performance, db: own }, asked, key))
  const onPrimary = () => performOn(performance, asked, key)
  if (!asked.reading || !readsOnStandby(route)) return onPrimary()
  const onStandby = (tx: Database) => route.handle({ ...context, tx }, asked.parameters, asked.token)
  return readOnStandby({ ...asked.reading, primary: db, path: route.path, log: asked.log, onStandby, onPrimary })
}

/** Exports on the standby: an open transaction here would stay idle. */
function exported(performance: Performance, asked: CallRequest, key: string | null): Promise<unknown> {
  const { db, route, context } = performance
  const onPrimary = () => performOn(performance, asked, key)
  if (!asked.reading) return onPrimary()
  const onStandby = (standby: Database) =>
    route.handle({ ...context, tx: db, reader: forExports(standby) }, asked.parameters, asked.token)
  return readOnStandby({ ...asked.reading, primary: db, path: route.path, log: asked.log, onStandby, onPrimary })
}

/** Carrier of a dry run's answer out of its transaction. */
class RolledBack extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('rolled back')
    this.answer = answer
  }
}

/** Runs work in a transaction and rolls back; returns its answer. */
async function rolledBack(db: Database, work: (tx: Database) => Promise<unknown>): Promise<unknown> {
  try {
    return await transact(db, async tx => {
      const answer = await work(tx)
      // Deferred constraints must count in a dry run.
      await sql`set constraints all immediate`.execute(tx)
      throw new RolledBack(answer)
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer
    throw error
  }
}

const rehearse = ({ db, route, context }: Performance, { parameters, token }: CallRequest): Promise<unknown> =>
  rolledBack(db, tx => route.handle({ ...context, tx, isTrial: true }, parameters, token))

const rehearseInTurn = (
  { db, route, context }: Performance,
  asked: CallRequest,
  parts: readonly CallPart[],
): Promise<unknown> =>
  rolledBack(db, async tx => {
    const rows: unknown[] = []
    const inside = { ...context, tx, isTrial: true }
    for (const { about, parameters } of parts) {
      const work = inSavepoint(tx, () => route.handle(inside, parameters, asked.token))
      rows.push(await outcomeOf(about, asked, work))
    }
    return rows
  })

async function performOn(
  { db, route, context, unlock }: Performance,
  asked: CallRequest,
  key: string | null,
): Promise<unknown> {
  const { parameters, token, writer } = asked
  if (!route.writes || route.ownTransactions) return route.handle(context, parameters, token)
  let uses = false
  const { userId } = context
  const isOnce = key !== null && userId !== null && keepsAnswers(route)
  // Outside the transaction: a slow hash would hold its connection.
  const request = isOnce ? await fingerprint(route, parameters, userId, key) : ''
  const answer = await transact(db, async tx => {
    if (writer) await signAs(tx, writer)
    const work = async () => {
      uses = unlock !== null && !unlock.isUsed
      // Replayed answers need no second ticket.
      if (uses) await unlock?.use(tx)
      return route.handle({ ...context, tx }, parameters, token)
    }
    return isOnce ? once(tx, userId, key, request, work) : work()
  })
  if (unlock && uses) unlock.isUsed = true
  return answer
}

async function outcomeOf(about: Values, asked: CallRequest, work: Promise<unknown>): Promise<Values> {
  try {
    return { ...about, ok: true, ...succeeded(await work) }
  } catch (error) {
    // Without a database all parts would fail slowly; keys permit retries.
    if (isUnavailable(error)) throw error
    // Ticket of the whole call: a missing one refuses all parts.
    if (error instanceof AppError && error.refusal === 'ticketRequired') throw error
    return { ...about, ok: false, ...refused(error, asked.locale, asked.log).answer }
  }
}

/**
 * Handles a call and returns its data.
 * @throws AppError on refusal
 */
export async function handleCall(db: Database, wanted: Route, asked: CallRequest): Promise<unknown> {
  const { session, denied } = await authorize(db, wanted, asked.token)
  if (denied && (asked.isTrial || asked.key === null || !keepsAnswers(wanted))) throw denied
  const route = denied ? replaying(wanted, denied) : wanted
  const context = contextOf(db, asked, session)
  if (session) asked.onSession?.(session)
  const performance = { db, route, context, unlock: unlocking(route, session, asked) }
  if (asked.isTrial && !route.isTriable) throw invalid({ trial: 'unknown' })
  const parts = route.parts?.(asked.parameters) ?? null
  if (!parts) return perform(performance, asked, asked.key)
  if (asked.isTrial) return { rows: await rehearseInTurn(performance, asked, parts) }
  const done = await runBatch({ db, route, context, key: asked.key, writer: asked.writer }, parts)
  const rows: Values[] = []
  for (const [index, { about, parameters }] of (parts as readonly CallPart[]).entries()) {
    const data = done[index] ?? null
    if (data !== null) {
      rows.push({ ...about, ok: true, ...succeeded(data) })
      continue
    }
    const key = keyOfPart(asked.key, index)
    rows.push(await outcomeOf(about, asked, perform(performance, { ...asked, parameters }, key)))
  }
  if (denied && rows.every(({ ok }) => ok === false)) throw denied
  return { rows }
}
