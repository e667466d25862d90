/** Recall notification log, and queue of its messages (domain.md §3.6). */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { localeOfCountry } from '#contract/paper/language.ts'
import { callbacknotice } from '#contract/recall/callbacknotice.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import type { Context } from '../../db/connection/context.ts'
import { changesOf, writeAudit, writeAudits } from '../basis/audit.ts'
import { mailSettings } from '../basis/mail.ts'
import type { Recall } from './recallStart.ts'

interface Addressee {
  readonly dealerId: number
  readonly email: string | null
  readonly phone: string | null
  readonly contact: string | null
  readonly country: string | null
  readonly lots: readonly (NoticeLot & { readonly lotId: number })[]
}

/** Addressees: dealers with remaining quantities, once each, with all lots. */
async function addresseesOf(context: Context, callbackId: number): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select r."dealerId", max(r.email) as email, max(r.phone) as phone, max(r."contactName") as contact,
      max(d.country) as country, json_agg(json_build_object('lotId', l.id, 'product', coalesce(p.name, m.name, ''),
        'lotNo', l."lotNo", 'produceDate', l."produceDate", 'quantity', r."soldQty"::float8::text,
        'unit', coalesce(u.name, '')) order by l."lotNo") as lots
    from callbackdealer r
    join dealer d on d.id = r."dealerId"
    join stocklot l on l.id = r."lotId"
    left join product p on p.id = l."productId"
    left join material m on m.id = l."materialId"
    left join unit u on u.id = l."unitId"
    where r."callbackId" = ${callbackId} group by r."dealerId"
    having bool_or(r.status is distinct from 'RETURNED') order by r."dealerId"`.execute(context.tx)
  return rows
}

async function plantOf(context: Context, gradeId: number) {
  const { rows } = await sql<{ name: string; phone: string; grade: string }>`
    select c.name, c.phone, coalesce((select name from callbackgrade where id = ${gradeId}), '') as grade
    from customer c where c.id = ${context.customerId}`.execute(context.tx)
  return rows[0] ?? { name: '', phone: '', grade: '' }
}

/** Identity of a notice, address and lots, so that none repeats. */
function noticeKeyOf({ email, lots }: Addressee): string {
  const said = JSON.stringify([email ?? '', lots.map(lot => lot.lotId)])
  return createHash('sha256').update(said).digest('hex')
}

/** Addressees (all by default), and whether failed messages are retried. */
export interface NoticeRequest {
  readonly dealerId?: number
  readonly again?: boolean
}

/**
 * Queues a notice per dealer with an address, once each. Drills log only; without a mail server nothing queues.
 * @returns number of messages
 */
export async function queueNotices(context: Context, recall: Recall, request: NoticeRequest = {}): Promise<number> {
  const isDrill = recall.callbackType === 'DRILL'
  if (!isDrill && mailSettings() === null) return 0
  const plant = await plantOf(context, recall.callbackGradeId)
  const { dealerId = null, again = false } = request
  const all = await addresseesOf(context, recall.id)
  const addressees = all.filter(each => (isDrill || each.email) && (dealerId === null || each.dealerId === dealerId))
  const rows = addressees.map(each => {
    const locale: Locale = localeOfCountry(each.country)
    const mail = noticeMail(locale, {
      plant: plant.name,
      plantPhone: plant.phone,
      grade: plant.grade,
      docNo: recall.docNo ?? '',
      title: recall.title,
      contact: each.contact ?? '',
      content: recall.noticeContent ?? '',
      lots: each.lots,
      isDrill,
    })
    return {
      callbackId: recall.id,
      dealerId: each.dealerId,
      notifyMethod: each.email ? 'EMAIL' : 'PHONE',
      outcome: isDrill ? 'DRILL' : 'PENDING',
      address: each.email || each.phone,
      person: each.contact,
      ...mail,
      lotIds: each.lots.map(lot => lot.lotId),
      noticeKey: noticeKeyOf(each),
      messageId: `<${randomUUID()}@lotline>`,
    }
  })
  if (rows.length === 0) return 0
  const written = await sql<Queued>`
    insert into callbacknotice as stored ("customerId", "createdAt", "createdBy", "updatedAt", "updatedBy", at, attempts,
      "callbackId", "dealerId", "notifyMethod", outcome, address, person, subject, content, "noticeKey", "messageId")
    select ${context.customerId}, ${context.now}, ${context.userId}, ${context.now}, ${context.userId}, ${context.now}, 0,
      n."callbackId", n."dealerId", n."notifyMethod", n.outcome, n.address, n.person, n.subject, n.text, n."noticeKey",
      n."messageId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("callbackId" bigint, "dealerId" bigint,
      "notifyMethod" text, outcome text, address text, person text, subject text, text text, "noticeKey" text,
      "messageId" text)
    on conflict ("customerId", "callbackId", "dealerId", "noticeKey") do update set outcome = 'PENDING', attempts = 0,
      "nextAt" = null, fault = null, subject = excluded.subject, content = excluded.content, person = excluded.person,
      "updatedAt" = excluded."updatedAt", "updatedBy" = excluded."updatedBy", "rowVersion" = stored."rowVersion" + 1
      where ${again} and stored.outcome = 'FAILED'
    returning *, xmax = 0 as "isNew"`.execute(context.tx)
  const lotsOf = new Map(rows.map(row => [row.dealerId, row.lotIds]))
  const queued = written.rows.map(row => ({ ...row, lotIds: lotsOf.get(row.dealerId) ?? [] }))
  const named = queued.flatMap(({ id, lotIds }) => lotIds.map(lotId => ({ id, lotId })))
  await sql`
    insert into "callbacknotice_lotIds" ("ownerId", "targetId")
    select * from unnest(${named.map(each => each.id)}::bigint[], ${named.map(each => each.lotId)}::bigint[])
    on conflict do nothing`.execute(context.tx)
  await writeAudits(
    context,
    queued.map(({ isNew, ...row }) => ({
      entity: 'callbacknotice',
      entityId: String(row.id),
      action: isNew ? 'CREATE' : 'STATUS',
      changes: isNew ? changesOf(callbacknotice, null, row) : 'outcome: FAILED → PENDING',
    })),
  )
  return queued.length
}

type Notice = RowOf<typeof callbacknotice>

/** Stored message: new, or failed and queued again. */
type Queued = Notice & { readonly isNew: boolean }

export async function withdrawNotices(context: Context, callbackId: number, dealerId: number, email: string | null) {
  const reason = format(context.locale, 'recallNotice.addressChanged', { email: email ?? '—' })
  const { rows } = await sql<{ id: number }>`
    update callbacknotice set outcome = 'FAILED', fault = ${reason}, "updatedAt" = ${context.now},
      "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
    where "callbackId" = ${callbackId} and "dealerId" = ${dealerId} and outcome = 'PENDING'
      and address is distinct from ${email}::text returning id`.execute(context.tx)
  for (const { id } of rows)
    await writeAudit(context, 'callbacknotice', String(id), 'STATUS', 'outcome: PENDING → FAILED', reason.slice(0, 200))
}

type LoggedCall = Pick<
  Notice,
  'callbackId' | 'dealerId' | 'notifyMethod' | 'outcome' | 'address' | 'person' | 'said' | 'byId'
>

/** Logs one call; three unanswered calls are three rows. */
export async function logNotice(context: Context, call: LoggedCall): Promise<void> {
  const { customerId, now, userId } = context
  const created = { customerId, createdAt: now, createdBy: userId, updatedAt: now, updatedBy: userId, at: now }
  const row = await context.tx
    .insertInto('callbacknotice')
    .values({ ...created, attempts: 1, ...call, noticeKey: randomUUID() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(context, 'callbacknotice', String(row.id), 'CREATE', changesOf(callbacknotice, null, row))
}

// Text of recall notices, in the language of the dealer's country. Pure.

interface NoticeLot {
  readonly product: string
  readonly lotNo: string
  readonly produceDate: string | null
  readonly quantity: string
  readonly unit: string
}

interface Letter {
  readonly plant: string
  readonly plantPhone: string
  readonly docNo: string
  readonly title: string
  readonly grade: string
  readonly contact: string
  /** Formatted recall text for everybody; mails carry its plain text. */
  readonly content: string
  readonly lots: readonly NoticeLot[]
  readonly isDrill: boolean
}

export function noticeMail(locale: Locale, notice: Letter): { readonly subject: string; readonly text: string } {
  const { lots, isDrill, ...values } = notice
  const say = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
    format(locale, `recallNotice.${key}`, { ...values, ...more })
  const watermark = isDrill ? say('drill') : ''
  const lines = lots.map(lot => say('lot', { ...lot, produceDate: lot.produceDate ?? '—' }))
  const parts = [
    watermark,
    say('greeting'),
    say('opening'),
    lines.join('\n'),
    plainTextOf(notice.content),
    say('asked'),
    say('closing'),
  ]
  return {
    subject: [watermark, say('subject')].filter(Boolean).join(' ').slice(0, 200),
    text: parts.filter(Boolean).join('\n\n'),
  }
}
