/** Event IDs against published ones, and names of things. */
import { describe, expect, test } from 'vitest'
import type { EpcisEvent } from '../../server/domain/trace/epcis/epcisEvent.ts'
import { eventId, preHash } from '../../server/domain/trace/epcis/eventId.ts'
import { identifiersOf } from '../../server/domain/trace/epcis/identify.ts'

/** Events and IDs of RalphTro/epcis-event-hash-generator (MIT), tests/examples/epcisDocWithVariousEventTypes. */
const published: readonly (readonly [id: string, event: EpcisEvent])[] = [
  [
    'c50842eb714406394a77fb7b517fea621c78a61f65549874de7c9e019afe7b6f',
    {
      type: 'ObjectEvent',
      eventTime: '2019-10-21T15:45:00.000+01:00',
      eventTimeZoneOffset: '+01:00',
      epcList: ['https://id.gs1.org/00/040123451111111110'],
      action: 'OBSERVE',
      bizStep: 'inspecting',
      disposition: 'in_progress',
      readPoint: { id: 'https://id.gs1.org/414/4012345000245' },
    },
  ],
  [
    '5f396ea5cb32fe4d0980cb79f5a5eb9640559e9f5a6cefa5c98a7d6ad554b50b',
    {
      type: 'ObjectEvent',
      eventTime: '2019-10-21T14:58:56+02:00',
      eventTimeZoneOffset: '+02:00',
      quantityList: [{ epcClass: 'https://id.gs1.org/01/04054739999148/10/20160711', quantity: '600.00', uom: 'KGM' }],
      action: 'ADD',
      bizStep: 'commissioning',
      readPoint: { id: 'https://id.gs1.org/414/4054739000011' },
      ilmd: { 'cbvmda:bestBeforeDate': '2019-10-21' },
    },
  ],
  [
    'cfda50b7ff23682e989bafc3747ac9b752f405305fcde6618280f6be27344f35',
    {
      type: 'AggregationEvent',
      eventTime: '2019-10-21T15:30:56.591Z',
      eventTimeZoneOffset: '+02:00',
      parentID: 'https://id.gs1.org/00/040123441111111333',
      childQuantityList: [
        { epcClass: 'https://id.gs1.org/01/04054739999025/10/P2', quantity: '12', uom: 'KGM' },
        { epcClass: 'https://id.gs1.org/01/04054739123451/10/lot2', quantity: '17' },
      ],
      action: 'ADD',
      bizStep: 'packing',
      readPoint: { id: 'https://id.gs1.org/414/4012345000252' },
    },
  ],
  [
    'c4bdb87c8d59d6ab569d0cfc6583e9dd4c314cdf71799b0ef8d4febe5239d9c5',
    {
      type: 'AggregationEvent',
      eventTime: '2019-10-21T09:58:56.591Z',
      eventTimeZoneOffset: '+02:00',
      parentID: 'https://id.gs1.org/00/040123441111111449',
      action: 'DELETE',
      bizStep: 'unpacking',
      readPoint: { id: 'https://id.gs1.org/414/4012345000252' },
      bizTransactionList: [{ type: 'inv', bizTransaction: 'urn:epcglobal:cbv:bt:4012345123456:RE1099' }],
    },
  ],
]

describe('the ID of an event', () => {
  test.each(published)('%s is the published one', (id, event) => {
    expect(eventId(event), preHash(event)).toBe(`ni:///sha-256;${id}?ver=CBV2.0`)
  })

  test('puts sources before destinations, and types before what they are of', () => {
    const event: EpcisEvent = {
      type: 'ObjectEvent',
      eventTime: '2026-11-20T08:00:00.000Z',
      eventTimeZoneOffset: '+08:00',
      quantityList: [{ epcClass: 'urn:x-lotline:A:lot:P:1', quantity: '0.5000' }],
      action: 'OBSERVE',
      destinationList: [{ type: 'location', destination: 'urn:b' }],
      sourceList: [
        { type: 'possessing_party', source: 'urn:a' },
        { type: 'location', source: 'urn:a' },
      ],
      'lotline:seq': '7',
    }
    expect(preHash(event)).toBe(
      [
        'eventType=ObjectEventeventTime=2026-11-20T08:00:00.000ZeventTimeZoneOffset=+08:00',
        'quantityListquantityElementepcClass=urn:x-lotline:A:lot:P:1quantity=0.5action=OBSERVE',
        'sourceListtype=https://ref.gs1.org/cbv/SDT-locationsource=urn:a',
        'type=https://ref.gs1.org/cbv/SDT-possessing_partysource=urn:a',
        'destinationListtype=https://ref.gs1.org/cbv/SDT-locationdestination=urn:b',
        '{urn:x-lotline:epcis:}seq=7',
      ].join(''),
    )
  })

  test('differs with the ledger row of movements that are alike', () => {
    const event: EpcisEvent = {
      ...{ type: 'ObjectEvent', action: 'OBSERVE', eventTimeZoneOffset: '+08:00', 'lotline:seq': '1' },
      eventTime: '2026-11-20T08:00:00.000Z',
    }
    expect(eventId(event)).not.toBe(eventId({ ...event, 'lotline:seq': '2' }))
  })
})

describe('names', () => {
  const withGln = identifiersOf({ code: 'C1', creditCode: '91440101MA5', gln: '6901234000009' })
  const without = identifiersOf({ code: 'C1', creditCode: null, gln: null })

  test('are GS1 Digital Links where there are keys', () => {
    expect(withGln.lot({ lotNo: 'P20261120-003', itemCode: 'X', gtin: '06901234567892' })).toBe(
      'https://id.gs1.org/01/06901234567892/10/P20261120-003',
    )
    expect(withGln.lot({ lotNo: 'A/1', itemCode: 'X', gtin: '6901234567892' })).toBe(
      'https://id.gs1.org/01/06901234567892/10/A%2F1',
    )
    expect(withGln.organisation.party).toBe('https://id.gs1.org/417/6901234000009')
    const bin = { code: 'A-01', gln: null, isDefault: false, warehouseCode: 'WH1', warehouseGln: '6901234000016' }
    expect(withGln.bin(bin)).toBe('https://id.gs1.org/414/6901234000016/254/A-01')
    expect(withGln.bin({ ...bin, isDefault: true })).toBe('https://id.gs1.org/414/6901234000016')
    expect(withGln.document('productsaleout', 'SO1')).toBe('urn:epcglobal:cbv:bt:6901234000009:SO1')
  })

  test('are private ones of the organisation elsewhere', () => {
    expect(withGln.lot({ lotNo: '酱油:1', itemCode: 'M 1', gtin: '06901234567892' })).toBe(
      'urn:x-lotline:91440101MA5:lot:M%201:%E9%85%B1%E6%B2%B9%3A1',
    )
    expect(without.lot({ lotNo: 'L1', itemCode: 'M1', gtin: '123' })).toBe('urn:x-lotline:C1:lot:M1:L1')
    expect(without.dealer({ code: 'D1', gln: null })).toEqual({
      party: 'urn:x-lotline:C1:dealer:D1',
      location: 'urn:x-lotline:C1:dealer:D1',
    })
    expect(without.document('productsaleout', 'SO1')).toBe('urn:x-lotline:C1:document:productsaleout:SO1')
  })
})
