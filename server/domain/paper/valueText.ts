/** Values as a paper says them: labels, units, plant time. */
import { unitText } from '#contract/messages/shippedNames.ts'
import { grouped } from '#contract/numerals.ts'
import { titleOfTarget } from '#contract/rowTitle.ts'
import { type Entity, textNamed } from '#contract/schema/entity.ts'
import { type Field, isEmpty, type Values } from '#contract/schema/field.ts'
import { isNumeric } from '#contract/shownFields.ts'
import { cellOf, printed, type Writing } from '../importExport/cells.ts'

/** Separator of several values in one place. */
const between = '、'

function labelText(field: Field, label: unknown, { wording }: Writing): string {
  return isEmpty(label) ? '' : titleOfTarget(String(field.to), String(label), wording.say)
}

/** Code of the field after a number, e.g. days of a shelf life. */
function codeAfter(fields: Entity['fields'], name: string): readonly [string, Field] | undefined {
  const entries = Object.entries(fields)
  const next = entries[entries.findIndex(([each]) => each === name) + 1]
  return next?.[1].joined && next[1].enumeration ? next : undefined
}

function unitBeside(entity: Entity, name: string, field: Field, row: Values, { wording }: Writing): string {
  const code = codeAfter(entity.fields, name)
  if (code && !isEmpty(row[code[0]]))
    return textNamed(String(code[1].enumeration?.name), String(row[code[0]]), wording.say)
  const { unit } = field
  if (typeof unit !== 'object' || unit === null) return ''
  const named = unit.in === 'package' ? undefined : unit.by.find(each => entity.fields[each]?.to === 'unit')
  const said = row[`${name}$unit`] ?? (named && row[`${named}$label`])
  return isEmpty(said) ? '' : unitText(String(said), wording.say, row[name])
}

/** Text of a field's value; `hasUnit` where the unit stands in a column of its own. */
export function valueText(entity: Entity, name: string, row: Values, writing: Writing, hasUnit = false): string {
  const field = entity.fields[name]
  const value = row[name]
  if (!field || isEmpty(value)) return ''
  if (isNumeric(field)) {
    const number =
      field.kind === 'integer' && !field.unit ? String(value) : grouped(value, field.kind === 'money' ? 2 : 0)
    const unit = hasUnit && !isPackages(field) ? '' : unitBeside(entity, name, field, row, writing)
    return unit ? `${number} ${unit}` : number
  }
  if (field.kind === 'instant') return writing.clock.wall(String(value)).slice(0, 16)
  if (field.kind === 'reference') return labelText(field, row[`${name}$label`], writing)
  if (field.kind === 'references')
    return (row[`${name}$labels`] as readonly unknown[]).map(label => labelText(field, label, writing)).join(between)
  if (field.kind === 'text' && field.messageKeyPrefix !== undefined)
    return textNamed(field.messageKeyPrefix, String(value), writing.wording.say)
  return said(field, value, row, writing)
}

const isPackages = ({ unit }: Field) => typeof unit === 'object' && unit?.in === 'package'

function said(field: Field, value: unknown, row: Values, writing: Writing): string {
  const cell = cellOf(field, value, writing, row)
  return cell?.type === 'text' ? cell.value : printed(cell)
}
