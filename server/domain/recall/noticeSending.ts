/**
 * Sends what waits: taken and committed as being sent before the first word goes out, so that a server that ends halfway
 * leaves a message of which nobody knows, never one that is sent twice.
 */
import { sql } from 'kysely'
import { callbackdealer } from '../../../src/contract/recall/callbackdealer.ts'
import { runningStates } from '../../../src/contract/recall/recall.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { changesOf, writeAudit, writeAudits } from '../basis/audit.ts'
import { dayIn } from '../basis/dates.ts'
import { type MailOutcome, type MailSettings, sendMail } from '../basis/mail.ts'
import { usualTimeZone } from '../settings/timeZone.ts'
import { tellShare } from './callbackdealer.ts'

/** Attempts of one message, and the minutes between them: a mail server that is down for hours loses nothing. */
const pauses = [1, 5, 15, 60, 240] as const
const mostAttempts = pauses.length + 1
/** A message that is being sent for so long was left behind by a server that ended. */
const lostMinutes = 5

interface Waiting {
  readonly id: number
  readonly customerId: number
  readonly callbackId: number
  readonly dealerId: number
  readonly address: string
  readonly subject: string
  readonly content: string
  readonly messageId: string
  readonly attempts: number
}

/** Takes one message that is due, of a recall that is under way. */
async function take(db: Database): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update callbacknotice set outcome = 'SENDING', attempts = coalesce(attempts, 0) + 1, "updatedAt" = now()
    where id = (
      select n.id from callbacknotice n join callback c on c.id = n."callbackId"
      where n.outcome = 'PENDING' and (n."nextAt" is null or n."nextAt" <= now()) and c."callbackType" <> 'DRILL'
        and c.status = any(${runningStates})
      order by n.id limit 1 for update of n skip locked)
    returning id, "customerId", "callbackId", "dealerId", address, subject, content, "messageId",
      attempts`.execute(db)
  return rows[0]
}

const outcomes = { sent: 'SENT', refused: 'FAILED', unknown: 'UNKNOWN' } as const

/** What is stored of an attempt. */
function storedOf({ attempts }: Waiting, outcome: MailOutcome) {
  const fault = outcome.kind === 'sent' ? null : outcome.fault.slice(0, 300)
  if (outcome.kind !== 'postponed') return { outcome: outcomes[outcome.kind], fault, pause: null }
  const pause = pauses[attempts - 1]
  return attempts >= mostAttempts || pause === undefined
    ? { outcome: 'FAILED', fault, pause: null }
    : { outcome: 'PENDING', fault, pause }
}

/** The server itself, writing for an organisation. */
function contextOf(tx: Database, customerId: number): Context {
  const now = new Date().toISOString()
  const place = { timeZone: usualTimeZone, today: dayIn(usualTimeZone, now) }
  return { tx, customerId, now, ...place, userId: null, locale: 'zh-CN', grants: new Map(), ip: '' }
}

/** Writes what became of an attempt; who got the mail counts as notified from then on. */
async function note(db: Database, waiting: Waiting, outcome: MailOutcome): Promise<void> {
  const stored = storedOf(waiting, outcome)
  await transact(db, async tx => {
    const context = contextOf(tx, waiting.customerId)
    await sql`
      update callbacknotice set outcome = ${stored.outcome}, fault = ${stored.fault}, "updatedAt" = ${context.now},
        at = ${context.now}, "nextAt" = now() + make_interval(mins => ${stored.pause}::int)
      where id = ${waiting.id}`.execute(tx)
    const change = `outcome: SENDING → ${stored.outcome}`
    await writeAudit(context, 'callbacknotice', String(waiting.id), 'STATUS', change, stored.fault?.slice(0, 200))
    if (stored.outcome !== 'SENT') return
    await noteTold(context, waiting)
    await tellShare(context, waiting.callbackId)
  })
}

/** The dealer knows of the lots that the message named, and of no other. */
async function noteTold(context: Context, { id, callbackId, dealerId }: Waiting): Promise<void> {
  const { rows } = await sql<Values & { id: number; before: string | null }>`
    update callbackdealer r set "notifyTime" = ${context.now}, "notifyMethod" = 'EMAIL', "updatedAt" = ${context.now},
      status = case when r.status = 'NOT_NOTIFIED' then 'NOTIFIED' else r.status end, "rowVersion" = r."rowVersion" + 1
    from callbackdealer stored
    where stored.id = r.id and r."callbackId" = ${callbackId} and r."dealerId" = ${dealerId} and r."notifyTime" is null
      and r."lotId" in (select "targetId" from "callbacknotice_lotIds" where "ownerId" = ${id})
    returning r.id, r."notifyTime", r."notifyMethod", r.status, stored.status as before`.execute(context.tx)
  await writeAudits(
    context,
    rows.map(({ before, ...row }) => ({
      entity: 'callbackdealer',
      entityId: String(row.id),
      action: 'STATUS',
      changes: changesOf(callbackdealer, { status: before }, row),
    })),
  )
}

/** Says of messages that a server left behind that nobody knows what became of them. */
export async function giveUpLost(db: Database): Promise<void> {
  await transact(db, async tx => {
    const { rows } = await sql<{ id: number; customerId: number }>`
      update callbacknotice set outcome = 'UNKNOWN', "updatedAt" = now()
      where outcome = 'SENDING' and "updatedAt" < now() - make_interval(mins => ${lostMinutes})
      returning id, "customerId"`.execute(tx)
    for (const { id, customerId } of rows)
      await writeAudit(contextOf(tx, customerId), 'callbacknotice', String(id), 'STATUS', 'outcome: SENDING → UNKNOWN')
  })
}

/** Sends everything that is due, one after the other; answers how many were tried. */
export async function sendWaiting(db: Database, settings: MailSettings): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const waiting = await take(db)
    if (!waiting) return tried
    const { address, subject, content, messageId } = waiting
    await note(db, waiting, await sendMail(settings, { to: address, subject, text: content, messageId }))
  }
}
