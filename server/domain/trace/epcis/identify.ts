/** Identifiers of EPCIS events: GS1 Digital Links where there are GS1 keys, else private names of the organisation. */
import { readGtin } from '#contract/trace/gs1.ts'

const gs1 = 'https://id.gs1.org'

/** AI 10: at most 20 of GS1's 82 characters. */
const gs1Lot = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/
const isGln = (gln: string | null): gln is string => gln !== null && /^\d{13}$/.test(gln)

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

  const party = (kind: string, { code, gln }: PartyNames) =>
    isGln(gln)
      ? { party: `${gs1}/417/${gln}`, location: `${gs1}/414/${gln}` }
      : { party: own(kind, code), location: own(kind, code) }

  return {
    organisation: party('organisation', owner),
    supplier: (names: PartyNames) => party('supplier', names),
    dealer: (names: PartyNames) => party('dealer', names),

    lot({ lotNo, itemCode, gtin }: LotNames): string {
      const key = gtin ? readGtin(gtin) : null
      return key && gs1Lot.test(lotNo) ? `${gs1}/01/${key}/10/${part(lotNo)}` : own('lot', itemCode, lotNo)
    },

    bin({ code, gln, isDefault, warehouseCode, warehouseGln }: BinNames): string {
      if (isGln(gln)) return `${gs1}/414/${gln}`
      if (!isGln(warehouseGln)) return own('location', ...(warehouseCode ? [warehouseCode, code] : [code]))
      const isWhole = isDefault || !gs1Lot.test(code)
      return isWhole ? `${gs1}/414/${warehouseGln}` : `${gs1}/414/${warehouseGln}/254/${part(code)}`
    },

    pallet: (sscc: string) => `${gs1}/00/${sscc}`,

    /** Batch 0 stands for the whole plan. */
    transformation: (planNo: string, batch: number) => own('transformation', planNo, ...(batch ? [batch] : [])),

    document: (docType: string, docNo: string, gln = owner.gln) =>
      isGln(gln) ? `urn:epcglobal:cbv:bt:${gln}:${part(docNo)}` : own('document', docType, docNo),
  }
}
