import { shippedText } from './messages/shippedNames.ts'
import { type Entity, textNamed } from './schema/entity.ts'
import type { Values } from './schema/field.ts'

export function titleOfRow({ name, title, fields }: Entity, row: Values, say: (key: string) => string): string {
  const named = row[`${title}$label`] ?? row[title]
  if (named === null || named === undefined || named === '') return `#${row.id}`
  const prefix = fields[title]?.messageKeyPrefix
  return prefix === undefined
    ? shippedText(fields[title]?.to ?? name, String(named), say)
    : textNamed(prefix, String(named), say)
}
