/** Audit changes localized on display: 状态：草稿 → 已过账. Stored by field name, as rows are hashed. */
import { entityNamed } from '#contract/index.ts'
import { textNamed } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { text } from '../data/api/messages.ts'

const arrow = ' → '
/** One change per line; document lines with name and id: `lines#7.quantity: 1 → 2`. */
const change = /^(?:(\w+)#([^.\s]+)\.)?(\w+): (.*)$/

function said(value: string, field: Field | undefined): string {
  if (field?.kind === 'flag' && (value === 'true' || value === 'false'))
    return text(`flag.${value === 'true' ? 'yes' : 'no'}`)
  return field?.enumeration ? textNamed(field.enumeration.name, value, text) : value
}

/** Localizes a record's changes by titles; unparseable lines stay literal. */
export function changesInWords(changes: string, entity: unknown): string {
  const of = entityNamed(String(entity))
  if (!of) return changes
  const inWords = (line: string): string => {
    const [, lines, id, name = '', values = ''] = change.exec(line) ?? []
    const owner = lines === undefined ? of : of.lines[lines]
    const field = owner?.fields[name]
    if (!owner || !field) return line
    const place = lines === undefined ? '' : `${text(`${of.name}.${lines}`)} #${id} · `
    const both = values.split(arrow)
    const told = both.length === 2 ? both.map(value => said(value, field)).join(arrow) : values
    return `${place}${text(`${owner.name}.${name}`)}: ${told}`
  }
  return changes.split('\n').map(inWords).join('\n')
}
