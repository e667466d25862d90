/** Shape of the EPCIS 2.0 events that are written, in JSON-LD. */

export interface QuantityElement {
  readonly epcClass: string
  /** Digits: written as a number, never read as one. */
  readonly quantity: string
  /** UN/ECE Recommendation 20; absent for counts. */
  readonly uom?: string
}

export type SourceType = 'owning_party' | 'possessing_party' | 'location'

interface Common {
  readonly eventTime: string
  readonly eventTimeZoneOffset: string
  readonly bizStep?: string
  readonly disposition?: string
  readonly readPoint?: { readonly id: string }
  readonly bizLocation?: { readonly id: string }
  readonly bizTransactionList?: readonly { readonly type?: string; readonly bizTransaction: string }[]
  readonly sourceList?: readonly { readonly type: SourceType; readonly source: string }[]
  readonly destinationList?: readonly { readonly type: SourceType; readonly destination: string }[]
  readonly ilmd?: Readonly<Record<string, string>>
  /** Sequence of the first ledger row: keeps alike movements apart. */
  readonly 'lotline:seq'?: string
}

export interface ObjectEvent extends Common {
  readonly type: 'ObjectEvent'
  readonly action: 'ADD' | 'OBSERVE' | 'DELETE'
  readonly epcList?: readonly string[]
  readonly quantityList?: readonly QuantityElement[]
}

export interface AggregationEvent extends Common {
  readonly type: 'AggregationEvent'
  readonly action: 'ADD' | 'OBSERVE' | 'DELETE'
  readonly parentID: string
  readonly childEPCs?: readonly string[]
  readonly childQuantityList?: readonly QuantityElement[]
}

export interface TransformationEvent extends Common {
  readonly type: 'TransformationEvent'
  readonly transformationID: string
  readonly inputQuantityList?: readonly QuantityElement[]
  readonly outputQuantityList?: readonly QuantityElement[]
}

export type EpcisEvent = ObjectEvent | AggregationEvent | TransformationEvent

export interface ErrorDeclaration {
  readonly declarationTime: string
  readonly reason: 'did_not_occur' | 'incorrect_data'
  readonly correctiveEventIDs?: readonly string[]
}

/** Namespaces of the properties beyond EPCIS. */
export const namespaces: Readonly<Record<string, string>> = {
  cbvmda: 'urn:epcglobal:cbv:mda:',
  lotline: 'urn:x-lotline:epcis:',
}

/** Context that documents name; it is never fetched. */
export const context = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', namespaces] as const
