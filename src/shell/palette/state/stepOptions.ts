/** Prompt options: rows, records, codes, booleans. */
import type { Locale } from '#contract/messages/locales.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import type { RowsNeeded } from '../../../commands/core/command.ts'
import { text } from '../../../data/language.ts'
import { listRecords } from '../../../data/records/records.ts'
import type { Condition, Row, RowValues } from '../../../data/records/row.ts'
import { cells } from '../../../fields/index.ts'
import { searchCodes, searchRecords } from '../../../fields/options/options.ts'
import { stateShown } from '../../../fields/tone.ts'
import type { FieldStep, PaletteStep, StepOption } from './steps.ts'

const maxOptions = 20
const maxDetails = 3

function statesOf({ entity, from, removable }: RowsNeeded): readonly string[] | undefined {
  if (from) return from
  if (!removable) return undefined
  return entity.removableIn ?? entity.editableIn ?? (entity.document ? ['DRAFT'] : undefined)
}

/** Filter to the rows in a permitted state. */
export function stateFilter(needed: RowsNeeded): readonly Condition[] {
  const states = statesOf(needed)
  return states ? [{ field: stateOf(needed.entity), op: 'in', value: states }] : []
}

function detailOf(entity: Entity, row: Row, locale: Locale): string {
  const listed = Object.entries(entity.fields).filter(
    ([name, field]) => field.list && !field.hidden && name !== entity.title && name !== stateOf(entity),
  )
  return listed
    .map(([name, field]) => cells[field.kind].toText(row[name], row, field, locale, name))
    .filter(shown => shown !== '')
    .slice(0, maxDetails)
    .join(' · ')
}

function optionOf(entity: Entity, row: Row, locale: Locale): StepOption {
  const state = entity.fields[stateOf(entity)]
  const code = row[stateOf(entity)]
  return {
    value: row.id,
    label: titleOfRow(entity, row, text),
    detail: detailOf(entity, row, locale),
    row,
    ...(state?.enumeration && typeof code === 'string' ? { state: stateShown(state, row, code, locale) } : {}),
  }
}

async function rowsFor(
  needed: RowsNeeded,
  q: string,
  locale: Locale,
  signal: AbortSignal,
): Promise<readonly StepOption[]> {
  const query = { q, where: stateFilter(needed), page: 1, size: maxOptions }
  const { rows } = await listRecords(needed.entity.name, query, signal)
  return rows.map(row => optionOf(needed.entity, row, locale))
}

function flagsFor(q: string): readonly StepOption[] {
  const both = [true, false].map(value => ({ value, label: text(value ? 'grid.yes' : 'grid.no') }))
  const typed = q.trim()
  if (typed === '') return both
  // Same boolean synonyms as in cells.
  const parsed = cells.flag.parse(typed, { kind: 'flag', title: '' })
  return 'value' in parsed
    ? both.filter(({ value }) => value === parsed.value)
    : both.filter(({ label }) => label.includes(typed))
}

async function recordsFor(
  { field }: FieldStep,
  row: RowValues,
  q: string,
  signal: AbortSignal,
): Promise<readonly StepOption[]> {
  return (await searchRecords(field, row, q, signal)).slice(0, maxOptions)
}

/** Options for a text: codes at once, records from the server. */
export function optionsOf(
  step: PaletteStep,
  q: string,
  row: RowValues,
  locale: Locale,
  signal: AbortSignal,
): readonly StepOption[] | Promise<readonly StepOption[]> {
  if (step.kind === 'rows') return rowsFor(step.needed, q, locale, signal)
  if (step.kind === 'entry') return []
  if (step.field.kind === 'flag') return flagsFor(q)
  return step.field.to ? recordsFor(step, row, q, signal) : searchCodes(step.field.enumeration, q, locale)
}
