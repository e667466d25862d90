/** Operations of the store: receipts, statuses, withdrawals, transfers, counts. */
import type { Values } from '#contract/schema/field.ts'
import {
  type Choice,
  chance,
  type Deed,
  documentIn,
  entityOf,
  type Hand,
  idOf,
  isMaterial,
  nearLots,
  oneOf,
  some,
  stockIn,
} from './client.ts'
import type { Line, Operation } from './operation.ts'
import { text, units } from './quantity.ts'
import { heldAt } from './state.ts'

const binOf = (id: unknown) => `bin:${id}`

/** Receipt of a new lot, or more of one. */
const receive: Choice = hand => {
  const { world, board } = hand
  const known = chance(hand, 0.15) ? oneOf(hand, nearLots(hand, 'material')) : undefined
  const more = known && board.facts.get(known.id)
  const material = world.materials.find(each => each.item === known?.item) ?? oneOf(hand, world.materials)
  if (!material) return null
  const opening = known ? known.supplier === null : chance(hand, 0.1)
  const supplyId = known ? known.supplier : opening ? null : (oneOf(hand, world.suppliers) ?? null)
  const made = `2026-${chance(hand, 0.5) ? '10' : '11'}-${String(1 + Math.floor(hand.next() * 20)).padStart(2, '0')}`
  const of = more && known ? { ...more, lotId: known.id } : { supplierLotNo: 'SL', isNewLot: true, produceDate: made }
  const locationId = oneOf(hand, world.bins.material.slice(0, 2)) as number
  const line = {
    ...{
      materialId: material.id,
      materialSpecId: material.specId,
      packageQty: '1',
      certificateNo: 'COA',
      locationId,
      ...of,
    },
    baseQty: text(BigInt(1 + Math.floor(hand.next() * 800_000))),
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
      ...{ warehouseId: world.warehouses.material, receiverId: world.employee('E002'), lines: [line] },
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

const judged =
  (to: 'RELEASED' | 'HOLD' | 'REJECTED', action: string, ...from: readonly string[]): Choice =>
  hand => {
    const lots = [...nearLots(hand, 'material'), ...nearLots(hand, 'product')]
    const lot = oneOf(hand, chance(hand, 0.05) ? lots : lots.filter(each => from.includes(each.status)))
    if (!lot) return null
    return {
      path: `template/${action}/stocklot`,
      sent: { ids: [lot.id], reason: '走查' },
      about: { kind: 'status', lot: lot.id, to },
    }
  }

/** One or two lines of a withdrawal, as the model has them. */
export function taken(hand: Hand, held: ReturnType<typeof stockIn>, step = 1n): readonly Line[] {
  const lines: Line[] = []
  for (let count = chance(hand, 0.3) ? 2 : 1; count > 0; count -= 1) {
    const one = oneOf(hand, held)
    if (one && !lines.some(line => line.lot === one.lot.id && line.bin === one.bin))
      lines.push({ lot: one.lot.id, bin: one.bin, quantity: some(hand, one.quantity, step) })
  }
  return lines
}

type Out = Extract<Operation, { kind: 'withdraw' | 'sendBack' | 'transfer' | 'rework' }>

/** A stock-out of materials or of products; `submit` posts it at once. */
export function stockOut(hand: Hand, about: Out, outType: string, submit: boolean, more: Values = {}): Deed {
  const { world, board } = hand
  const ofMaterial = isMaterial(board.state.lots.get(about.lines[0]?.lot ?? 0)?.item ?? '')
  const [entity, house] = ofMaterial
    ? ['materialstoreout', 'material' as const]
    : ['productstoreout', 'product' as const]
  const specOf = (lot: number) => {
    const item = board.state.lots.get(lot)?.item
    return [...world.goods, world.byProduct].find(good => good.item === item)?.specId
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
        warehouseId: world.warehouses[house],
        handlerId: world.employee('E002'),
        reason: '走查',
        lines,
        submit,
      },
      ...(about.kind === 'transfer' ? { targetWarehouseId: world.warehouses[house] } : {}),
      ...more,
    },
    about: operation,
    done(data) {
      const document = `${entity}:${data.id}`
      return submit ? { ...about, document } : { kind: 'draft', document, posting: { ...about, document } }
    },
  }
}

