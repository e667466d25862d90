/** Units in filters: known where all rows share them. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { parseQuantity, type QuantityRules } from '#contract/schema/quantity.ts'
import { text } from '../../data/language.ts'
import type { Condition } from '../../data/records/row.ts'
import { isWritten, loadQuantityRules, quantityErrorText, quantityRules } from '../../fields/quantities.ts'
import { isNumeric } from '../../fields/typing.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import { sharedRow } from './conditions.ts'

export const filterRules = ({ fields }: Entity, name: string, field: Field, where: readonly Condition[]) =>
  quantityRules(field, quantitySourcesOf(fields, name), sharedRow(fields, where))

export async function loadedRules(
  entity: Entity,
  name: string,
  field: Field,
  where: readonly Condition[],
): Promise<QuantityRules> {
  if (isNumeric(field)) await loadQuantityRules(quantitySourcesOf(entity.fields, name), sharedRow(entity.fields, where))
  return filterRules(entity, name, field, where)
}

/** Reason against a number with a unit, if it is a number. */
export function unitReason(typed: unknown, rules: QuantityRules): string | undefined {
  if (typeof typed !== 'string' || !isWritten(typed)) return undefined
  const read = parseQuantity(typed, rules)
  if ('value' in read || read.error.reason === 'number') return undefined
  if (read.error.reason === 'unitMissing') return text('filter.unitVaries', { from: read.error.from })
  return quantityErrorText(read.error)
}
