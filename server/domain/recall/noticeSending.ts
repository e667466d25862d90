/** Delivery of queued notices. The committed state prevents sending twice. */
import { sql } from 'kysely'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { callbacknotice } from '#contract/recall/callbacknotice.ts'
import { runningStates } from '#contract/recall/recall.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { changesOf, writeAudit, writeAudits } from '../basis/audit.ts'
import { dayIn } from '../basis/dates.ts'
import type { FileAnswer } from '../basis/fileAnswer.ts'
import { type MailOutcome, type MailSettings, sendMail } from '../basis/mail.ts'
import { drawPaper } from '../paper/papers.ts'
import { defaultTimeZone } from '../settings/timeZone.ts'
import { notifyShare } from './callbackdealer.ts'

/** Minutes between attempts: hours of mail server downtime lose nothing. */
const pauses = [1, 5, 15, 60, 240] as const
const maxAttempts = pauses.length + 1
/** Minutes until a sending message counts as orphaned by a crash. */
const lostMinutes = 5

interface Waiting extends Pick<RowOf<typeof callbacknotice>, 'id' | 'callbackId' | 'dealerId'> {
  readonly customerId: number
  readonly address: string
  readonly subject: string
  readonly content: string
  readonly messageId: string
  readonly attempts: number
}

/** Claims one due message of a running recall. */
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

function storedOf({ attempts }: Waiting, outcome: MailOutcome) {
  const reason = outcome.kind === 'sent' ? null : outcome.reason.slice(0, 300)
  if (outcome.kind !== 'postponed') return { outcome: outcomes[outcome.kind], reason, pause: null }
  const pause = pauses[attempts - 1]
  return attempts >= maxAttempts || pause === undefined
    ? { outcome: 'FAILED', reason, pause: null }
    : { outcome: 'PENDING', reason, pause }
}

function contextOf(tx: Database, customerId: number): Context {
  const now = new Date().toISOString()
  const place = { timeZone: defaultTimeZone, today: dayIn(defaultTimeZone, now) }
  return { tx, customerId, now, ...place, userId: null, locale: 'zh-CN', grants: new Map(), ip: '' }
}

/** Outcome of an attempt; delivered mail counts as notification. */
async function note(db: Database, waiting: Waiting, outcome: MailOutcome): Promise<void> {
  const stored = storedOf(waiting, outcome)
  await transact(db, async tx => {
    const context = contextOf(tx, waiting.customerId)
    await sql`
      update callbacknotice set outcome = ${stored.outcome}, fault = ${stored.reason}, "updatedAt" = ${context.now},
        at = ${context.now}, "nextAt" = now() + make_interval(mins => ${stored.pause}::int)
      where id = ${waiting.id}`.execute(tx)
    const change = `outcome: SENDING → ${stored.outcome}`
    await writeAudit(context, 'callbacknotice', String(waiting.id), 'STATUS', change, stored.reason?.slice(0, 200))
    if (stored.outcome !== 'SENT') return
    await recordNotified(context, waiting)
    await notifyShare(context, waiting.callbackId)
  })
}

/** Marks only the lots named in the message as notified. */
async function recordNotified(context: Context, { id, callbackId, dealerId }: Waiting): Promise<void> {
  const { rows } = await sql<Pick<RowOf<typeof callbackdealer>, 'id' | 'status'> & { before: string | null }>`
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

/** Marks orphaned messages as of unknown outcome. */
export async function abortLost(db: Database): Promise<void> {
  await transact(db, async tx => {
    const { rows } = await sql<{ id: number; customerId: number }>`
      update callbacknotice set outcome = 'UNKNOWN', "updatedAt" = now()
      where outcome = 'SENDING' and "updatedAt" < now() - make_interval(mins => ${lostMinutes})
      returning id, "customerId"`.execute(tx)
    for (const { id, customerId } of rows)
      await writeAudit(contextOf(tx, customerId), 'callbacknotice', String(id), 'STATUS', 'outcome: SENDING → UNKNOWN')
  })
}

/** The letter as PDF; a message never waits for its attachment. */
async function letterOf(db: Database, { id, customerId }: Waiting): Promise<FileAnswer | null> {
  try {
    const query = { entity: callbacknotice, id, paper: 'recallLetter' }
    return await drawPaper(contextOf(db, customerId), query, { issueLines: async () => [] })
  } catch {
    return null
  }
}

/** Sends all due messages sequentially; returns the number of attempts. */
export async function sendWaiting(db: Database, settings: MailSettings): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const waiting = await take(db)
    if (!waiting) return tried
    const { address, subject, content, messageId } = waiting
    const attachment = await letterOf(db, waiting)
    const mail = { to: address, subject, text: content, messageId, ...(attachment ? { attachment } : {}) }
    await note(db, waiting, await sendMail(settings, mail))
  }
}
