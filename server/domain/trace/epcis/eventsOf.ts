/** From a group of ledger rows to EPCIS events: pure. */
import { decimal } from '#contract/schema/decimal.ts'
import type { LocationType, MovementCode } from '#contract/stock/movementTypes.ts'
import { movementTypes } from '#contract/stock/movementTypes.ts'
import type { Clock } from '#contract/zonedClock.ts'
import type { EpcisEvent, ErrorDeclaration, ObjectEvent, QuantityElement, SourceType } from './epcisEvent.ts'
import { eventId } from './eventId.ts'
import type { BinNames, Identify, PartyNames } from './identify.ts'
import type { EventLine, LedgerEvent, PalletEvent } from './ledgerEvents.ts'

interface Step {
  readonly action: ObjectEvent['action']
  readonly bizStep: string
  readonly disposition: string
}

const step = (action: Step['action'], bizStep: string, disposition: string): Step => ({ action, bizStep, disposition })
const transformed = (bizStep: string) => ({ bizStep, disposition: 'active' })

/** Business step of each movement; those that link lots are transformations. */
const steps: Readonly<Record<Exclude<MovementCode, 'REV'>, Step | ReturnType<typeof transformed>>> = {
  // Own lot numbers begin with the receipt: it adds them.
  RCV: step('ADD', 'receiving', 'in_progress'),
  SRT: step('OBSERVE', 'shipping', 'returned'),
  ISS: step('OBSERVE', 'picking', 'in_progress'),
  MUP: step('OBSERVE', 'picking', 'in_progress'),
  RWK: step('OBSERVE', 'picking', 'in_progress'),
  RTN: step('OBSERVE', 'storing', 'in_progress'),
  USE: transformed('commissioning'),
  USA: transformed('commissioning'),
  OUT: transformed('commissioning'),
  BYP: transformed('commissioning'),
  SAL: step('OBSERVE', 'shipping', 'in_transit'),
  DRT: step('OBSERVE', 'receiving', 'returned'),
  RRT: step('OBSERVE', 'receiving', 'recalled'),
  SMP: step('OBSERVE', 'sampling', 'non_sellable_other'),
  TST: step('DELETE', 'sampling', 'destroyed'),
  SCR: step('DELETE', 'destroying', 'destroyed'),
  TRF: step('OBSERVE', 'storing', 'in_progress'),
  ADJ: step('OBSERVE', 'stock_taking', 'in_progress'),
  RLO: transformed('repackaging'),
  RLI: transformed('repackaging'),
}

export interface ItemNames {
  readonly code: string
  readonly gtin: string | null
}

export interface UnitNames {
  readonly uneceCode: string | null
  readonly unitType: string
}

export interface Bin extends BinNames {
  readonly locationType: LocationType
}

/** Master data by id, and how things are named. */
export interface Book {
  readonly name: Identify
  readonly clock: Clock
  readonly materials: ReadonlyMap<number, ItemNames>
  readonly products: ReadonlyMap<number, ItemNames>
  readonly units: ReadonlyMap<number, UnitNames>
  readonly bins: ReadonlyMap<number, Bin>
  readonly suppliers: ReadonlyMap<number, PartyNames>
  readonly dealers: ReadonlyMap<number, PartyNames>
}

/** Event as written: with its ID, and the declaration that it was in error. */
export type WrittenEvent = EpcisEvent & {
  readonly eventID: string
  readonly errorDeclaration?: ErrorDeclaration
}

const lotOf = (line: EventLine, { name, materials, products }: Book): string => {
  const item = line.materialId === null ? products.get(line.productId ?? 0) : materials.get(line.materialId)
  return name.lot({ lotNo: line.lotNo, itemCode: item?.code ?? '', gtin: item?.gtin ?? null })
}

/** UN/ECE code of measures; EPCIS counts have none. */
const uomOf = (unit: UnitNames | undefined) =>
  unit?.uneceCode && unit.unitType !== 'COUNT' && /^[A-Z0-9]{2,3}$/.test(unit.uneceCode) ? { uom: unit.uneceCode } : {}

function elementsOf(lines: readonly (readonly [EventLine, quantity: string])[], book: Book): QuantityElement[] {
  const sums = new Map<string, QuantityElement>()
  for (const [line, quantity] of lines) {
    const epcClass = lotOf(line, book)
    const sum = decimal(sums.get(epcClass)?.quantity ?? '0').plus(quantity)
    sums.set(epcClass, { epcClass, quantity: sum.toFixed(), ...uomOf(book.units.get(line.unitId ?? 0)) })
  }
  return [...sums.values()].filter(({ quantity }) => decimal(quantity).gt(0))
}

