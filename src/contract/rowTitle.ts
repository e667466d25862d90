import { entityNamed } from './index.ts'
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

/** Title of a record of another entity; settings and menu entries are titled by keys. */
export function titleOfTarget(name: string, title: string, say: (key: string) => string): string {
  const of = entityNamed(name)
  const prefix = of?.name === 'menu' ? '' : of?.fields[of.title]?.messageKeyPrefix
  return prefix === undefined
    ? shippedText(of?.fields[of.title]?.to ?? name, title, say)
    : textNamed(prefix, title, say)
}
