/** Sections of a trace answer as paged windows. */
import { calls } from '#contract/index.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { reviewproductlot } from '#contract/trace/sections.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { SectionRows, TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { request } from '../api/api.ts'
import { memoized } from '../memo.ts'
import { BLOCK, type ReadBlock } from '../records/blocks.ts'
import { PagedWindow } from '../records/pagedRows.ts'
import type { Row, Sort } from '../records/row.ts'
import { askedOf, type TraceDirection } from './traces.ts'

/** Section query: question as answered, plus sort order. */
export interface SectionQuery {
  readonly direction: TraceDirection
  readonly section: SectionName
  readonly asked: TraceQuestion
  readonly asOfSeq: number
  readonly answeredAt: string
  readonly sort: Sort
}

const wholePage = 200

/** Section rows have no ids: their position identifies them. */
const rowsFrom = (rows: SectionRows['rows'], first: number): readonly Row[] =>
  rows.map((row, at) => ({ ...row, id: first + at + 1, rowVersion: 0 }))

function readPage(
  { direction, section, asked, asOfSeq, answeredAt, sort }: SectionQuery,
  page: number,
  size: number,
  signal?: AbortSignal,
): Promise<SectionRows> {
  const called = direction === 'asc' ? calls.reviewAscRows : calls.reviewDescRows
  const order = sort.map(([field, way]) => (way === 'desc' ? `-${field}` : field))
  const part = { section, page, size, ...(order.length > 0 ? { sort: order } : {}) }
  return request(called, { ...askedOf(asked), asOfSeq, answeredAt, ...part }, signal ? { signal } : {})
}

const blockOf = ({ rows, total }: SectionRows, first: number): ReadBlock => ({ rows: rowsFrom(rows, first), total })

async function readBlock(query: SectionQuery, number: number, signal: AbortSignal): Promise<ReadBlock> {
  return blockOf(await readPage(query, number + 1, BLOCK, signal), number * BLOCK)
}

const windowsOf = memoized((_answer: TraceAnswer) => new Map<SectionName, PagedWindow<SectionQuery>>())

/** Window on a section, with the answer's rows preloaded. */
export function sectionWindow(
  answer: TraceAnswer,
  asked: TraceQuestion,
  section: SectionName,
  sort: Sort = [],
): PagedWindow<SectionQuery> {
  const ofAnswer = windowsOf(answer)
  const found = ofAnswer.get(section)
  if (found) return found
  const query = { direction: answer.direction, section, asked, asOfSeq: answer.asOfSeq, answeredAt: answer.asOf, sort }
  const given = answer.sections[section] ?? { total: 0, rows: [] }
  // Preloaded rows are unsorted; an empty section needs no request.
  const isHere = given.rows.length > 0 && sort.length === 0
  const first = isHere || given.total === 0 ? blockOf(given, 0) : undefined
  const made = new PagedWindow(query, readBlock, first)
  ofAnswer.set(section, made)
  return made
}

/** Rows of a section already here, from the first on. */
export function loadedSection(
  answer: TraceAnswer,
  asked: TraceQuestion,
  section: SectionName,
  most: number,
): SectionRows {
  const given = answer.sections[section] ?? { total: 0, rows: [] }
  const window = sectionWindow(answer, asked, section)
  const rows: SectionRows['rows'][number][] = []
  for (let row = window.row(0); row && rows.length < most; row = window.row(rows.length)) rows.push(row)
  return { total: given.total, rows: rows.length > given.rows.length ? rows : given.rows.slice(0, most) }
}

export async function readSection(
  answer: TraceAnswer,
  asked: TraceQuestion,
  section: SectionName,
  most: number,
  signal?: AbortSignal,
): Promise<SectionRows> {
  const given = answer.sections[section] ?? { total: 0, rows: [] }
  const wanted = Math.min(given.total, most)
  if (given.rows.length >= wanted) return { total: given.total, rows: given.rows.slice(0, wanted) }
  const query = {
    direction: answer.direction,
    section,
    asked,
    asOfSeq: answer.asOfSeq,
    answeredAt: answer.asOf,
    sort: [],
  }
  const rows: SectionRows['rows'][number][] = []
  for (let page = 1; rows.length < wanted; page += 1) {
    const read = await readPage(query, page, wholePage, signal)
    if (read.rows.length === 0) break
    rows.push(...read.rows)
  }
  return { total: given.total, rows: rows.slice(0, wanted) }
}

export type ProductLot = Partial<RowOf<typeof reviewproductlot>> & { readonly lotId?: number }

export function productLotCount({ direction, rootLots, sections }: TraceAnswer): number {
  return direction === 'asc' ? (sections.reviewproductlot?.total ?? 0) : rootLots.length
}

/** Product lots of an answer: forward all reached, backward the requested ones. */
export async function productLotsOf(
  answer: TraceAnswer,
  asked: TraceQuestion,
  signal?: AbortSignal,
): Promise<readonly ProductLot[]> {
  if (!sectionsOf[answer.direction].includes('reviewproductlot')) return []
  const { rows } = await readSection(answer, asked, 'reviewproductlot', Number.POSITIVE_INFINITY, signal)
  return answer.direction === 'asc' ? rows : rows.filter(({ level }) => level === 0)
}