interface Ends {
  readonly from: Bin | undefined
  readonly to: Bin | undefined
}

const inPlant = (bin: Bin | undefined): bin is Bin => bin?.locationType === 'STORAGE'
const placeOf = (bin: Bin | undefined, { name }: Book) => (inPlant(bin) ? name.bin(bin) : name.organisation.location)

/** Where it was seen, and where it is afterwards: not known of what left. */
function locationsOf({ from, to }: Ends, book: Book) {
  const leaves = to?.locationType === 'DEALER' || to?.locationType === 'SUPPLIER' || to?.locationType === 'SCRAP'
  const seen = inPlant(from) ? from : to
  return {
    readPoint: { id: placeOf(seen, book) },
    ...(leaves ? {} : { bizLocation: { id: placeOf(to, book) } }),
  }
}

type Parties = { readonly party: string; readonly location: string }

const partyTypes: readonly SourceType[] = ['owning_party', 'possessing_party', 'location']
const uriOf = ({ party, location }: Parties, type: SourceType) => (type === 'location' ? location : party)

function partiesOf(
  event: LedgerEvent,
  { from, to }: Ends,
  book: Book,
): Pick<ObjectEvent, 'sourceList' | 'destinationList'> {
  const supplier = book.suppliers.get(event.supplyId ?? 0)
  const dealer = book.dealers.get(event.dealerId ?? 0)
  const other = { SUPPLIER: supplier && book.name.supplier(supplier), DEALER: dealer && book.name.dealer(dealer) }
  const at = (bin: Bin | undefined): Parties | undefined =>
    bin?.locationType === 'SUPPLIER' || bin?.locationType === 'DEALER'
      ? other[bin.locationType]
      : { party: book.name.organisation.party, location: placeOf(bin, book) }
  const isDealing = [from, to].some(bin => bin?.locationType === 'SUPPLIER' || bin?.locationType === 'DEALER')
  if (!isDealing) return {}
  const [source, destination] = [at(from), at(to)]
  return {
    ...(source ? { sourceList: partyTypes.map(type => ({ type, source: uriOf(source, type) })) } : {}),
    ...(destination
      ? { destinationList: partyTypes.map(type => ({ type, destination: uriOf(destination, type) })) }
      : {}),
  }
}

const documentTypes: Partial<Record<MovementCode, string>> = {
  RCV: 'recadv',
  SAL: 'desadv',
  SRT: 'rma',
  DRT: 'rma',
  RRT: 'rma',
}

function documentsOf(event: LedgerEvent, { name, suppliers }: Book): NonNullable<ObjectEvent['bizTransactionList']> {
  const { kind, planNo, docType, docNo, deliveryNoteNo } = event
  if (planNo !== null) return [{ type: 'prodorder', bizTransaction: name.document('produceplan', planNo) }]
  // Materials without lots come with the issue that takes them.
  const type = kind === 'RCV' && docType !== 'materialstorein' ? undefined : documentTypes[kind]
  const own = { ...(type ? { type } : {}), bizTransaction: name.document(docType, docNo) }
  if (kind !== 'RCV' || !deliveryNoteNo) return [own]
  const supplier = suppliers.get(event.supplyId ?? 0)
  const note = name.document('deliverynote', `${supplier?.code ?? ''}/${deliveryNoteNo}`, null)
  const known = supplier?.gln ? name.document('', deliveryNoteNo, supplier.gln) : note
  return [own, { type: 'desadv', bizTransaction: known }]
}

function ilmdOf({ supplierLotNo, produceDate, expiryDate }: EventLine): Pick<ObjectEvent, 'ilmd'> {
  const ilmd = {
    ...(supplierLotNo ? { 'cbvmda:lotNumber': supplierLotNo } : {}),
    ...(produceDate ? { 'cbvmda:productionDate': produceDate } : {}),
    ...(expiryDate ? { 'cbvmda:itemExpirationDate': expiryDate } : {}),
  }
  return Object.keys(ilmd).length > 0 ? { ilmd } : {}
}

const actionOf = (kind: MovementCode, action: Step['action'], { from, to }: Ends): Step['action'] => {
  if (kind !== 'ADJ') return action
  return from?.locationType === 'ADJUST' ? 'ADD' : to?.locationType === 'ADJUST' ? 'DELETE' : action
}