const anyKind = (hand: Hand) => (chance(hand, 0.5) ? ('material' as const) : ('product' as const))

const toLaboratory: Choice = hand => {
  const kind = anyKind(hand)
  const lines = taken(hand, stockIn(nearLots(hand, kind)))
  const types = kind === 'material' ? ['SAMPLE'] : ['TEST_SAMPLE', 'OFFICIAL_SAMPLE']
  if (lines.length === 0) return null
  return stockOut(hand, { kind: 'withdraw', document: '', to: 'lab', lines }, oneOf(hand, types) as string, true)
}

const scrap: Choice = hand => {
  const lines = taken(hand, stockIn(nearLots(hand, anyKind(hand))))
  return lines.length === 0
    ? null
    : stockOut(hand, { kind: 'withdraw', document: '', to: 'scrap', lines }, 'SCRAP', false)
}

const sendBack: Choice = hand => {
  const supplier = oneOf(hand, hand.world.suppliers) as number
  const fits = chance(hand, 0.05)
    ? () => true
    : (lot: { readonly supplier: number | null }) => lot.supplier === supplier
  const lines = taken(hand, stockIn(nearLots(hand, 'material'), fits))
  if (lines.length === 0) return null
  return stockOut(hand, { kind: 'sendBack', document: '', supplier, lines }, 'SUPPLIER_RETURN', true, {
    supplyId: supplier,
  })
}

const transfer: Choice = hand => {
  const kind = anyKind(hand)
  const [line] = taken(hand, stockIn(nearLots(hand, kind)))
  const into = oneOf(
    hand,
    hand.world.bins[kind].map(binOf).filter(bin => bin !== line?.bin),
  )
  if (!line || !into) return null
  return stockOut(hand, { kind: 'transfer', document: '', lines: [{ ...line, into }] }, 'TRANSFER_OUT', true)
}

/** Count of a lot in a bin; the answer has the book quantity. */
const count: Choice = hand => {
  const { world, board } = hand
  const kind = anyKind(hand)
  const lot = oneOf(hand, nearLots(hand, kind))
  const bin = oneOf(hand, world.bins[kind])
  if (!lot || bin === undefined) return null
  const believed = heldAt(lot, binOf(bin))
  const counted = chance(hand, 0.2) ? believed : some(hand, believed > 0n ? believed : 10_000n)
  const line = { lotId: lot.id, locationId: bin, countedQuantity: text(counted), reason: '走查' }
  const posting = (document: string, book: bigint): Operation => ({
    ...{ kind: 'count', document },
    lines: [{ lot: lot.id, bin: binOf(bin), book, counted }],
  })
  return {
    path: 'template/save/stockcount',
    sent: { warehouseId: world.warehouses[kind], counterId: world.employee('E002'), lines: [line] },
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
  hand => {
    const key = documentIn(hand, (posting, status) => status === 'DRAFT' && accept(posting))
    if (!key) return null
    const action = kind === 'post' ? 'submit' : 'approve'
    return { path: `template/${action}/${entityOf(key)}`, sent: { ids: [idOf(key)] }, about: { kind, document: key } }
  }

const reverse: Choice = hand => {
  const key = documentIn(hand, (_, status) => status === 'SUBMITTED' || (status === 'REVERSED' && chance(hand, 0.02)))
  if (!key) return null
  return {
    path: `template/reverse/${entityOf(key)}`,
    sent: { ids: [idOf(key)], reason: '走查' },
    about: { kind: 'reverse', document: key },
  }
}

export const storeDeeds = {
  receive,
  release: judged('RELEASED', 'release', 'PENDING', 'HOLD'),
  hold: judged('HOLD', 'hold', 'PENDING', 'RELEASED'),
  reject: judged('REJECTED', 'reject', 'PENDING', 'HOLD'),
  toLaboratory,
  scrap,
  sendBack,
  transfer,
  count,
  approve: step('approve', posting => posting.kind === 'withdraw' || posting.kind === 'rework'),
  post: step('post', () => true),
  reverse,
} as const
