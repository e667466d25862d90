import type { Locale } from '#contract/messages/locales.ts'
import type { Field } from '#contract/schema/field.ts'
import type { RowValues } from '../../data/records/row.ts'
import { creationOf } from './creating.ts'
import { type Choice, offerRecords, searchCodes, searchRecords } from './options.ts'
import type { Search } from './useChoices.ts'

/** Search of a field's choices; null for typed fields. */
export function searchOf(field: Field | undefined, name: string, row: () => RowValues, locale: Locale): Search {
  if (field?.kind === 'enumeration' || field?.kind === 'enumerations')
    return q => searchCodes(field.enumeration, q, locale)
  if (field?.kind !== 'reference' && field?.kind !== 'references') return null
  return async (q, signal): Promise<readonly Choice[]> => {
    const found = await (q === '' ? offerRecords(field, name, row(), signal) : searchRecords(field, row(), q, signal))
    const creation = creationOf(field)
    return creation && field.kind === 'reference' ? [...found, creation] : found
  }
}
