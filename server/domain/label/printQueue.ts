/** Queued jobs: one a printer, repeated only while nothing was sent. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { PrinterDots } from '#contract/label/labelprinter.ts'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import { richTextOf } from '#contract/schema/plainText.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import { dayIn } from '../basis/dates.ts'
import { refusalText } from '../basis/refusalText.ts'
import { publishNotice } from '../notices/notify.ts'
import { defaultTimeZone } from '../settings/timeZone.ts'
import { type PrinterAnswer, type SendingTimes, sendToPrinter } from './printerConnection.ts'
import { type JobContent, zplOf } from './printLabels.ts'

/** Seconds before each further attempt: eight in all, over two hours. */
const pauses = [5, 15, 60, 300, 900, 1800, 3600] as const

export interface QueueTimes extends SendingTimes {
  /** Time that a claim holds unless it is renewed. */
  readonly claimMs: number
  /** Interval of looking: jobs of other processes, and pauses that end. */
  readonly lookMs: number
}

export const usualTimes: QueueTimes = { claimMs: 60_000, lookMs: 2_000, connectMs: 10_000, stallMs: 30_000 }

export interface Claimed {
  readonly id: number
  readonly customerId: number
  readonly printerId: number
  readonly copies: number
  readonly attempts: number
  readonly claim: string
  readonly address: string
  readonly port: number
  readonly dots: PrinterDots
  readonly isEnabled: boolean
  readonly content: JobContent
}

function contextOf(tx: Database, customerId: number): Context {
  const now = new Date().toISOString()
  const place = { timeZone: defaultTimeZone, today: dayIn(defaultTimeZone, now) }
  return { tx, customerId, now, ...place, userId: null, locale: 'zh-CN', grants: new Map(), ip: '' }
}

const said = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
  format('zh-CN', `label.printer.${key}`, values).slice(0, 300)

interface Settled {
  readonly id: number
  readonly customerId: number
  readonly status: 'SENT' | 'FAILED'
  readonly fault: string | null
  readonly docNo: string | null
  readonly byUserId: number | null
}

const noticeMs = 7 * 86_400_000

/** Audit row; whoever printed hears of a failure. */
async function recordOutcome(tx: Database, { id, customerId, status, fault, docNo, byUserId }: Settled): Promise<void> {
  const context = contextOf(tx, customerId)
  const changes = changesOf(entities.labelprint, { status: 'QUEUED' }, { status, fault })
  await writeAudit(context, 'labelprint', String(id), 'STATUS', changes)
  if (status !== 'FAILED' || byUserId === null) return
  await publishNotice(context, {
    title: said('failed', { docNo }),
    notifyType: 'ALERT',
    targetType: 'USER',
    userIds: [byUserId],
    content: `${richTextOf(fault ?? '')}<p><a href="/labelprint/${id}">${format('zh-CN', 'task.open')}</a></p>`,
    expireTime: new Date(Date.parse(context.now) + noticeMs).toISOString(),
  })
}

/** Queues lapsed claims again; fails those that began. */
async function settleLapsed(tx: Database): Promise<void> {
  const { rows } = await sql<Settled>`
    update labelprint set "updatedAt" = now(), "rowVersion" = "rowVersion" + 1,
      status = case when "begunAt" is null then 'QUEUED' else 'FAILED' end,
      fault = case when "begunAt" is null then fault else ${said('lapsed')} end
    where status = 'SENDING' and "nextAt" <= now()
    returning id, "customerId", status, fault, "docNo", "byUserId"`.execute(tx)
  for (const row of rows) if (row.status === 'FAILED') await recordOutcome(tx, row)
}

const seconds = (ms: number) => ms / 1000

/** Oldest due job of an idle printer. */
export async function claimPrint(
  db: Database,
  busy: readonly number[],
  { claimMs }: QueueTimes,
): Promise<Claimed | undefined> {
  const { rows } = await sql`
    select from labelprint where status in ('QUEUED', 'SENDING') and "nextAt" <= now() limit 1`.execute(db)
  if (rows.length === 0) return undefined
  return transact(db, async tx => {
    // Concurrent claims would not see each other's printer.
    await sql`select pg_advisory_xact_lock(hashtext('lotline.labels'))`.execute(tx)
    await settleLapsed(tx)
    const claimed = await sql<Claimed>`
      with due as (
        select job.id from labelprint job
        where job.status = 'QUEUED' and job."nextAt" <= now() and not job."printerId" = any(${busy}::bigint[])
          and not exists (
            select from labelprint other where other."printerId" = job."printerId" and other.status = 'SENDING')
        order by job."nextAt", job.id limit 1 for update of job skip locked)
      update labelprint job set status = 'SENDING', claim = ${randomUUID()}, "begunAt" = null,
        attempts = coalesce(job.attempts, 0) + 1, "updatedAt" = now(), "rowVersion" = job."rowVersion" + 1,
        "nextAt" = now() + make_interval(secs => ${seconds(claimMs)})
      from due, labelprinter printer, labelcontent kept
      where job.id = due.id and printer.id = job."printerId" and kept."printId" = job.id
      returning job.id, job."customerId", job."printerId", coalesce(job.copies, 1) as copies, job.attempts, job.claim,
        printer.address, printer.port, printer.dots, kept.content,
        printer.status = 'ENABLED' and not printer."isDeleted" as "isEnabled"`.execute(tx)
    return claimed.rows[0]
  })
}

