/** Export of a trace: file, evidence snapshot, audit row. */
import { sql } from 'kysely'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import type { ExportRequest } from '#contract/trace/trace.ts'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../../db/connection/context.ts'
import { readAside } from '../../../db/connection/snapshotRead.ts'
import { FileAnswer } from '../../basis/fileAnswer.ts'
import { nextNumber } from '../../basis/numbering.ts'
import type { Writing } from '../../importExport/cells.ts'
import { type Wording, wordingUnder } from '../../importExport/titles.ts'
import { xlsxType } from '../../importExport/workbook.ts'
import { sectionQueries } from '../sections/section.ts'
import { trace } from '../sections/trace.ts'
import type { Direction } from '../walk/links.ts'
import { scopeOf, type TraceScope } from '../walk/traceScope.ts'
import { contactsSheet } from './contacts.ts'
import { edgesSheet } from './edges.ts'
import { exportTraceEvents } from './epcisFile.ts'
import { sortableSheet } from './events.ts'
import { processSheet, receiptsSheet, salesSheet } from './recordSheets.ts'
import type { TraceSheet } from './sheetColumns.ts'
import { keepEvidence } from './snapshot.ts'
import { summarySheet } from './summarySheet.ts'
import { contentOf, fileOf, sheetRows, type Written } from './workbook.ts'

/** About 16,000 rows: sorts the next sheet while the last is written. */
const batchesAhead = 32

/**
 * Returns a trace as a file (`format` XLSX, CSV or EPCIS). Sent after commit: no file exists without its snapshot.
 * @throws AppError as `review`
 */
export async function exportTrace(context: Context, direction: Direction, asked: ExportRequest): Promise<FileAnswer> {
  if (asked.format === 'EPCIS') return exportTraceEvents(context, direction, asked)
  const nextTraceNo = () => nextNumber(context, 'TR')
  const packed = await readAside(context, inside => packTrace(inside, direction, asked, nextTraceNo))
  await keepEvidence(context, direction, asked, packed)
  const { title, bytes } = packed
  return asked.format === 'CSV'
    ? new FileAnswer(`${title}.zip`, 'application/zip', bytes)
    : new FileAnswer(`${title}.xlsx`, xlsxType, bytes)
}

async function packTrace(
  context: Context,
  direction: Direction,
  { format, ...question }: ExportRequest,
  nextTraceNo: () => Promise<string>,
) {
  // Larger work_mem: sorts of tens of thousands would spill.
  await sql`set local work_mem = '32MB'`.execute(context.tx)
  const answer = await trace(context, direction, { ...question, sections: [] })
  const scope = await scopeOf(context, direction, { ...question, asOfSeq: answer.asOfSeq })
  // All messages: sections bring codes of their own.
  const wording = await wordingUnder(context, [], [''])
  const writing: Writing = {
    wording,
    clock: clockIn(context.timeZone),
    today: context.today,
    name: (_to, id) => `#${id}`,
  }
  const sheets: readonly TraceSheet[] = await sheetsOf(context, scope, wording)
  let traceNo = ''
  let done: Written | undefined
  const summary = {
    answer,
    asked: question,
    sheets,
    async traceNo() {
      traceNo = await nextTraceNo()
      return traceNo
    },
  }
  const reading = readAhead(sheets, sheet => sheetRows(context, scope, sheet), batchesAhead)
  const contents = reading.outputs.map(([sheet, rows]) => contentOf(sheet, rows, writing))
  const bytes = await fileOf(format === 'CSV' ? 'CSV' : 'XLSX', contents, written => {
    done = written
    return summarySheet(context, summary, writing, written)
  }).finally(reading.stop)
  return { answer, traceNo, bytes, title: `${wording.say(`review${direction}`)}-${traceNo}`, fileHash: done?.hash() }
}

interface Ahead<Source, Item> {
  /** Sources with their items; consume one after another, in order. */
  readonly outputs: readonly (readonly [source: Source, items: AsyncIterable<Item>])[]
  /** Aborts and awaits pending reads; no query follows. */
  stop(): Promise<void>
}

/** Prefetching reader: overlaps database reads with writing the file. */
function readAhead<Source, Item>(
  sources: readonly Source[],
  itemsOf: (source: Source) => AsyncIterable<Item>,
  most: number,
): Ahead<Source, Item> {
  const queues = sources.map((source): readonly [Source, Item[]] => [source, []])
  const ended = new Set<Item[]>()
  let held = 0
  let isStopped = false
  let failure: { readonly error: unknown } | undefined
  let change = Promise.withResolvers<void>()
  const wake = () => {
    change.resolve()
    change = Promise.withResolvers<void>()
  }
  async function read(): Promise<void> {
    for (const [source, queue] of queues) {
      for await (const item of itemsOf(source)) {
        queue.push(item)
        held += 1
        wake()
        while (held >= most && !isStopped) await change.promise
        if (isStopped) return
      }
      ended.add(queue)
      wake()
    }
  }
  const reading = read().catch((error: unknown) => {
    failure = { error }
    wake()
  })
  async function* output(queue: Item[]): AsyncGenerator<Item> {
    for (;;) {
      const item = queue.shift()
      if (item !== undefined) {
        held -= 1
        wake()
        yield item
      } else if (ended.has(queue)) return
      else if (failure) throw failure.error
      else await change.promise
    }
  }
  return {
    outputs: queues.map(([source, queue]) => [source, output(queue)] as const),
    async stop() {
      isStopped = true
      wake()
      await reading
    },
  }
}

function sectionSheet(name: SectionName, kdes: Readonly<Record<string, string>> = {}): TraceSheet {
  const fields = Object.entries(sections[name].fields)
  return {
    name,
    titles: name,
    columns: Object.fromEntries(
      fields.map(([field, of]) => [field, { ...of, ...(kdes[field] ? { kde: kdes[field] } : {}) }]),
    ),
    ...sectionQueries[name],
  }
}

const usesSheet = sectionSheet('reviewuse', {
  useTime: 'Date of transformation',
  planNo: 'Reference document number',
  itemName: 'Product description',
  qty: 'Quantity',
  unitName: 'Unit of measure',
  outLotNo: 'New traceability lot code',
})

/** Sections covered by a more detailed sheet. */
const covered: readonly SectionName[] = ['reviewuse', 'reviewbalance', 'reviewdealer']

async function sheetsOf(context: Context, scope: TraceScope, wording: Wording): Promise<readonly TraceSheet[]> {
  const others = sectionsOf[scope.direction].filter(name => !covered.includes(name))
  return [
    await sortableSheet(context, scope, wording),
    receiptsSheet,
    usesSheet,
    processSheet,
    salesSheet,
    contactsSheet,
    sectionSheet('reviewbalance'),
    edgesSheet,
    ...others.map(name => sectionSheet(name)),
  ]
}
