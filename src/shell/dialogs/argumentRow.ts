import { entityNamed } from '#contract/index.ts'
import { type Fields, isSpec } from '#contract/schema/field.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { targetOf } from '../../commands/core/target.ts'
import type { ArgumentRequest } from '../../commands/gate/prompts.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'

/** Record that arguments are about: tells units, never package sizes. */
export function argumentRow({
  command,
  fields,
  values,
  row: about,
}: Pick<ArgumentRequest, 'command' | 'fields' | 'values' | 'row'>): {
  readonly fields: Fields
  readonly row: RowValues
} {
  const name = command.entity ?? ''
  const own = Object.entries(entityNamed(name)?.fields ?? {}).filter(([, field]) => !isSpec(field))
  const { ids, rows } = targetOf(name, store.get(contextAtom), values)
  const [row = about ?? {}] = ids.length === 1 ? rows : []
  const known = Object.entries(row).filter(([key]) => !(key.replace(/\$.*/, '') in fields))
  return { fields: { ...Object.fromEntries(own), ...fields }, row: Object.fromEntries(known) }
}
