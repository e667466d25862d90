/** Summary sheet: query, user, snapshot, findings, legend of codes. */
import { type Enumeration, type Fields, isEmpty, type Values } from '#contract/schema/field.ts'
import { movementCodes, trackingEventOf } from '#contract/stock/movementTypes.ts'
import { questionFields, type TraceCriteria } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import type { Context } from '../../../db/connection/context.ts'
import { rowsOf } from '../../../db/query/rowsOf.ts'
import { cellOf, type Writing } from '../../importExport/cells.ts'
import { namesOf } from '../../importExport/names.ts'
import type { SheetCell, SheetContent } from '../../importExport/workbook.ts'
import type { TraceSheet } from './sheetColumns.ts'
import { canonical, type Written } from './workbook.ts'

type Line = readonly SheetCell[]

export interface SummarySheetInput {
  readonly answer: TraceAnswer
  readonly asked: TraceCriteria
  readonly sheets: readonly TraceSheet[]
  /** Trace number, allocated after the sheets: numbering must not delay other transactions. */
  traceNo(): Promise<string>
}

async function inputsOf(
  context: Context,
  { answer, asked }: SummarySheetInput,
  writing: Writing,
): Promise<readonly Line[]> {
  const fields: Fields = questionFields[answer.direction]
  const given: Values = asked
  const lines: Line[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name]
    if (isEmpty(value)) continue
    const names = field.to && typeof value === 'number' ? await namesOf(context, field.to, [value]) : null
    const cell = cellOf(field, value, { ...writing, name: (_to, id) => names?.get(id) ?? `#${id}` })
    const title = `${writing.wording.say('tracesheet.input')}: ${writing.wording.say(`review${answer.direction}.${name}`)}`
    lines.push([text(title), canonical(cell), null])
  }
  return lines
}

const text = (value: unknown): SheetCell => canonical({ type: 'text', value: String(value) })
const count = (value: number): SheetCell => ({ type: 'number', value, style: 'whole' })

function codesOf(sheets: readonly TraceSheet[]): readonly Enumeration[] {
  const found = sheets.flatMap(({ columns }) => Object.values(columns).flatMap(({ enumeration }) => enumeration ?? []))
  return [...new Map(found.map(enumeration => [enumeration.name, enumeration])).values()]
}

async function glossaryOf(
  context: Context,
  { sheets }: SummarySheetInput,
  { wording }: Writing,
): Promise<readonly Line[]> {
  const units = await rowsOf(context, 'unit')
    .select(['code', 'name', 'uneceCode', 'unitType'])
    .where('isDeleted', '=', false)
    .orderBy('sortNo')
    .orderBy('code')
    .execute()
  const { say } = wording
  const unit = text(say('unit'))
  return [
    ...units.map(({ code, name, uneceCode, unitType }): Line => {
      const meaning = [code, say(`UnitType.${unitType}`), ...(uneceCode ? [`UNECE ${uneceCode}`] : [])]
      return [unit, text(name), text(meaning.join('; '))]
    }),
    ...[...new Set(movementCodes.flatMap(code => trackingEventOf(code) ?? []))].map(
      (event): Line => [text(say('tracesheet.event')), text(event), text(say(`tracesheet.meaning.${event}`))],
    ),
    ...codesOf(sheets).flatMap(({ name, options }) =>
      Object.keys(options).map((code): Line => [text(name), text(say(`${name}.${code}`)), text(code)]),
    ),
  ]
}

async function linesOf(
  context: Context,
  told: SummarySheetInput,
  writing: Writing,
  written: Written,
): Promise<readonly Line[]> {
  const { say } = writing.wording
  const { answer } = told
  const user = await context.tx.selectFrom('user').select('name').where('id', '=', context.userId).executeTakeFirst()
  const line = (key: string, cell: SheetCell, note: SheetCell = null): Line => [text(say(key)), cell, note]
  const zone = text(context.timeZone)
  const at = (instant: string): SheetCell => ({ type: 'instant', value: writing.clock.wall(instant) })
  return [
    line('review.traceNo', text(await told.traceNo())),
    line('review.direction', text(say(`review${answer.direction}`))),
    ...(await inputsOf(context, told, writing)),
    line('review.rootLots', text(answer.rootLots.join('; '))),
    line('review.askedBy', text(user?.name ?? '')),
    line('tracesheet.askedAt', at(context.now), zone),
    line('review.asOfSeq', count(answer.asOfSeq)),
    line('review.asOf', at(answer.asOf), zone),
    line('tracesheet.elapsed', { type: 'number', value: Math.round(answer.elapsedMs), style: 'whole' }),
    ...Object.entries(answer.counts).map(([name, value]) => line(`review.count.${name}`, count(value))),
    line(
      'tracesheet.accounted',
      answer.accountedRate === null ? null : canonical({ type: 'number', value: answer.accountedRate, style: 'money' }),
    ),
    line('review.hash', text(written.hash()), text(say('tracesheet.hashOf'))),
    ...written.counts.map(([name, value]): Line => [text(say('tracesheet.rows')), count(value), text(name)]),
    ...(await glossaryOf(context, told, writing)),
  ]
}

/** Summary sheet; written last, since it holds counts and hash. */
export function summarySheet(
  context: Context,
  told: SummarySheetInput,
  writing: Writing,
  written: Written,
): SheetContent {
  const { say } = writing.wording
  async function* rows() {
    yield await linesOf(context, told, writing, written)
  }
  return {
    name: say('review.summary'),
    columns: [
      { title: say('tracesheet.item'), width: 28 },
      { title: say('tracesheet.value'), width: 48 },
      { title: say('tracesheet.note'), width: 48 },
    ],
    rows: rows(),
  }
}
