/** Paste plan, cell by cell, before any commit. */
import { validateValue } from '#contract/schema/validate.ts'
import { optionsAmong, type Resolved, resolveOptions } from '../../data/records/options.ts'
import type { RowValues } from '../../data/records/row.ts'
import { loadQuantityRules, quantityRules } from '../../fields/quantities.ts'
import { isNumeric } from '../../fields/typing.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import type { GridState } from '../state/gridState.ts'
import { isEditable } from '../state/moving.ts'
import type { ClipCell, ClipColumn } from './block.ts'
import { isConvertible } from './convertible.ts'
import { unescapeFormula } from './formulaEscape.ts'
import { type DayOrder, dayOrderOf } from './readDay.ts'
import { type Reading, readClip } from './reading.ts'

export interface PlannedItem extends Cell {
  readonly cell: ClipCell
  readonly from?: ClipColumn | undefined
}

/** Skip reason: keys under `paste.skip.`. */
export type Skip = 'readOnly' | 'closed' | 'notLoaded'

type Answered = Exclude<Reading, { outcome: 'reference' }>

export interface Planned extends Cell {
  readonly given: string
  readonly reading: Answered | { readonly outcome: 'skipped'; readonly reason: Skip }
}

type ReferenceItem = PlannedItem & Extract<Reading, { outcome: 'reference' }>

function skipOf(grid: GridState, cell: Cell): Skip | null {
  const column = grid.columns[cell.column]
  if (!column || column.readOnly || column.kind.editor === 'none' || column.kind.readsText === false) return 'readOnly'
  if (cell.row >= grid.props.source.count) return null
  if (grid.props.source.row(cell.row) === undefined) return 'notLoaded'
  return isEditable(grid, cell) ? null : 'closed'
}

function ordersOf(grid: GridState, items: readonly PlannedItem[]): ReadonlyMap<number, DayOrder> {
  const days = Map.groupBy(items, ({ column }) => column)
  const orders = new Map<number, DayOrder>()
  for (const [column, cells] of days)
    if (['date', 'instant'].includes(grid.columns[column]?.field?.kind ?? ''))
      orders.set(column, dayOrderOf(cells.map(({ cell }) => cell)))
  return orders
}