const latest = (moments: readonly (string | null)[]): string =>
  new Date(Math.max(...moments.flatMap(moment => (moment ? Date.parse(moment) : [])))).toISOString()

type Amount = (line: EventLine) => string

/** Event of these lines; null when nothing is left of them. */
function eventOf(event: LedgerEvent, lines: readonly EventLine[], amount: Amount, book: Book): EpcisEvent | null {
  if (lines.length === 0) return null
  const at = { from: book.bins.get(event.fromLocationId), to: book.bins.get(event.toLocationId) }
  const moment = latest(lines.map(({ bizTime }) => bizTime))
  const common = {
    eventTime: moment,
    eventTimeZoneOffset: book.clock.ahead(moment),
    bizTransactionList: documentsOf(event, book),
    'lotline:seq': String(event.seq),
  }
  const [first] = lines as readonly [EventLine]
  const means = steps[event.kind as Exclude<MovementCode, 'REV'>]
  const elements = (kept: readonly EventLine[]) =>
    elementsOf(
      kept.map(line => [line, amount(line)]),
      book,
    )
  if ('action' in means) {
    const quantityList = elements(lines)
    if (quantityList.length === 0) return null
    const action = actionOf(event.kind, means.action, at)
    const { bizStep, disposition } = means
    return {
      type: 'ObjectEvent',
      ...common,
      ...(event.sscc ? { epcList: [book.name.pallet(event.sscc)] } : {}),
      quantityList,
      ...{ action, bizStep, disposition },
      ...locationsOf(at, book),
      ...partiesOf(event, at, book),
      ...(action === 'ADD' ? ilmdOf(first) : {}),
    }
  }
  const ofEnd = (end: 'IN' | 'OUT') => elements(lines.filter(({ kind }) => movementTypes[kind].lineage?.end === end))
  const [inputs, outputs] = [ofEnd('IN'), ofEnd('OUT')]
  if (inputs.length + outputs.length === 0) return null
  return {
    type: 'TransformationEvent',
    ...common,
    ...(inputs.length > 0 ? { inputQuantityList: inputs } : {}),
    ...(outputs.length > 0 ? { outputQuantityList: outputs } : {}),
    transformationID: book.name.transformation(event.planNo ?? event.docNo, event.batch),
    ...means,
    readPoint: { id: book.name.organisation.location },
    bizLocation: { id: book.name.organisation.location },
  }
}

/** What stands; what was told before a reversal or correction goes first, declared an error. */
export function eventsOf(event: LedgerEvent, book: Book): WrittenEvent[] {
  const { lines } = event
  const asPosted = eventOf(event, lines, line => line.quantity, book)
  const standing = lines.filter(line => line.undoneAt === null)
  const stands = eventOf(event, standing, line => line.corrected, book)
  const changes = lines.flatMap(line => line.undoneAt ?? line.correctedAt ?? [])
  const now = stands ? { ...stands, eventID: eventId(stands) } : null
  if (!asPosted || changes.length === 0) return now ? [now] : []
  const before = { ...asPosted, eventID: eventId(asPosted) }
  if (before.eventID === now?.eventID) return [now]
  const errorDeclaration: ErrorDeclaration = {
    declarationTime: latest(changes),
    ...(now ? { reason: 'incorrect_data', correctiveEventIDs: [now.eventID] } : { reason: 'did_not_occur' }),
  }
  return [{ ...before, errorDeclaration }, ...(now ? [now] : [])]
}

/** Packing adds goods to a pallet, unpacking takes them off. */
export function palletEventOf({ sscc, locationId, moment, isPacking, lines }: PalletEvent, book: Book): WrittenEvent {
  const at = { id: placeOf(book.bins.get(locationId), book) }
  const event: EpcisEvent = {
    type: 'AggregationEvent',
    eventTime: latest([moment]),
    eventTimeZoneOffset: book.clock.ahead(moment),
    parentID: book.name.pallet(sscc),
    childQuantityList: elementsOf(
      lines.map(line => [line, line.quantity]),
      book,
    ),
    action: isPacking ? 'ADD' : 'DELETE',
    bizStep: isPacking ? 'packing' : 'unpacking',
    disposition: isPacking ? 'container_closed' : 'container_open',
    readPoint: at,
    bizLocation: at,
  }
  return { ...event, eventID: eventId(event) }
}
