/** Which column of a sheet is which field: by its title in any language, or by the field's name. */
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Field } from '../../../src/contract/schema/field.ts'
import { importableFields, importLimits, naturalKey } from '../../../src/contract/schema/transfer.ts'
import { shown } from './cells.ts'
import type { RawCell } from './read.ts'
import { folded, type Wording } from './titles.ts'

export interface ImportColumn {
  /** Place in the sheet. */
  readonly index: number
  readonly name: string
  readonly field: Field
  /** In the caller's language. */
  readonly title: string
}

export interface Headings {
  readonly columns: readonly ImportColumn[]
  /** Headings that no field answers to, or one that only the server fills. */
  readonly ignored: readonly string[]
}

/** The field each heading may mean. Names of fields go before titles, the caller's language before the others. */
function fieldsByHeading(entity: Entity, wording: Wording): Map<string, string> {
  const fields = new Map<string, string>()
  const names = Object.keys(importableFields(entity))
  const put = (heading: string, name: string) => {
    if (!fields.has(folded(heading))) fields.set(folded(heading), name)
  }
  for (const name of names) put(name, name)
  for (const name of names) put(wording.say(`${entity.name}.${name}`), name)
  for (const name of names) for (const title of wording.every(`${entity.name}.${name}`)) put(title, name)
  return fields
}

/**
 * Reads the headings of a sheet.
 * @throws AppError importKeyMissing without the columns rows are matched by, importColumnTwice when two mean one field
 */
export function headingsOf(entity: Entity, wording: Wording, line: readonly RawCell[]): Headings {
  const byHeading = fieldsByHeading(entity, wording)
  const title = (name: string) => wording.say(`${entity.name}.${name}`)
  const columns: ImportColumn[] = []
  const ignored: string[] = []
  for (const [index, cell] of line.slice(0, importLimits.columns).entries()) {
    const heading = shown(cell)
    if (heading === '') continue
    const name = byHeading.get(folded(heading))
    if (name === undefined) ignored.push(heading)
    else if (columns.some(column => column.name === name))
      throw new AppError('importColumnTwice', { column: title(name) })
    else columns.push({ index, name, field: entity.fields[name] as Field, title: title(name) })
  }
  const missing = naturalKey(entity).filter(name => !columns.some(column => column.name === name))
  if (missing.length > 0) throw new AppError('importKeyMissing', { columns: missing.map(title).join(', ') })
  return { columns, ignored }
}
