import type { Locale } from '../../contract/messages/locales.ts'
import type { Field, Values } from '../../contract/schema/field.ts'
import { searchCodes, searchRecords } from './options.ts'
import type { Search } from './useChoices.ts'

/** How the choices of a field are found; null for a field that is simply typed. */
export function searchOf(field: Field | undefined, row: () => Values, locale: Locale): Search {
  if (field?.kind === 'enumeration') return q => searchCodes(field.enumeration, q, locale)
  if (field?.kind === 'reference' || field?.kind === 'references')
    return (q, signal) => searchRecords(field, row(), q, signal)
  return null
}
