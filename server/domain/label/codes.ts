/** Elements of the codes of records (docs/reference/labels.md). Pure. */
import { areValid, type Gs1Element } from '#contract/gs1/elementString.ts'
import { writeDate } from '#contract/gs1/gs1Date.ts'
import { readGtin } from '#contract/gs1/label.ts'
import { writeMeasure } from '#contract/gs1/measure.ts'
import { type OwnMeaning, ownElement } from '#contract/gs1/ownIdentifiers.ts'

export interface Goods {
  readonly gtin?: string | null | undefined
  readonly itemCode: string
  readonly lotNo: string
  readonly expiryDate?: string | null | undefined
  readonly produceDate?: string | null | undefined
  readonly netWeight?: string | null | undefined
}

const fits = (element: Gs1Element) => areValid([element])

const dayOf = (ai: '11' | '15' | '17', day: string | null | undefined): readonly Gs1Element[] => {
  const value = day ? writeDate(day) : null
  return value === null ? [] : [{ ai, value }]
}

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
  const expiry = dayOf('17', expiryDate)
  if (known) return [{ ai: '01', value: known }, ...expiry, ...lot]
  return [...expiry, ...lot, ...own('itemCode', itemCode)]
}

/** Elements that a template may choose beside those of every code. */
export function furtherOfGoods({ expiryDate, produceDate, netWeight }: Omit<Goods, 'itemCode' | 'lotNo'>) {
  const weight = netWeight ? writeMeasure('310', netWeight) : null
  return [...dayOf('11', produceDate), ...dayOf('15', expiryDate), ...(weight ? [weight] : [])]
}

/** Number of a package, unique for its GTIN; null where too long. */
export function serialOf(lotNo: string, number: number): Gs1Element | null {
  const element = { ai: '21', value: `${lotNo}.${number}` }
  return fits(element) ? element : null
}

export interface PalletContent {
  readonly gtin: string
  readonly packages: string
  /** Where all packages are of one lot. */
  readonly lot?: { readonly lotNo: string; readonly expiryDate: string | null; readonly produceDate: string | null }
}

/** Content of a pallet, for the second code of its label. */
export function elementsOfContent({ gtin, packages, lot }: PalletContent): readonly Gs1Element[] {
  const known = readGtin(gtin)
  const count = /^0*([1-9]\d{0,7})(?:\.0*)?$/.exec(packages)?.[1]
  if (!known || !count) return []
  const dates = lot
    ? [...dayOf('11', lot.produceDate), ...dayOf('15', lot.expiryDate), ...dayOf('17', lot.expiryDate)]
    : []
  return [{ ai: '02', value: known }, ...dates, { ai: '37', value: count }, ...(lot ? lotElements(lot.lotNo) : [])]
}

/** Asset number (GIAI) of the organisation's prefix, or our own identifier. */
export function elementsOfEquipment(prefix: string | null, code: string): readonly Gs1Element[] {
  const element = { ai: '8004', value: `${prefix}${code}` }
  return prefix && fits(element) ? [element] : own('equipmentCode', code)
}

export interface PlaceGlns {
  readonly own?: string | null | undefined
  readonly warehouse?: string | null | undefined
  readonly organisation?: string | null | undefined
}

/** Number of the bin, else a superior's with our code as extension. */
export function elementsOfPlace(glns: PlaceGlns, code: string): readonly Gs1Element[] {
  const [itself] = [{ ai: '414', value: glns.own ?? '' }].filter(fits)
  if (itself) return [itself]
  const gln = [glns.warehouse, glns.organisation].find(each => each && fits({ ai: '414', value: each }))
  const elements = [
    { ai: '414', value: gln ?? '' },
    { ai: '254', value: code },
  ]
  return areValid(elements) ? elements : own('locationCode', code)
}
