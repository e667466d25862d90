/** Queued jobs: claimed one a printer, sent, tried again with pauses. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { PrinterDots } from '#contract/label/labelprinter.ts'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import { dayIn } from '../basis/dates.ts'
import { refusalText } from '../basis/refusalText.ts'
import { defaultTimeZone } from '../settings/timeZone.ts'
import { sendToPrinter } from './printerConnection.ts'
import { type JobContent, zplOf } from './printLabels.ts'

/** Seconds before each further attempt: eight in all, over two hours. */
const pauses = [5, 15, 60, 300, 900, 1800, 3600] as const
/** Seconds that a claim holds; a crash gives the job back after them. */
const claimSeconds = 120

interface Claimed {
  readonly id: number
  readonly customerId: number
  readonly printerId: number
  readonly copies: number
  readonly attempts: number
  readonly address: string
  readonly port: number
  readonly dots: PrinterDots
  readonly isEnabled: boolean
  readonly content: JobContent
}

/** The oldest due job of a printer that is not busy; any process may ask. */
export async function claimPrint(db: Database, busy: readonly number[]): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as (
      select job.id from labelprint job
      where job.status = 'QUEUED' and job."nextAt" <= now() and not job."printerId" = any(${busy}::bigint[])
      order by job."nextAt", job.id limit 1 for update of job skip locked)
    update labelprint job set attempts = coalesce(job.attempts, 0) + 1, "updatedAt" = now(),
      "nextAt" = now() + make_interval(secs => ${claimSeconds})
    from due, labelprinter printer, labelcontent kept
    where job.id = due.id and printer.id = job."printerId" and kept."printId" = job.id
    returning job.id, job."customerId", job."printerId", coalesce(job.copies, 1) as copies, job.attempts,
      printer.address, printer.port, printer.dots, kept.content,
      printer.status = 'ENABLED' and not printer."isDeleted" as "isEnabled"`.execute(db)
  return rows[0]
}

function contextOf(tx: Database, customerId: number): Context {
  const now = new Date().toISOString()
  const place = { timeZone: defaultTimeZone, today: dayIn(defaultTimeZone, now) }
  return { tx, customerId, now, ...place, userId: null, locale: 'zh-CN', grants: new Map(), ip: '' }
}

/** Fault in words, and whether another attempt may help. */
interface Failure {
  readonly fault: string
  readonly isLasting: boolean
}

const said = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
  format('zh-CN', `label.printer.${key}`, values)

/** Prints a claimed job; null where it came out. */
async function failureOf(job: Claimed): Promise<Failure | null> {
  if (!job.isEnabled) return { fault: said('disabled'), isLasting: true }
  try {
    const zpl = await zplOf({ locale: 'zh-CN' }, job.content, job.copies, job.dots)
    const outcome = await sendToPrinter(job, Buffer.from(zpl))
    if (outcome === 'sent') return null
    const address = `${job.address}:${job.port}`
    return {
      fault: said(outcome.fault, { address, reason: outcome.reason }),
      isLasting: outcome.fault === 'forbidden',
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fault: refusalText('zh-CN', error), isLasting: true }
  }
}

async function note(db: Database, { id, customerId, attempts }: Claimed, failure: Failure | null): Promise<void> {
  const pause = failure && !failure.isLasting ? pauses[attempts - 1] : undefined
  const status = failure === null ? 'SENT' : pause === undefined ? 'FAILED' : 'QUEUED'
  const fault = failure?.fault.slice(0, 300) ?? null
  await transact(db, async tx => {
    const context = contextOf(tx, customerId)
    await sql`
      update labelprint set status = ${status}, fault = ${fault}, "updatedAt" = now(), "rowVersion" = "rowVersion" + 1,
        "sentAt" = case when ${status} = 'SENT' then now() else "sentAt" end,
        "nextAt" = now() + make_interval(secs => ${pause ?? null}::int)
      where id = ${id}`.execute(tx)
    if (status === 'QUEUED') return
    const changes = changesOf(entities.labelprint, { status: 'QUEUED' }, { status, fault })
    await writeAudit(context, 'labelprint', String(id), 'STATUS', changes)
  })
}

/** Sends a claimed job and notes what became of it. */
export async function printClaimed(db: Database, job: Claimed): Promise<void> {
  await note(db, job, await failureOf(job))
}
