/** Event hash ID by the rules of the Core Business Vocabulary 2.0 (section on event hash IDs). */
import { createHash } from 'node:crypto'
import { type EpcisEvent, namespaces, type QuantityElement } from './epcisEvent.ts'

const vocabulary = 'https://ref.gs1.org/cbv/'

/** Standard terms are bare words; identifiers and own terms are URIs. */
const term = (prefix: string, word: string) => (word.includes(':') ? word : `${vocabulary}${prefix}-${word}`)

/** ISO instant in UTC, to the millisecond. */
const momentOf = (text: string) => new Date(text).toISOString()

const plainDigits = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)

const extension = (name: string) => {
  const [prefix = '', local = ''] = name.split(':')
  return `{${namespaces[prefix] ?? prefix}}${local}`
}

const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const list = (name: string, items: readonly string[] | undefined) =>
  items && items.length > 0 ? name + items.toSorted(byCode).join('') : ''

const epcs = (name: string, uris: readonly string[] | undefined) =>
  list(
    name,
    uris?.map(uri => `epc=${uri}`),
  )

const quantities = (name: string, elements: readonly QuantityElement[] | undefined) =>
  list(
    name,
    elements?.map(({ epcClass, quantity, uom }) =>
      ['quantityElementepcClass=', epcClass, 'quantity=', plainDigits(quantity), uom ? `uom=${uom}` : ''].join(''),
    ),
  )

const one = (name: string, value: string | undefined) => (value === undefined ? '' : `${name}=${value}`)

const typed = (prefix: string, type: string | undefined, name: string, value: string) =>
  one('type', type === undefined ? undefined : term(prefix, type)) + one(name, value)

const extensions = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .map(([name, value]) => one(extension(name), String(value)))
    .sort(byCode)
    .join('')

export function preHash(event: EpcisEvent): string {
  const object = event.type === 'ObjectEvent' ? event : undefined
  const aggregation = event.type === 'AggregationEvent' ? event : undefined
  const transformation = event.type === 'TransformationEvent' ? event : undefined
  return [
    one('eventType', event.type),
    one('eventTime', momentOf(event.eventTime)),
    one('eventTimeZoneOffset', event.eventTimeZoneOffset),
    epcs('epcList', object?.epcList),
    one('parentID', aggregation?.parentID),
    epcs('childEPCs', aggregation?.childEPCs),
    quantities('quantityList', object?.quantityList),
    quantities('childQuantityList', aggregation?.childQuantityList),
    quantities('inputQuantityList', transformation?.inputQuantityList),
    quantities('outputQuantityList', transformation?.outputQuantityList),
    one('action', object?.action ?? aggregation?.action),
    one('transformationID', transformation?.transformationID),
    one('bizStep', event.bizStep && term('BizStep', event.bizStep)),
    one('disposition', event.disposition && term('Disp', event.disposition)),
    event.readPoint ? `readPoint${one('id', event.readPoint.id)}` : '',
    event.bizLocation ? `bizLocation${one('id', event.bizLocation.id)}` : '',
    list(
      'bizTransactionList',
      event.bizTransactionList?.map(each => typed('BTT', each.type, 'bizTransaction', each.bizTransaction)),
    ),
    list(
      'sourceList',
      event.sourceList?.map(each => typed('SDT', each.type, 'source', each.source)),
    ),
    list(
      'destinationList',
      event.destinationList?.map(each => typed('SDT', each.type, 'destination', each.destination)),
    ),
    event.ilmd ? `ilmd${extensions(event.ilmd)}` : '',
    extensions(Object.fromEntries(Object.entries(event).filter(([name]) => name.includes(':')))),
  ].join('')
}

export const eventId = (event: EpcisEvent): string =>
  `ni:///sha-256;${createHash('sha256').update(preHash(event)).digest('hex')}?ver=CBV2.0`
