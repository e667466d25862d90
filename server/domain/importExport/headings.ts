/** Sheet headings to fields: by title in any language, or name. */
import { AppError } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, text } from '#contract/schema/field.ts'
import {
  groupColumn,
  importableFields,
  importLimits,
  isNumbered,
  naturalKey,
  sheetLines,
} from '#contract/schema/transfer.ts'
import { shown } from './cells.ts'
import type { RawCell } from './read.ts'
import { folded, type Wording } from './titles.ts'

/** Target of a cell: record, line, or mark of a new document. */
export type HeadingPart = 'group' | 'head' | 'line'

export interface ColumnPosition {
  readonly part: HeadingPart
  /** Column path in reports and errors: `supplyId`, `lines.baseQty`. */
  readonly path: string
  readonly name: string
  readonly field: Field
  readonly title: string
  readonly titles: readonly string[]
}

export interface ImportColumn extends ColumnPosition {
  readonly index: number
}

export interface Headings {
  readonly columns: readonly ImportColumn[]
  /** Unmatched headings and server-managed fields. */
  readonly ignored: readonly string[]
}

/** Title of a line column: records and lines share titles. */
export function lineTitle(wording: Wording, line: Entity, name: string): string {
  return `${wording.say('transfer.ofLine')}${wording.say(`${line.name}.${name}`)}`
}

function placesOfLines(entity: Entity, wording: Wording): readonly ColumnPosition[] {
  const lines = sheetLines(entity)
  if (!lines) return []
  const { name: at, entity: line } = lines
  const { lineNo } = line.fields
  const fields = { ...(lineNo ? { lineNo } : {}), ...importableFields(line) }
  return Object.entries(fields).map(([name, field]): ColumnPosition => {
    const key = `${line.name}.${name}`
    const marks = wording.every('transfer.ofLine')
    const titles = wording.every(key).flatMap(title => marks.map(mark => mark + title))
    const path = `${at}.${name}`
    return { part: 'line', path, name, field, title: lineTitle(wording, line, name), titles: [path, ...titles] }
  })
}

export function columnPositions(entity: Entity, wording: Wording): readonly ColumnPosition[] {
  const heads = Object.entries(importableFields(entity)).map(([name, field]): ColumnPosition => {
    const key = `${entity.name}.${name}`
    const titles = [name, wording.say(key), ...wording.every(key)]
    return { part: 'head', path: name, name, field, title: wording.say(key), titles }
  })
  const lines = placesOfLines(entity, wording)
  const key = 'transfer.group'
  const group: ColumnPosition = {
    part: 'group',
    path: groupColumn,
    name: groupColumn,
    field: text('单据', { max: 30 }),
    title: wording.say(key),
    titles: [groupColumn, ...wording.every(key)],
  }
  return [...(isNumbered(entity) && lines.length > 0 ? [group] : []), ...heads, ...lines]
}

/** Columns by heading; precedence: path, caller's language, other languages. */
function placesByHeading(places: readonly ColumnPosition[]): Map<string, ColumnPosition> {
  const byHeading = new Map<string, ColumnPosition>()
  const put = (heading: string | undefined, place: ColumnPosition) => {
    if (heading !== undefined && !byHeading.has(folded(heading))) byHeading.set(folded(heading), place)
  }
  for (const place of places) put(place.path, place)
  for (const part of ['head', 'line', 'group'] as const) {
    const those = places.filter(place => place.part === part)
    for (const place of those) put(place.title, place)
    for (const place of those) for (const title of place.titles) put(title, place)
  }
  return byHeading
}

/**
 * Maps headings to columns.
 * @throws AppError importKeyMissing with the missing key columns, importColumnTwice for duplicates
 */
export function headingsOf(entity: Entity, wording: Wording, line: readonly RawCell[]): Headings {
  const byHeading = placesByHeading(columnPositions(entity, wording))
  const columns: ImportColumn[] = []
  const ignored: string[] = []
  for (const [index, cell] of line.slice(0, importLimits.columns).entries()) {
    const heading = shown(cell)
    if (heading === '') continue
    const place = byHeading.get(folded(heading))
    if (place === undefined) ignored.push(heading)
    else if (columns.some(column => column.path === place.path))
      throw new AppError('importColumnTwice', { column: place.title })
    else columns.push({ ...place, index })
  }
  const needed = isNumbered(entity) ? [] : naturalKey(entity)
  const missing = needed.filter(name => !columns.some(column => column.path === name))
  if (missing.length > 0)
    throw new AppError('importKeyMissing', {
      columns: missing.map(name => wording.say(`${entity.name}.${name}`)).join(', '),
    })
  return { columns, ignored }
}
