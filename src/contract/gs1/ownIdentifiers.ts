/** Company-internal identifiers (GS1 91–99) of records that GS1 keys do not name. Pure. */
import type { Gs1Element } from './elementString.ts'

/** Own meanings, read back by our scanner (docs/reference/labels.md). */
export const ownIdentifiers = {
  itemCode: '91',
  lotNo: '92',
  locationCode: '93',
  equipmentCode: '94',
  sampleNo: '95',
} as const
export type OwnMeaning = keyof typeof ownIdentifiers

const mostCharacters = 90

/** Any text in the characters of GS1; null where it is too long. */
export function ownElement(meaning: OwnMeaning, text: string): Gs1Element | null {
  const value = encodeURIComponent(text).replaceAll('~', '%7E')
  return value === '' || value.length > mostCharacters ? null : { ai: ownIdentifiers[meaning], value }
}

export function ownText(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
