/** Identifiers of EPCIS events: GS1 Digital Links, else private names of the organisation. */
import { writeDigitalLink } from '#contract/gs1/digitalLink.ts'
import { readGtin } from '#contract/gs1/label.ts'

/** Canonical link of these elements; null where one breaks its rule. */
const linkOf = (...elements: readonly (readonly [ai: string, value: string])[]) =>
  writeDigitalLink(
    'https://id.gs1.org',
    elements.map(([ai, value]) => ({ ai, value })),
  )

const part = (text: string | number) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Organisation that names things: credit code, else its own code. */
export interface Owner {
  readonly code: string
  readonly creditCode: string | null
  readonly gln: string | null
}

export interface PartyNames {
  readonly code: string
  readonly gln: string | null
}

export interface LotNames {
  readonly lotNo: string
  readonly itemCode: string
  readonly gtin: string | null
}

export interface BinNames {
  readonly code: string
  readonly gln: string | null
  readonly isDefault: boolean
  readonly warehouseCode: string | null
  readonly warehouseGln: string | null
}

export type Identify = ReturnType<typeof identifiersOf>

export function identifiersOf(owner: Owner) {
  const own = (kind: string, ...names: readonly (string | number)[]) =>
    ['urn:x-lotline', part(owner.creditCode || owner.code), kind, ...names.map(part)].join(':')

  const party = (kind: string, { code, gln }: PartyNames) => ({
    party: linkOf(['417', gln ?? '']) ?? own(kind, code),
    location: linkOf(['414', gln ?? '']) ?? own(kind, code),
  })

  return {
    organisation: party('organisation', owner),
    supplier: (names: PartyNames) => party('supplier', names),
    dealer: (names: PartyNames) => party('dealer', names),

    lot({ lotNo, itemCode, gtin }: LotNames): string {
      const key = gtin ? readGtin(gtin) : null
      return linkOf(['01', key ?? ''], ['10', lotNo]) ?? own('lot', itemCode, lotNo)
    },

    bin({ code, gln, isDefault, warehouseCode, warehouseGln }: BinNames): string {
      const house = warehouseGln ?? ''
      return (
        linkOf(['414', gln ?? '']) ??
        (isDefault ? null : linkOf(['414', house], ['254', code])) ??
        linkOf(['414', house]) ??
        own('location', ...(warehouseCode ? [warehouseCode, code] : [code]))
      )
    },

    pallet: (sscc: string) => linkOf(['00', sscc]) ?? own('pallet', sscc),

    /** Batch 0 stands for the whole plan. */
    transformation: (planNo: string, batch: number) => own('transformation', planNo, ...(batch ? [batch] : [])),

    document: (docType: string, docNo: string, gln = owner.gln) =>
      linkOf(['417', gln ?? '']) ? `urn:epcglobal:cbv:bt:${gln}:${part(docNo)}` : own('document', docType, docNo),
  }
}
