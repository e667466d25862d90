/** Label calls: proof, print, file. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import { type LabelPrintRequest, type LabelProofRequest, labelWarnings, maxProofs } from '#contract/label/label.ts'
import type { LabelPurpose } from '#contract/label/labelFields.ts'
import { dotsPerMm, type PrinterDots } from '#contract/label/labelprinter.ts'
import type { LabelLayout } from '#contract/label/layout.ts'
import { format } from '#contract/messages/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { load, write } from '../../db/records/store.ts'
import { writeAudits } from '../basis/audit.ts'
import { FileAnswer } from '../basis/fileAnswer.ts'
import { nextNumber } from '../basis/numbering.ts'
import type { Fault } from './drawing/compose.ts'
import type { DrawnLabel } from './drawing/drawLabels.ts'
import { draw } from './drawing/press.ts'
import { svgScale } from './drawing/svg.ts'
import {
  exampleOf,
  faultInWords,
  type Label,
  labelsOf,
  longestExampleOf,
  numbersOf,
  type Sheet,
  sheetOf,
} from './labelSheets.ts'
import type { LabelSubject } from './subject.ts'
import { subjectsOf } from './subjects.ts'

/** Stored labels of a job: drawn again for its printer. */
export interface JobContent {
  readonly width: number
  readonly height: number
  readonly layout: LabelLayout
  readonly labels: readonly Label[]
}

const pictured = (context: Context, labels: readonly Label[], drawn: readonly DrawnLabel[]) =>
  labels.map(({ id, title, number, total }, at) => {
    const { text = '', faults = [] } = drawn[at] ?? {}
    return { id, title, number, total, svg: text, faults: faults.map(fault => faultInWords(context, fault)) }
  })

const proofOf = async (context: Context, sheet: Sheet, labels: readonly Label[]) =>
  pictured(context, labels, await draw({ ...sheet, labels, form: 'svg' }))

/** Example with the faults that only the longest lot number has. */
async function exampleProof(context: Context, sheet: Sheet, purpose: LabelPurpose) {
  const [example] = await proofOf(context, sheet, [exampleOf(context, purpose)])
  if (!example) return []
  const [longest] = await draw({
    ...sheet,
    labels: [longestExampleOf(context, purpose)],
    form: 'check',
    scale: dotsPerMm.D203,
  })
  const isNew = ({ at, code }: Fault) => code === 'CODE_TOO_LARGE' && example.faults.every(fault => fault.at !== at)
  const more = (longest?.faults ?? []).filter(isNew).map(fault => ({ ...fault, code: 'LOT_TOO_LONG' as const }))
  return [{ ...example, faults: [...example.faults, ...more.map(fault => faultInWords(context, fault))] }]
}

interface Printed {
  readonly id: number
  readonly title: string
  readonly at: string
}

/** Subjects of which some of these labels came out before. */
async function printedBefore(
  context: Context,
  purpose: LabelPurpose,
  subjects: readonly LabelSubject[],
  range: Pick<LabelPrintRequest, 'perPackage' | 'from' | 'to'>,
): Promise<readonly Printed[]> {
  const asked = subjects.map(subject => {
    const { first, last } = numbersOf(subject, range)
    return { entity: subject.entity, id: subject.id, title: subject.title, first, last }
  })
  const { rows } = await sql<Printed>`
    select asked.id, asked.title, max(job."printedAt") as at
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked(entity text, id bigint, title text, first int, last int)
    join labelprintrecord kept on kept.entity = asked.entity and kept."recordId" = asked.id
      and kept."rangeFrom" <= asked.last and kept."rangeTo" >= asked.first
    join labelprint job on job.id = kept."parentId" and job."customerId" = ${context.customerId}
      and job.purpose = ${purpose} and (job.status <> 'FAILED' or job."begunAt" is not null)
    group by asked.id, asked.title order by asked.title`.execute(context.tx)
  return rows
}

