/** Countries by their codes of two capital letters: the one of a dealer chooses the language he is written to in. */
import type { Check } from './entity.ts'
import { isEmpty } from './validate.ts'

/** Refuses what is no such code, at the field that holds it. */
export function countryCode(at: string): Check {
  return { at, ok: row => isEmpty(row[at]) || /^[A-Z]{2}$/.test(String(row[at])), message: 'countryCode' }
}
