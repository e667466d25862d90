/** Closed pallets in sales and transfers: whole, from their place. */
import { format } from '#contract/messages/index.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { pallet } from '#contract/stock/pallet.ts'
import type { Context } from '../../../db/connection/context.ts'
import { anyOf, rowsOf, touched } from '../../../db/query/rowsOf.ts'
import { changesOf, writeAudits } from '../../basis/audit.ts'
import { binsOf, chosenBin } from '../bins.ts'

type Pallet = RowOf<typeof pallet>

interface OfPallet {
  readonly palletId?: number | null | undefined
  readonly lotId?: number | null | undefined
  readonly productSpecId?: number | null | undefined
  readonly baseQty?: string | null | undefined
  readonly locationId?: number | null | undefined
}

const contentOf = (lines: readonly OfPallet[]): string => {
  const sums = new Map<string, string>()
  for (const { lotId, productSpecId, baseQty } of lines) {
    const key = `${lotId} ${productSpecId}`
    sums.set(
      key,
      decimal(sums.get(key) ?? '0')
        .plus(baseQty ?? '0')
        .toFixed(4),
    )
  }
  return JSON.stringify([...sums].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Document lines of these pallets. */
export async function linesOfPallets(context: Context, ids: readonly number[]) {
  const lines = await context.tx
    .selectFrom('palletline as x')
    .innerJoin('pallet as p', 'p.id', 'x.parentId')
    .innerJoin('product as i', 'i.id', 'x.productId')
    .innerJoin('productspec as s', 's.id', 'x.productSpecId')
    .innerJoin('stocklot as l', 'l.id', 'x.lotId')
    .innerJoin('stocklocation as b', 'b.id', 'p.locationId')
    .leftJoin('unit as u', 'u.id', 'l.unitId')
    .select(['p.id as palletId', 'p.sscc as palletId$label', 'x.productId', 'i.name as productId$label'])
    .select(['x.productSpecId', 's.specName as productSpecId$label', 'x.lotId', 'l.lotNo as lotId$label'])
    .select(['x.packageQty', 'l.unitId', 'u.name as unitId$label'])
    .select(['p.locationId', 'b.name as locationId$label', 'b.warehouseId'])
    .where('p.customerId', '=', context.customerId)
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .orderBy('x.lineNo')
    .execute()
  return lines
}

type Content = Awaited<ReturnType<typeof linesOfPallets>>[number]

/** Draft lines; a pallet alone stands for its lines. */
export async function withPalletLines<L extends OfPallet>(
  context: Context,
  lines: readonly L[],
  made: (content: Content, line: L) => L,
): Promise<readonly L[]> {
  const isWhole = ({ palletId, lotId }: OfPallet) => Boolean(palletId) && !lotId
  const named = lines.filter(isWhole).map(line => line.palletId ?? 0)
  if (named.length === 0) return lines
  const content = await linesOfPallets(context, named)
  return lines.flatMap(line =>
    isWhole(line) ? content.filter(each => each.palletId === line.palletId).map(each => made(each, line)) : [line],
  )
}

const palletsOf = (lines: readonly OfPallet[]): readonly number[] =>
  [...new Set(lines.flatMap(line => line.palletId ?? []))].sort((one, other) => one - other)

/**
 * Locks the pallets that lines name; ids in order.
 * @throws AppError palletNotClosed, palletDiffers
 */
async function lockWhole(context: Context, lines: readonly OfPallet[]): Promise<readonly number[]> {
  const ids = palletsOf(lines)
  if (ids.length === 0) return []
  const pallets = await rowsOf(context, 'pallet')
    .select(['id', 'sscc', 'status', 'locationId'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const content = await context.tx.selectFrom('palletline').selectAll().where('parentId', '=', anyOf(ids)).execute()
  for (const { id, sscc, status, locationId } of pallets) {
    if (status !== 'CLOSED')
      throw new AppError('palletNotClosed', { sscc, status: format(context.locale, `PalletStatus.${status}`) })
    const taken = lines.filter(line => line.palletId === id)
    const isWhole = contentOf(taken) === contentOf(content.filter(line => line.parentId === id))
    if (!isWhole || taken.some(line => line.locationId !== locationId)) throw new AppError('palletDiffers', { sscc })
  }
  return ids
}

type Whereabouts = Partial<Pick<Pallet, 'status' | 'saleOutId' | 'dealerId' | 'locationId'>>

async function change(
  context: Context,
  ids: readonly number[],
  before: Whereabouts,
  after: Whereabouts,
): Promise<void> {
  if (ids.length === 0) return
  await context.tx
    .updateTable('pallet')
    .set({ ...touched(context), ...after })
    .where('id', '=', anyOf(ids))
    .execute()
  const changes = changesOf(pallet, before, after)
  const said = ids.map(id => ({ entity: pallet.name, entityId: String(id), action: 'STATUS' as const, changes }))
  await writeAudits(context, said)
}

interface Sale {
  readonly id: number
  readonly dealerId: number
  readonly lines: readonly OfPallet[]
}

const packed: Whereabouts = { status: 'CLOSED', saleOutId: null, dealerId: null }

/**
 * Ships the pallets of a sale, before its goods.
 * @throws AppError palletNotClosed, palletDiffers
 */
export async function shipPallets(context: Context, sale: Sale): Promise<void> {
  const ids = await lockWhole(context, sale.lines)
  await change(context, ids, packed, { status: 'SHIPPED', saleOutId: sale.id, dealerId: sale.dealerId })
}

/** Takes shipped pallets back when their sale is reversed. */
export async function unshipPallets(context: Context, { id, dealerId }: Pick<Sale, 'id' | 'dealerId'>): Promise<void> {
  const shipped = rowsOf(context, 'pallet').select('id').where('saleOutId', '=', id).where('status', '=', 'SHIPPED')
  const ids = (await shipped.orderBy('id').forNoKeyUpdate().execute()).map(row => row.id)
  await change(context, ids, { status: 'SHIPPED', saleOutId: id, dealerId }, packed)
}

interface Transfer {
  readonly targetWarehouseId: number | null
  readonly lines: readonly (Omit<OfPallet, 'baseQty'> & {
    readonly qty: string | null
    readonly toLocationId: number | null
  })[]
}

interface MovedTransfer {
  readonly docNo: string | null
  readonly lines: readonly (Pick<OfPallet, 'palletId'> & { readonly lineNo: number | null })[]
}

interface Move {
  readonly ids: number[]
  readonly from: number
  readonly to: number
}

/**
 * Moves of a transfer's pallets, by bins.
 * @throws AppError invalid
 */
async function movesOf(context: Context, { targetWarehouseId, lines }: Transfer): Promise<readonly Move[]> {
  if (lines.every(line => !line.palletId)) return []
  const bins = await binsOf(
    context,
    targetWarehouseId,
    lines.map(line => line.toLocationId),
  )
  const moves = new Map<string, Move>()
  const goesTo = new Map<number, number>()
  for (const [index, { palletId, locationId, toLocationId }] of lines.entries()) {
    if (!palletId) continue
    const at = `lines.${index}.toLocationId`
    const [from, to] = [locationId ?? 0, chosenBin(bins, toLocationId, at).id]
    if ((goesTo.get(palletId) ?? to) !== to) throw invalid({ [at]: 'palletOneBin' })
    goesTo.set(palletId, to)
    const move = moves.get(`${from} ${to}`) ?? { ids: [], from, to }
    if (!move.ids.includes(palletId)) move.ids.push(palletId)
    moves.set(`${from} ${to}`, move)
  }
  return [...moves.values()]
}

/**
 * Moves the pallets of a transfer, before its goods.
 * @throws AppError palletNotClosed, palletDiffers, invalid
 */
export async function movePallets(context: Context, transfer: Transfer): Promise<void> {
  const moves = await movesOf(context, transfer)
  await lockWhole(
    context,
    transfer.lines.map(({ qty, ...line }) => ({ ...line, baseQty: qty })),
  )
  for (const { ids, from, to } of moves) await change(context, ids, { locationId: from }, { locationId: to })
}

/** Puts pallets back that still stand where they were moved. */
export async function unmovePallets(context: Context, { docNo, lines }: MovedTransfer): Promise<void> {
  const ids = palletsOf(lines)
  if (ids.length === 0) return
  const closed = rowsOf(context, 'pallet').select(['id', 'locationId']).where('id', '=', anyOf(ids))
  const pallets = await closed.where('status', '=', 'CLOSED').orderBy('id').forNoKeyUpdate().execute()
  // Bins as posted: the default one changes.
  const posted = await rowsOf(context, 'stockledger')
    .select(['docLineNo', 'fromLocationId', 'toLocationId'])
    .where('docType', '=', 'productstoreout')
    .where('docNo', '=', docNo)
    .where('reversalOfSeq', 'is', null)
    .execute()
  for (const { id, locationId } of pallets) {
    const lineNo = lines.find(line => line.palletId === id)?.lineNo
    const move = posted.find(row => row.docLineNo === lineNo)
    if (move?.fromLocationId && move.toLocationId === locationId)
      await change(context, [id], { locationId }, { locationId: move.fromLocationId })
  }
}
