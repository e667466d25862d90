/** Operations on products: sale, return, samples, retests. */
import type { Values } from '#contract/schema/field.ts'
import {
  type Choice,
  type Client,
  chance,
  documentIn,
  idOf,
  nearLots,
  oneOf,
  partOf,
  stockIn,
  usable,
  withDocument,
} from './client.ts'
import type { Item } from './operation.ts'
import { taken } from './operationsOfStore.ts'
import { text, units } from './quantity.ts'
import { lotOf } from './state.ts'

const goodOf = (client: Client, item: Item | undefined) =>
  [...client.fixture.goods, client.fixture.byProduct].find(good => good.item === item)

const hundredth = 100n

const sell: Choice = client => {
  const dealer = oneOf(client, client.fixture.dealers) as number
  const lines = taken(
    client,
    usable(client, 'product').filter(one => one.quantity >= hundredth),
    hundredth,
  )
  if (lines.length === 0) return null
  const about = { kind: 'sell', document: '', dealer, lines } as const
  const rows = lines.map(line => {
    const good = goodOf(client, lotOf(client.board.state, line.lot).item)
    return {
      ...{ productId: good?.productId, productSpecId: good?.specId, lotId: line.lot, locationId: idOf(line.bin) },
      ...{
        packageQty: text(line.quantity).slice(0, -2),
        ...(chance(client, 0.9) ? { fefoOverrideReason: '走查' } : {}),
      },
    }
  })
  const { warehouses, employee } = client.fixture
  const sent = {
    dealerId: dealer,
    warehouseId: warehouses.product,
    handlerId: employee('E003'),
    lines: rows,
    submit: true,
  }
  return { path: 'template/save/productsaleout', sent, about, done: withDocument('productsaleout', about) }
}

const takeBack: Choice = client => {
  const { fixture } = client
  const at = nearLots(client, 'product').flatMap(lot =>
    [...lot.held].flatMap(([place, quantity]) =>
      place.startsWith('dealer:') && quantity > 0n ? [{ lot, place, quantity }] : [],
    ),
  )
  const one = oneOf(client, at)
  const good = goodOf(client, one?.lot.item)
  if (!one || !good) return null
  const [dealer, quantity] = [idOf(one.place), partOf(client, one.quantity)]
  const bin = fixture.bins.product[2] as number
  const about = { kind: 'dealerReturn', document: '', dealer, lot: one.lot.id, bin: `bin:${bin}`, quantity } as const
  const sent = {
    ...{ storeInType: 'DEALER_RETURN', dealerId: dealer, productId: good.productId, productSpecId: good.specId },
    ...{ lotNo: one.lot.lotNo, produceDate: fixture.today, packageQty: '0', looseQty: text(quantity), locationId: bin },
    ...{ warehouseId: fixture.warehouses.product, handlerId: fixture.employee('E003'), submit: true },
  }
  return { path: 'template/save/productstorein', sent, about, done: withDocument('productstorein', about) }
}

const keepSample: Choice = client => {
  const [line] = taken(client, stockIn(nearLots(client, 'product')))
  if (!line) return null
  const lot = lotOf(client.board.state, line.lot)
  const routine = chance(client, lot.routineSamples > 0 ? 0.05 : 0.6)
  const small = { ...line, quantity: line.quantity > 20_000n ? 20_000n : line.quantity }
  const about = { kind: 'keepSample', document: '', routine, line: small } as const
  const sent = {
    ...{ productId: idOf(lot.item), lotId: lot.id, sampleQty: text(small.quantity), storageLocation: 'A-1' },
    ...{ purpose: routine ? 'ROUTINE' : 'STABILITY', samplerId: client.fixture.employee('E006') },
    ...{ locationId: idOf(line.bin), warehouseId: client.fixture.warehouses.product },
  }
  return { path: 'template/save/retainsample', sent, about, done: withDocument('retainsample', about) }
}

const sampleIn = (client: Client) =>
  documentIn(
    client,
    (posting, status) =>
      posting.kind === 'keepSample' && (status === 'RETAINED' || status === 'PARTLY_USED' || chance(client, 0.01)),
  )

/** Another observation, below those that are there. */
const useSample: Choice = async client => {
  const key = sampleIn(client)
  const stored = key && (await client.read('GET', 'template/edit/retainsample', { id: idOf(key) }))
  if (!key || !stored) return null
  const left = units(stored.sampleQty) - units(stored.usedQty)
  const quantity = chance(client, 0.1) ? 0n : partOf(client, left > 0n ? left : 1n)
  const observation = { appearance: '正常', usedQty: text(quantity), observerId: client.fixture.employee('E006') }
  const observations = [...(stored.observations as readonly Values[]), observation]
  const about = { kind: 'useSample', document: key, quantity } as const
  return { path: 'template/save/retainsample', sent: { id: idOf(key), observations }, about }
}

const endSample =
  (kind: 'disposeSample' | 'removeSample'): Choice =>
  client => {
    const key = sampleIn(client)
    if (!key) return null
    const [action, more] = kind === 'disposeSample' ? ['dispose', { reason: '走查' }] : ['delete', {}]
    return {
      path: `template/${action}/retainsample`,
      sent: { ids: [idOf(key)], ...more },
      about: { kind, document: key },
    }
  }

/** Retest with one passed item and a sample. */
const inspect: Choice = client => {
  const kind = chance(client, 0.5) ? ('material' as const) : ('product' as const)
  const [line] = taken(client, stockIn(nearLots(client, kind)))
  if (!line) return null
  const small = { ...line, quantity: chance(client, 0.2) ? 0n : line.quantity > 5_000n ? 5_000n : line.quantity }
  const about = { kind: 'inspect', document: '', line: small } as const
  const sent = {
    ...{ inspectType: 'RETEST', lotId: line.lot, sampleQty: text(small.quantity), locationId: idOf(line.bin) },
    ...{ standardNo: 'GB 1354', inspectorId: client.fixture.employee('E006') },
    items: [{ itemName: '水分', limitMax: '12.50', resultValue: '10.00', unitName: '%' }],
  }
  return { path: 'template/save/qualityinspection', sent, about, done: withDocument('qualityinspection', about) }
}

const steps = { PENDING: 'test', TESTING: 'judge', JUDGED: 'release' } as const

const inspection: Choice = client => {
  const key = documentIn(client, (posting, status) => posting.kind === 'inspect' && Object.hasOwn(steps, status))
  const status = key && client.board.state.documents.get(key)?.status
  if (!key || !status) return null
  const step = steps[status as keyof typeof steps]
  const more = step === 'release' ? { reason: '走查' } : {}
  const about = { kind: 'inspection', document: key, step } as const
  return { path: `template/${step}/qualityinspection`, sent: { ids: [idOf(key)], ...more }, about }
}

export const saleOperations = {
  sell,
  takeBack,
  keepSample,
  useSample,
  disposeSample: endSample('disposeSample'),
  removeSample: endSample('removeSample'),
  inspect,
  inspection,
} as const
