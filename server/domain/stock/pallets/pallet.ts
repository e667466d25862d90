/** Pallets: goods in one place under an SSCC, closed, shipped whole, or unpacked. */
import { sql } from 'kysely'
import { ssccOf } from '#contract/gs1/sscc.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { pallet } from '#contract/stock/pallet.ts'
import { palletline } from '#contract/stock/palletline.ts'
import type { Context } from '../../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../../db/query/rowsOf.ts'
import { areLinesLeftOut, type EntityHooksWithActions, followedLine } from '../../basis/hooks.ts'
import { nextSerial } from '../../basis/numbering.ts'
import { labelled, ownEmployee } from '../../basis/people.ts'
import { lockLots } from '../lots.ts'

type Pallet = RowOf<typeof pallet>
type PalletDraft = DraftOf<typeof pallet>

/** @throws AppError noCompanyPrefix, also when all serials are used */
async function newSscc(context: Context): Promise<string> {
  const own = context.tx.selectFrom('customer').select('gs1Prefix').where('id', '=', context.customerId)
  const { gs1Prefix } = await own.executeTakeFirstOrThrow()
  if (!gs1Prefix) throw new AppError('noCompanyPrefix')
  const serial = await nextSerial(context, `SSCC${gs1Prefix}`)
  if (typeof serial !== 'number') return serial
  const sscc = ssccOf(gs1Prefix, serial)
  if (sscc === null) throw new AppError('noCompanyPrefix')
  return sscc
}

async function chosenOf(context: Context, lines: NonNullable<PalletDraft['lines']>) {
  const specs = await rowsOf(context, 'productspec')
    .select(['id', 'productId', 'baseQtyPerPackage'])
    .where('id', '=', anyOf(lines.map(line => line.productSpecId ?? 0)))
    .execute()
  const lots = await rowsOf(context, 'stocklot')
    .select(['id', 'lotNo', 'productId', 'expiryDate'])
    .where('id', '=', anyOf(lines.map(line => line.lotId ?? 0)))
    .execute()
  return {
    specs: new Map(specs.map(spec => [spec.id, spec])),
    lots: new Map(lots.map(lot => [lot.id, lot])),
  }
}

async function fill(context: Context, row: PalletDraft, before: Pallet | null): Promise<void> {
  if (!row.sscc) row.sscc = await newSscc(context)
  if (areLinesLeftOut(row, before)) return
  const lines = row.lines ?? []
  const { specs, lots } = await chosenOf(context, [...lines, ...(before?.lines ?? [])])
  for (const [index, line] of lines.entries()) {
    const [lot, spec] = [lots.get(line.lotId ?? 0), specs.get(line.productSpecId ?? 0)]
    if (lot && lot.productId !== line.productId) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
    if (spec && spec.productId !== line.productId) throw invalid({ [`lines.${index}.productSpecId`]: 'reference' })
  }
  row.lines = lines.map(line =>
    followedLine(palletline, before, line, ({ productSpecId, lotId }) => ({
      productSpecId: { ...specs.get(productSpecId ?? 0) },
      lotId: { ...lots.get(lotId ?? 0) },
    })),
  )
}

interface Short {
  readonly lotNo: string
  readonly place: string
  readonly available: string
  readonly needed: string
  readonly unit: string
}

/**
 * Goods of a pallet lie in its place.
 * @throws AppError palletEmpty, palletShort
 */
async function close(context: Context, row: Pallet) {
  if (row.lines.length === 0) throw new AppError('palletEmpty', { sscc: row.sscc })
  const ids = row.lines.map(line => line.lotId)
  await lockLots(context, ids)
  const { rows } = await sql<Short>`
    select l."lotNo", s.name as place, trim_scale(coalesce(b.quantity, 0))::text as available,
      trim_scale(n.quantity)::text as needed, coalesce(u.name, '') as unit
    from (select x."lotId", sum(x."baseQty") as quantity from palletline x join pallet p on p.id = x."parentId"
      where x."lotId" = any(${ids}::bigint[]) and (p.id = ${row.id}
        or p.status = 'CLOSED' and p."locationId" = ${row.locationId}) group by 1) n
    join stocklot l on l.id = n."lotId" join stocklocation s on s.id = ${row.locationId} left join unit u on u.id = l."unitId"
    left join stockbalance b on b."lotId" = n."lotId" and b."locationId" = ${row.locationId}
      and b."producePlanId" is null and b."dealerId" is null
    where n.quantity > coalesce(b.quantity, 0) order by l."lotNo" limit 1`.execute(context.tx)
  if (rows[0]) throw new AppError('palletShort', rows[0])
  return { closedAt: context.now }
}

/** Default location of a warehouse that holds finished goods. */
async function finishedGoods(context: Context): Promise<{ readonly id: number; readonly name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from stocklocation s join warehouse w on w.id = s."warehouseId"
    where s."customerId" = ${context.customerId} and s."isDefault" and not s."isDeleted" and s.status = 'ENABLED'
      and w."itemType" = 'PRODUCT' and w.status = 'ENABLED'
    order by exists (select from stockbalance b join stocklot l on l.id = b."lotId" join product p on p.id = l."productId"
      where b."locationId" = s.id and b.quantity > 0 and p."productType" = 'FINISHED') desc, w.code
    limit 1`.execute(context.tx)
  return rows[0] ?? null
}

export const palletRules: EntityHooksWithActions<typeof pallet> = {
  async prepare(context) {
    const place = await finishedGoods(context)
    return [{ ...labelled('locationId', place), ...labelled('packerId', await ownEmployee(context)) }]
  },
  beforeSave: fill,
  actions: {
    close,
    unpack: async context => ({ unpackedAt: context.now }),
  },
}
