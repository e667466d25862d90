/** Sheet rows grouped into records and lines, with parsed values. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { isNumbered, naturalKey } from '#contract/schema/transfer.ts'
import { validateValue } from '#contract/schema/validate.ts'
import { type Read, type Reading, readCell, shown } from './cells.ts'
import type { ImportColumn } from './headings.ts'
import type { RawCell } from './read.ts'
import { rowKey, sameValue } from './stored.ts'

export interface Line {
  readonly line: number
  readonly cells: readonly RawCell[]
}

export interface ReadLine {
  readonly line: Line
  readonly values: Values | null
  readonly fieldErrors: FieldErrors
}

export interface ReadRecord {
  readonly values: Values
  readonly rows: readonly ReadLine[]
}

const cellAt = ({ cells }: Line, { index }: ImportColumn): RawCell => cells[index] ?? null
const saidIn = (line: Line, columns: readonly ImportColumn[]) => columns.map(column => shown(cellAt(line, column)))
const isBlank = (said: readonly string[]) => said.every(text => text === '')

/** Rows by record: mark, number or natural key; repeated or empty join. */
export function groupsOf(
  entity: Entity,
  columns: readonly ImportColumn[],
  lines: readonly Line[],
): readonly (readonly Line[])[] {
  const heads = columns.filter(({ part }) => part === 'head')
  if (!columns.some(({ part }) => part === 'line')) return lines.map(line => [line])
  const marks = columns.filter(({ part }) => part === 'group')
  const keys = heads.filter(({ name }) => naturalKey(entity).includes(name))
  const others = heads.filter(column => !keys.includes(column))
  const groups: Line[][] = []
  const named = new Map<string, Line[]>()
  let last: { readonly group: Line[]; readonly said: readonly string[] } | null = null
  for (const line of lines) {
    const [mark, key, said] = [marks, keys, others].map(those => saidIn(line, those)) as [string[], string[], string[]]
    const name = !isBlank(mark) ? `#${mark}` : !isBlank(key) ? JSON.stringify(key) : null
    const goesOn = name === null && (isBlank(said) || String(said) === String(last?.said))
    const known: Line[] | undefined = goesOn ? last?.group : named.get(String(name))
    const group: Line[] = known ?? []
    group.push(line)
    if (!known) groups.push(group)
    if (name !== null) named.set(name, group)
    if (!goesOn || !last) last = { group, said }
  }
  return groups
}

/** Parsed cells of a row, with errors detectable without queries. */
function readCells(
  columns: readonly ImportColumn[],
  line: Line,
  reading: Reading,
): { readonly values: Record<string, unknown>; readonly fieldErrors: Record<string, string> } {
  const values: Record<string, unknown> = {}
  const fieldErrors: Record<string, string> = {}
  const read = (column: ImportColumn, row?: Values) => {
    const { name, path, field } = column
    const result: Read = readCell(field, cellAt(line, column), row ? { ...reading, row } : reading)
    const fieldError = 'fieldError' in result ? result.fieldError : validateValue(field, result.value)
    if (fieldError) fieldErrors[path] = fieldError
    else {
      delete fieldErrors[path]
      if ('value' in result) values[name] = result.value
    }
  }
  for (const column of columns) read(column)
  // Second pass: other values of the row may disambiguate a name.
  for (const column of columns) if (fieldErrors[column.path] === 'ambiguous') read(column, values)
  return { values, fieldErrors }
}

/** Parsed record of a group; contradicting rows are errors. */
export function readRecord(
  entity: Entity,
  columns: readonly ImportColumn[],
  group: readonly Line[],
  reading: Reading,
): ReadRecord {
  const heads = columns.filter(({ part }) => part === 'head')
  const ofLine = columns.filter(({ part }) => part === 'line')
  const content = ofLine.filter(({ name }) => name !== 'lineNo')
  const values: Record<string, unknown> = {}
  const rows = group.map((line, at): ReadLine => {
    const head = readCells(heads, line, reading)
    const fieldErrors = { ...head.fieldErrors }
    for (const { name, path, field } of heads) {
      const said = head.values[name]
      if (said === undefined || (said === null && (at > 0 || path in fieldErrors))) continue
      if (at > 0 && (values[name] ?? null) !== null) {
        if (!sameValue(field, values[name], said)) fieldErrors[path] = 'headDiffers'
      } else values[name] = said
    }
    const isLine = !isBlank(saidIn(line, content))
    const own = isLine ? readCells(ofLine, line, reading) : null
    return { line, values: own?.values ?? null, fieldErrors: { ...fieldErrors, ...own?.fieldErrors } }
  })
  const [first] = rows
  if (first && rowKey(entity, values) === null && !isNumbered(entity)) {
    const missing = heads.filter(({ field, name }) => field.key && values[name] === null)
    rows[0] = {
      ...first,
      fieldErrors: { ...first.fieldErrors, ...Object.fromEntries(missing.map(({ path }) => [path, 'required'])) },
    }
  }
  return { values, rows }
}