export async function proofLabels(context: Context, asked: LabelProofRequest) {
  const { purpose, records } = asked
  const sheet = await sheetOf(context, asked)
  const { width, height, templateId } = sheet
  if (!records || records.length === 0) {
    const labels = await exampleProof(context, sheet, purpose)
    return { width, height, labels, total: 1, templateId, printed: [] }
  }
  const subjects = await subjectsOf(context, asked)
  const { labels, total } = await labelsOf(context, subjects, asked, { most: maxProofs })
  const printed = await printedBefore(context, purpose, subjects, asked)
  return { width, height, labels: await proofOf(context, sheet, labels), total, templateId, printed }
}

const mostNamed = 5

/** @throws AppError labelFaulty, with each fault once */
function refuseFaulty(context: Pick<Context, 'locale'>, labels: readonly Label[], drawn: readonly DrawnLabel[]) {
  const found = new Map<string, Fault & { readonly title: string }>()
  labels.forEach(({ id, title }, at) => {
    for (const fault of drawn[at]?.faults ?? [])
      if (!labelWarnings.has(fault.code)) found.set(`${id} ${fault.at} ${fault.code}`, { ...fault, title })
  })
  if (found.size === 0) return
  const said = [...found.values()].map(fault => `${fault.title} ${faultInWords(context, fault).text}`)
  const rest = said.length > mostNamed ? '…' : ''
  throw new AppError('labelFaulty', { faults: said.slice(0, mostNamed).join('；') + rest })
}

async function printerOf(context: Context, { target, printerId }: LabelPrintRequest) {
  if (target !== 'PRINTER') return null
  const printer = await load(context, entities.labelprinter, printerId || 0).catch(() => {
    throw invalid({ printerId: 'missing' })
  })
  if (printer.status !== 'ENABLED') throw new AppError('printerDisabled', { name: printer.name })
  return printer
}

const subjectText = (context: Context, subjects: readonly LabelSubject[]) => {
  const [first] = subjects
  const title = first?.title ?? ''
  const several = { title, count: subjects.length }
  return (subjects.length > 1 ? format(context.locale, 'label.printed.several', several) : title).slice(0, 200)
}

interface Job {
  readonly sheet: Sheet
  readonly subjects: readonly LabelSubject[]
  readonly labels: readonly Label[]
  readonly copies: number
}

const created = ({ customerId, now, userId }: Context) => ({
  customerId,
  createdAt: now,
  createdBy: userId,
  updatedAt: now,
  updatedBy: userId,
})

async function storeJob(context: Context, asked: LabelPrintRequest, { sheet, subjects, labels, copies }: Job) {
  const { width, height, layout, templateId } = sheet
  const isQueued = asked.target === 'PRINTER'
  const content: JobContent = { width, height, layout, labels }
  const records = subjects.map((subject, at) => {
    const { first, last } = numbersOf(subject, asked)
    const { entity, id, title } = subject
    const labelCount = (last - first + 1) * copies
    return {
      lineNo: at + 1,
      entity,
      recordId: id,
      title: title.slice(0, 100),
      rangeFrom: first,
      rangeTo: last,
      labelCount,
    }
  })
  const reason = asked.reason?.trim() || null
  const row = await write(context, entities.labelprint, {
    docNo: await nextNumber(context, 'LP'),
    purpose: asked.purpose,
    subject: subjectText(context, subjects),
    labelCount: labels.length * copies,
    copies,
    target: asked.target,
    printerId: isQueued ? asked.printerId || null : null,
    templateId,
    status: isQueued ? 'QUEUED' : 'SENT',
    attempts: 0,
    byUserId: context.userId,
    printedAt: context.now,
    sentAt: isQueued ? null : context.now,
    nextAt: isQueued ? context.now : null,
    reason,
    reprintOfId: asked.reprintOfId || null,
    records,
  })
  await context.tx
    .insertInto('labelcontent')
    .values({ ...created(context), printId: row.id, content: sql`${JSON.stringify(content)}::jsonb` })
    .execute()
  await writeAudits(
    context,
    [
      { entity: 'labelprint', entityId: String(row.id) },
      ...subjects.map(({ entity, id }) => ({ entity, entityId: String(id) })),
    ].map(record => ({ ...record, action: 'PRINT' as const, changes: JSON.stringify({ labels: row.docNo }), reason })),
  )
  return row
}

