/** Operations of the store: receipts, statuses, withdrawals, transfers, counts. */
import type { Values } from '#contract/schema/field.ts'
import {
  type Choice,
  type Client,
  chance,
  documentIn,
  entityOf,
  idOf,
  isMaterial,
  nearLots,
  oneOf,
  type PlannedCall,
  partOf,
  stockIn,
} from './client.ts'
import type { Line, Operation } from './operation.ts'
import { text, units } from './quantity.ts'
import { heldAt, type Lot } from './state.ts'

const binOf = (id: unknown) => `bin:${id}`

/** Receipt of a new lot, or more of one. */
const receive: Choice = client => {
  const { fixture, board } = client
  const known = chance(client, 0.15) ? oneOf(client, nearLots(client, 'material')) : undefined
  const more = known && board.facts.get(known.id)
  const material = fixture.materials.find(each => each.item === known?.item) ?? oneOf(client, fixture.materials)
  if (!material) return null
  const opening = known ? known.supplier === null : chance(client, 0.1)
  const supplyId = known ? known.supplier : opening ? null : (oneOf(client, fixture.suppliers) ?? null)
  const made = `2026-${chance(client, 0.5) ? '10' : '11'}-${String(1 + Math.floor(client.next() * 20)).padStart(2, '0')}`
  const of = more && known ? { ...more, lotId: known.id } : { supplierLotNo: 'SL', isNewLot: true, produceDate: made }
  const locationId = oneOf(client, fixture.bins.material.slice(0, 2)) as number
  const line = {
    ...{
      materialId: material.id,
      materialSpecId: material.specId,
      packageQty: '1',
      certificateNo: 'COA',
      locationId,
      ...of,
    },
    baseQty: text(BigInt(1 + Math.floor(client.next() * 800_000))),
  }
  const about = {
    kind: 'receive',
    document: '',
    from: opening ? 'adjust' : 'supplier',
    supplier: supplyId,
    lines: [
      { lot: known?.id ?? 0, lotNo: '', item: material.item, bin: binOf(locationId), quantity: units(line.baseQty) },
    ],
  } as const
  return {
    path: 'template/save/materialstorein',
    sent: {
      ...{ storeInType: opening ? 'OPENING' : 'PURCHASE', supplyId, deliveryNoteNo: 'DN', submit: true },
      ...{ warehouseId: fixture.warehouses.material, receiverId: fixture.employee('E002'), lines: [line] },
    },
    about,
    done(data) {
      const [stored] = data.lines as readonly Values[]
      const { lotId, lotNo, supplierLotNo, produceDate, expiryDate } = stored as Values
      board.facts.set(Number(lotId), { supplierLotNo, produceDate, expiryDate } as never)
      const lines = about.lines.map(each => ({ ...each, lot: Number(lotId), lotNo: String(lotNo) }))
      return { ...about, document: `materialstorein:${data.id}`, lines }
    },
  }
}

const lotStatusCall =
  (to: 'RELEASED' | 'HOLD' | 'REJECTED', action: string, ...from: readonly string[]): Choice =>
  client => {
    const lots = [...nearLots(client, 'material'), ...nearLots(client, 'product')]
    const lot = oneOf(client, chance(client, 0.05) ? lots : lots.filter(each => from.includes(each.status)))
    if (!lot) return null
    return {
      path: `template/${action}/stocklot`,
      sent: { ids: [lot.id], reason: '走查' },
      about: { kind: 'status', lot: lot.id, to },
    }
  }

/** One or two lines of a withdrawal, as the model has them. */
export function taken(client: Client, held: ReturnType<typeof stockIn>, step = 1n): readonly Line[] {
  const lines: Line[] = []
  for (let count = chance(client, 0.3) ? 2 : 1; count > 0; count -= 1) {
    const one = oneOf(client, held)
    if (one && !lines.some(line => line.lot === one.lot.id && line.bin === one.bin))
      lines.push({ lot: one.lot.id, bin: one.bin, quantity: partOf(client, one.quantity, step) })
  }
  return lines
}

type Out = Extract<Operation, { kind: 'withdraw' | 'sendBack' | 'transfer' | 'rework' }>

/** A stock-out of materials or of products; `submit` posts it at once. */
export function stockOut(client: Client, about: Out, outType: string, submit: boolean, more: Values = {}): PlannedCall {
  const { fixture, board } = client
  const ofMaterial = isMaterial(board.state.lots.get(about.lines[0]?.lot ?? 0)?.item ?? '')
  const [entity, house] = ofMaterial
    ? ['materialstoreout', 'material' as const]
    : ['productstoreout', 'product' as const]
  const specOf = (lot: number) => {
    const item = board.state.lots.get(lot)?.item
    return [...fixture.goods, fixture.byProduct].find(good => good.item === item)?.specId
  }
  const lines = about.lines.map(line => ({
    ...{ lotId: line.lot, locationId: idOf(line.bin), qty: text(line.quantity) },
    ...(ofMaterial ? {} : { productSpecId: specOf(line.lot) }),
    ...('into' in line ? { toLocationId: idOf(String(line.into)) } : {}),
  }))
  const operation: Operation = submit ? about : { kind: 'draft', document: '', posting: about }
  return {
    path: `template/save/${entity}`,
    sent: {
      ...{
        outType,
        warehouseId: fixture.warehouses[house],
        handlerId: fixture.employee('E002'),
        reason: '走查',
        lines,
        submit,
      },
      ...(about.kind === 'transfer' ? { targetWarehouseId: fixture.warehouses[house] } : {}),
      ...more,
    },
    about: operation,
    done(data) {
      const document = `${entity}:${data.id}`
      return submit ? { ...about, document } : { kind: 'draft', document, posting: { ...about, document } }
    },
  }
}

