/** Country codes (ISO 3166-1): a dealer's country selects his language. */
import type { Check } from './entity.ts'
import { isEmpty } from './field.ts'

export function countryCode(at: string): Check {
  return { at, ok: row => isEmpty(row[at]) || /^[A-Z]{2}$/.test(String(row[at])), message: 'countryCode' }
}