/** False where another server took over. */
async function extended(db: Database, { id, claim }: Claimed, { claimMs }: QueueTimes, begins = false) {
  const { numAffectedRows } = await sql`
    update labelprint set "nextAt" = now() + make_interval(secs => ${seconds(claimMs)}),
      "begunAt" = case when ${begins} then now() else "begunAt" end
    where id = ${id} and claim = ${claim} and status = 'SENDING'`.execute(db)
  return numAffectedRows === 1n
}

/** Renews the claim; cuts the print once it is lost. */
async function renew(db: Database, job: Claimed, times: QueueTimes, over: AbortSignal, lost: AbortController) {
  let heldUntil = performance.now() + times.claimMs
  const pauseMs = times.claimMs / 4
  while (!over.aborted) {
    await wait(pauseMs, undefined, { signal: over, ref: false }).catch(() => undefined)
    if (over.aborted) return
    const asked = performance.now()
    const isHeld = await extended(db, job, times).catch(() => null)
    if (isHeld) heldUntil = asked + times.claimMs
    // An absent database is not yet another server.
    if (isHeld === false || performance.now() + pauseMs > heldUntil) return lost.abort()
  }
}

type Outcome =
  | { readonly status: 'SENT' | 'STOPPED' }
  | { readonly status: 'FAILED'; readonly fault: string; readonly mayRetry: boolean }

function outcomeOf(job: Claimed, answer: PrinterAnswer, { stallMs }: QueueTimes): Outcome {
  if (answer.outcome === 'sent') return { status: 'SENT' }
  if (answer.outcome === 'stopped') return { status: 'STOPPED' }
  const { fault, reason } = answer
  const address = `${job.address}:${job.port}`
  if (answer.outcome === 'unsent')
    return {
      status: 'FAILED',
      fault: said(fault, { address, reason }),
      mayRetry: fault !== 'forbidden' && fault !== 'local',
    }
  const total = job.content.labels.length
  const count = Math.min(answer.labels, total)
  const values = { address, reason, count: count * job.copies, total: total * job.copies, seconds: seconds(stallMs) }
  return { status: 'FAILED', fault: said(fault, values), mayRetry: false }
}

interface Ends {
  readonly stop: AbortSignal
  readonly cut: AbortSignal
}

async function attempted(db: Database, job: Claimed, times: QueueTimes, { stop, cut }: Ends): Promise<Outcome> {
  if (!job.isEnabled) return { status: 'FAILED', fault: said('disabled'), mayRetry: false }
  try {
    const pieces = zplOf({ locale: 'zh-CN' }, job.content, job.copies, job.dots)
    const begin = () => extended(db, job, times, true)
    return outcomeOf(job, await sendToPrinter(job, { ...times, pieces, begin, stop, cut }), times)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const mayRetry = error.refusal === 'labelsBusy' || error.refusal === 'drawingTooSlow'
    return { status: 'FAILED', fault: refusalText('zh-CN', error).slice(0, 300), mayRetry }
  }
}

/** Only the claim's holder may note. */
async function note(db: Database, { id, attempts, claim }: Claimed, outcome: Outcome): Promise<void> {
  const isStopped = outcome.status === 'STOPPED'
  const fault = outcome.status === 'FAILED' ? outcome.fault : null
  const pause = outcome.status === 'FAILED' && outcome.mayRetry ? pauses[attempts - 1] : undefined
  const status = isStopped || pause !== undefined ? 'QUEUED' : outcome.status === 'SENT' ? 'SENT' : 'FAILED'
  await transact(db, async tx => {
    const { rows } = await sql<Settled>`
      update labelprint set status = ${status}, fault = ${fault}, "updatedAt" = now(), "rowVersion" = "rowVersion" + 1,
        attempts = attempts - ${isStopped ? 1 : 0},
        "sentAt" = case when ${status} = 'SENT' then now() else "sentAt" end,
        "nextAt" = now() + make_interval(secs => ${isStopped ? 0 : (pause ?? null)}::int)
      where id = ${id} and claim = ${claim} and status = 'SENDING'
      returning id, "customerId", status, fault, "docNo", "byUserId"`.execute(tx)
    if (status !== 'QUEUED' && rows[0]) await recordOutcome(tx, rows[0])
  })
}

/**
 * `stop` ends a job before its first byte, `cut` anywhere.
 * @throws Error of the database, or of drawing
 */
export async function printClaimed(db: Database, job: Claimed, times: QueueTimes, { stop, cut }: Ends): Promise<void> {
  const over = new AbortController()
  const lost = new AbortController()
  const renewing = renew(db, job, times, over.signal, lost)
  try {
    const anyCut = AbortSignal.any([cut, lost.signal])
    await note(db, job, await attempted(db, job, times, { stop: AbortSignal.any([stop, anyCut]), cut: anyCut }))
  } finally {
    over.abort()
    await renewing
  }
}