export async function printLabels(context: Context, asked: LabelPrintRequest) {
  const copies = asked.copies || 1
  const sheet = await sheetOf(context, asked)
  const printer = await printerOf(context, asked)
  const subjects = await subjectsOf(context, asked)
  const { labels } = await labelsOf(context, subjects, asked, { copies })
  const printed = await printedBefore(context, asked.purpose, subjects, asked)
  if (printed.length > 0 && !asked.reason?.trim())
    throw new AppError('labelReasonMissing', {
      titles: printed
        .map(({ title }) => title)
        .slice(0, mostNamed)
        .join('、'),
    })
  const form = asked.target === 'BROWSER' ? 'svg' : 'check'
  const drawn = await draw({ ...sheet, labels, form, scale: printer ? dotsPerMm[printer.dots] : svgScale })
  refuseFaulty(context, labels, drawn)
  const { id, docNo, status, labelCount } = await storeJob(context, asked, { sheet, subjects, labels, copies })
  return {
    id,
    docNo: docNo ?? '',
    status,
    labelCount: labelCount ?? 0,
    copies,
    width: sheet.width,
    height: sheet.height,
    labels: asked.target === 'BROWSER' ? pictured(context, labels, drawn) : [],
  }
}

const keptDays = 90

/** Forgets old content; jobs and audit stay. */
export async function forgetLabels(db: Database): Promise<void> {
  await sql`
    delete from labelcontent kept using labelprint job
    where job.id = kept."printId" and job.status = 'SENT' and job."printedAt" < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}

/** Labels drawn at a time: those of fine printers are large. */
const labelsOfPiece = 50

/**
 * A job in the printer's words, label by label.
 * @throws AppError labelFaulty before the first piece; those of `draw`
 */
export async function* zplOf(
  context: Pick<Context, 'locale'>,
  { labels, ...sheet }: JobContent,
  copies: number,
  dots: PrinterDots,
): AsyncGenerator<readonly string[]> {
  const task = { ...sheet, copies, scale: dotsPerMm[dots] }
  refuseFaulty(context, labels, await draw({ ...task, labels, form: 'check' }))
  for (let from = 0; from < labels.length; from += labelsOfPiece) {
    const piece = labels.slice(from, from + labelsOfPiece)
    yield (await draw({ ...task, labels: piece, form: 'zpl' })).map(({ text }) => text)
  }
}

/**
 * File of a job of one's own; each taking is audited.
 * @throws AppError notFound, notPermitted, wrongState, labelsForgotten
 */
export async function labelFileOf(
  context: Context,
  { id, dots }: { readonly id: number; readonly dots?: PrinterDots | '' | null | undefined },
): Promise<FileAnswer> {
  const job = await load(context, entities.labelprint, id)
  if (job.target !== 'FILE') throw new AppError('wrongState')
  // Further labels need a print of their own, with a reason.
  if (job.byUserId !== context.userId) throw new AppError('notPermitted', { menu: 'labelprint', button: 'print' })
  const kept = await context.tx
    .selectFrom('labelcontent')
    .select('content')
    .where('printId', '=', id)
    .executeTakeFirst()
  if (!kept) throw new AppError('labelsForgotten', { docNo: job.docNo, days: keptDays })
  const pieces: string[] = []
  for await (const piece of zplOf(context, kept.content as JobContent, job.copies ?? 1, dots || 'D203'))
    pieces.push(...piece)
  const resolution = JSON.stringify({ dots: dots || 'D203' })
  await transact(context.tx, tx =>
    writeAudits({ ...context, tx }, [
      { entity: 'labelprint', entityId: String(id), action: 'EXPORT', changes: resolution },
    ]),
  )
  return new FileAnswer(`${job.docNo}.zpl`, 'application/octet-stream', Buffer.from(pieces.join('')))
}