const anyKind = (client: Client) => (chance(client, 0.5) ? ('material' as const) : ('product' as const))

const toLaboratory: Choice = client => {
  const kind = anyKind(client)
  const lines = taken(client, stockIn(nearLots(client, kind)))
  const types = kind === 'material' ? ['SAMPLE'] : ['TEST_SAMPLE', 'OFFICIAL_SAMPLE']
  if (lines.length === 0) return null
  return stockOut(client, { kind: 'withdraw', document: '', to: 'lab', lines }, oneOf(client, types) as string, true)
}

const scrap: Choice = client => {
  const lines = taken(client, stockIn(nearLots(client, anyKind(client))))
  return lines.length === 0
    ? null
    : stockOut(client, { kind: 'withdraw', document: '', to: 'scrap', lines }, 'SCRAP', false)
}

const sendBack: Choice = client => {
  const supplier = oneOf(client, client.fixture.suppliers) as number
  const fits = chance(client, 0.05)
    ? () => true
    : (lot: { readonly supplier: number | null }) => lot.supplier === supplier
  const lines = taken(client, stockIn(nearLots(client, 'material'), fits))
  if (lines.length === 0) return null
  return stockOut(client, { kind: 'sendBack', document: '', supplier, lines }, 'SUPPLIER_RETURN', true, {
    supplyId: supplier,
  })
}

const transfer: Choice = client => {
  const kind = anyKind(client)
  const [line] = taken(client, stockIn(nearLots(client, kind)))
  const into = oneOf(
    client,
    client.fixture.bins[kind].map(binOf).filter(bin => bin !== line?.bin),
  )
  if (!line || !into) return null
  return stockOut(client, { kind: 'transfer', document: '', lines: [{ ...line, into }] }, 'TRANSFER_OUT', true)
}

const relabel: Choice = client => {
  const isLikely = chance(client, 0.05) ? () => true : ({ status }: Lot) => status === 'RELEASED' || status === 'HOLD'
  const [line] = taken(client, stockIn(nearLots(client, anyKind(client)), isLikely))
  if (!line) return null
  const newLotNo = `R${Math.floor(client.next() * 1e12)}`
  const about = { kind: 'relabel', document: '', docNo: '', newLot: 0, newLotNo, ...line } as const
  return {
    path: 'template/save/stockrelabel',
    sent: {
      ...{ lotId: line.lot, locationId: idOf(line.bin), qty: text(line.quantity), newLotNo, reason: '走查' },
      ...{ handlerId: client.fixture.employee('E002'), submit: true },
    },
    about,
    done: data => ({
      ...{ ...about, document: `stockrelabel:${data.id}` },
      ...{ docNo: String(data.docNo), newLot: Number(data.newLotId) },
    }),
  }
}

/** Count of a lot in a bin; the answer has the book quantity. */
const count: Choice = client => {
  const { fixture, board } = client
  const kind = anyKind(client)
  const lot = oneOf(client, nearLots(client, kind))
  const bin = oneOf(client, fixture.bins[kind])
  if (!lot || bin === undefined) return null
  const believed = heldAt(lot, binOf(bin))
  const counted = chance(client, 0.2) ? believed : partOf(client, believed > 0n ? believed : 10_000n)
  const line = { lotId: lot.id, locationId: bin, countedQuantity: text(counted), reason: '走查' }
  const posting = (document: string, book: bigint): Operation => ({
    ...{ kind: 'count', document },
    lines: [{ lot: lot.id, bin: binOf(bin), book, counted }],
  })
  return {
    path: 'template/save/stockcount',
    sent: { warehouseId: fixture.warehouses[kind], counterId: fixture.employee('E002'), lines: [line] },
    about: { kind: 'draft', document: '', posting: posting('', board.state.lots.size ? believed : 0n) },
    done(data) {
      const document = `stockcount:${data.id}`
      const [stored] = data.lines as readonly Values[]
      return { kind: 'draft', document, posting: posting(document, units(stored?.bookQuantity)) }
    },
  }
}

const step =
  (kind: 'approve' | 'post', accept: (posting: Operation) => boolean): Choice =>
  client => {
    const key = documentIn(client, (posting, status) => status === 'DRAFT' && accept(posting))
    if (!key) return null
    const action = kind === 'post' ? 'submit' : 'approve'
    return { path: `template/${action}/${entityOf(key)}`, sent: { ids: [idOf(key)] }, about: { kind, document: key } }
  }

const reverse: Choice = client => {
  const key = documentIn(
    client,
    (_, status) => status === 'SUBMITTED' || (status === 'REVERSED' && chance(client, 0.02)),
  )
  if (!key) return null
  return {
    path: `template/reverse/${entityOf(key)}`,
    sent: { ids: [idOf(key)], reason: '走查' },
    about: { kind: 'reverse', document: key },
  }
}

export const storeOperations = {
  receive,
  release: lotStatusCall('RELEASED', 'release', 'PENDING', 'HOLD'),
  hold: lotStatusCall('HOLD', 'hold', 'PENDING', 'RELEASED'),
  reject: lotStatusCall('REJECTED', 'reject', 'PENDING', 'HOLD'),
  toLaboratory,
  scrap,
  sendBack,
  transfer,
  relabel,
  count,
  approve: step('approve', posting => posting.kind === 'withdraw' || posting.kind === 'rework'),
  post: step('post', () => true),
  reverse,
} as const
