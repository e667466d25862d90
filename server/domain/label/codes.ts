/** Elements of the codes of records (docs/reference/labels.md). Pure. */
import { areValid, type Gs1Element } from '#contract/gs1/elementString.ts'
import { readGtin } from '#contract/gs1/label.ts'
import { type OwnMeaning, ownElement } from '#contract/gs1/ownIdentifiers.ts'

export interface Goods {
  readonly gtin?: string | null | undefined
  readonly itemCode: string
  readonly lotNo: string
  readonly expiryDate?: string | null | undefined
}

const fits = (element: Gs1Element) => areValid([element])

const dayOf = (day: string): Gs1Element => ({ ai: '17', value: day.slice(2).replaceAll('-', '') })

export const own = (meaning: OwnMeaning, text: string): readonly Gs1Element[] => {
  const element = ownElement(meaning, text)
  return element ? [element] : []
}

/** Lot number, by our own identifier where GS1's cannot hold it. */
function lotElements(lotNo: string): readonly Gs1Element[] {
  const element = { ai: '10', value: lotNo }
  return fits(element) ? [element] : own('lotNo', lotNo)
}

/** Goods with a GTIN as GS1 says; others with our item code. */
export function elementsOfGoods({ gtin, itemCode, lotNo, expiryDate }: Goods): readonly Gs1Element[] {
  const known = readGtin(gtin ?? '')
  const lot = lotElements(lotNo)
  if (lot.length === 0) return []
  const expiry = expiryDate ? [dayOf(expiryDate)].filter(fits) : []
  if (known) return [{ ai: '01', value: known }, ...expiry, ...lot]
  return [...expiry, ...lot, ...own('itemCode', itemCode)]
}

/** Bin: number of the organisation with our code as its extension. */
export function elementsOfPlace(gln: string | null, code: string): readonly Gs1Element[] {
  const elements = [
    { ai: '414', value: gln ?? '' },
    { ai: '254', value: code },
  ]
  return areValid(elements) ? elements : own('locationCode', code)
}