async function answers(
  to: string,
  where: object | undefined,
  references: readonly ReferenceItem[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<ReferenceItem, Answered>> {
  const ids = [...new Set(references.flatMap(({ id }) => (id === undefined ? [] : [id])))]
  const known = new Map<number, string>()
  // Native copies resolve by id, provided the record is still selectable.
  for (let at = 0; at < ids.length; at += 200)
    for (const { value, label } of await optionsAmong(to, ids.slice(at, at + 200), where, signal))
      known.set(value, label)
  const unknown = references.filter(({ id }) => id === undefined || !known.has(id))
  const names = unknown.map(({ name }) => name.slice(0, 200))
  const resolved = names.length > 0 ? await resolveOptions(to, names, where, signal) : new Map<string, Resolved>()
  return new Map(
    references.map(each => {
      const label = each.id === undefined ? undefined : known.get(each.id)
      if (label !== undefined) return [each, { outcome: 'ok', value: each.id, label }]
      return [each, answerOf(each.name, resolved.get(each.name.slice(0, 200)))]
    }),
  )
}

function answerOf(name: string, resolved: Resolved | undefined): Answered {
  const [first, ...others] = resolved?.options ?? []
  if (!resolved || !first) return { outcome: 'failed', value: name, fieldError: 'missing' }
  if (others.length > 0)
    return {
      outcome: 'failed',
      value: name,
      fieldError: 'ambiguous',
      candidates: resolved.options.map(({ label }) => label),
    }
  const { value, label } = first
  return resolved.isExact ? { outcome: 'ok', value, label } : { outcome: 'coerced', value, label, note: 'onlyHit' }
}

/** Query groups: one per entity and per narrowing filter. */
function questionsOf(grid: GridState, references: readonly ReferenceItem[], rowOf: (row: number) => RowValues) {
  const questions = new Map<string, { to: string; where: object | undefined; references: ReferenceItem[] }>()
  for (const each of references) {
    const field = grid.columns[each.column]?.field
    if (!field?.to) continue
    const where = field.where?.(rowOf(each.row))
    const key = JSON.stringify([field.to, where ?? null])
    const question = questions.get(key) ?? { to: field.to, where, references: [] }
    question.references.push(each)
    questions.set(key, question)
  }
  return [...questions.values()]
}

/** Dependency rounds: narrowed references resolve after the values narrowing them. */
function rounds(grid: GridState, references: readonly ReferenceItem[]): readonly (readonly ReferenceItem[])[] {
  const isNarrowed = ({ column }: ReferenceItem) => grid.columns[column]?.field?.where !== undefined
  const columns = [...new Set(references.filter(isNarrowed).map(({ column }) => column))].sort(
    (one, other) => one - other,
  )
  return [
    references.filter(each => !isNarrowed(each)),
    ...columns.map(column => references.filter(each => each.column === column)),
  ]
}

async function resolveReferences(
  grid: GridState,
  references: readonly ReferenceItem[],
  entered: Map<number, Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<ReferenceItem, Answered>> {
  const resolved = new Map<ReferenceItem, Answered>()
  const rowOf = (row: number): RowValues => ({ ...grid.props.source.row(row), ...entered.get(row) })
  for (const round of rounds(grid, references)) {
    const questions = questionsOf(grid, round, rowOf)
    const found = await Promise.all(
      questions.map(({ to, where, references: cells }) => answers(to, where, cells, signal)),
    )
    for (const [each, answer] of found.flatMap(map => [...map])) {
      resolved.set(each, answer)
      remember(entered, grid.columns[each.column], each.row, answer)
    }
  }
  return resolved
}

function remember(
  entered: Map<number, Record<string, unknown>>,
  column: GridColumn | undefined,
  row: number,
  reading: Answered,
): void {
  if (!column || reading.outcome === 'failed') return
  const values = entered.get(row) ?? {}
  values[column.id] = reading.value
  entered.set(row, values)
}

/** Memo by text: a thousand rows mostly hold few distinct values. */
function onceEach(orders: ReadonlyMap<number, DayOrder>, now: Date) {
  const known = new Map<string, Reading>()
  return ({ column: at, cell, from }: PlannedItem, column: GridColumn): Reading => {
    const isBare = cell.typed === undefined && cell.number === undefined
    const key = `${at} ${cell.text}`
    const found = isBare ? known.get(key) : undefined
    if (found) return found
    const reading = readClip(column, cell, { from, order: orders.get(at) ?? 'open', now })
    if (isBare) known.set(key, reading)
    return reading
  }
}

/** Plans cells by column; only references query the server. */
export async function planned(
  grid: GridState,
  items: readonly PlannedItem[],
  now = new Date(),
  signal?: AbortSignal,
): Promise<readonly Planned[]> {
  const orders = ordersOf(grid, items)
  const entered = new Map<number, Record<string, unknown>>()
  const references: ReferenceItem[] = []
  const readOnce = onceEach(orders, now)
  const isNarrowing = grid.columns.some(column => column.field?.where)
  const read = items.map((item): Planned | ReferenceItem => {
    const { row, column: at, cell } = item
    const skip = skipOf(grid, item)
    const column = grid.columns[at]
    if (skip || !column)
      return { row, column: at, given: cell.text, reading: { outcome: 'skipped', reason: skip ?? 'readOnly' } }
    const reading = readOnce(item, column)
    if (reading.outcome === 'reference' && fieldOf(column).to) {
      const question = { ...item, ...reading }
      references.push(question)
      return question
    }
    const answered: Answered =
      reading.outcome === 'reference' ? { outcome: 'failed', value: cell.text, fieldError: 'reference' } : reading
    if (isNarrowing) remember(entered, column, row, answered)
    return { row, column: at, given: cell.text, reading: answered }
  })
  const resolved =
    references.length > 0
      ? await resolveReferences(grid, references, entered, signal)
      : new Map<ReferenceItem, Answered>()
  await convertQuantities(grid, items, read, entered)
  return read.map(each => {
    if ('reading' in each) return each
    const reading = resolved.get(each) ?? { outcome: 'failed', value: each.name, fieldError: 'missing' }
    return { row: each.row, column: each.column, given: each.cell.text, reading }
  })
}

/** Sums and units, once the row's references are known. */
async function convertQuantities(
  grid: GridState,
  items: readonly PlannedItem[],
  read: (Planned | ReferenceItem)[],
  entered: ReadonlyMap<number, RowValues>,
): Promise<void> {
  for (const [at, each] of read.entries()) {
    const column = grid.columns[each.column]
    if (!('reading' in each) || each.reading.outcome !== 'failed' || !column || !isNumeric(fieldOf(column))) continue
    if (!['number', 'integer'].includes(each.reading.fieldError)) continue
    const { row: position, given } = each
    if (!isConvertible(unescapeFormula(given), items[at]?.cell.number)) continue
    const [field, { kind, quantity }] = [fieldOf(column), column]
    const row = { ...grid.props.source.row(position), ...entered.get(position) }
    await loadQuantityRules(quantity, row)
    const parsed = kind.parse(unescapeFormula(given), field, quantityRules(field, quantity, row))
    const value = 'value' in parsed ? parsed.value : given
    const fieldError = 'value' in parsed ? validateValue(field, value) : parsed.fieldError
    const reading: Answered = fieldError
      ? { outcome: 'failed', value, fieldError }
      : { outcome: 'coerced', value, note: 'converted' }
    read[at] = { ...each, reading }
  }
}

export interface Counts {
  readonly ok: number
  readonly coerced: number
  readonly failed: number
  readonly skipped: number
}

export function pasteCounts(cells: readonly Planned[]): Counts {
  const counts = { ok: 0, coerced: 0, failed: 0, skipped: 0 }
  for (const { reading } of cells) counts[reading.outcome] += 1
  return counts
}
