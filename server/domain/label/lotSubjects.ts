/** Lots as subjects of labels, by themselves and by the documents that brought them. */
import { entities } from '#contract/index.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { loadMany } from '../../db/records/store.ts'
import { dayIn } from '../basis/dates.ts'
import { elementsOfGoods, furtherOfGoods } from './codes.ts'
import { inWords, type LabelRecord, type LabelSubject, type LabelValues, loadAll, plain } from './subject.ts'

type Lot = RowOf<typeof entities.stocklot>
type Packing = Pick<
  RowOf<typeof entities.materialspec>,
  'id' | 'specName' | 'packageUnitId$label' | 'baseQtyPerPackage' | 'barcode'
>

const unique = (ids: readonly (number | null | undefined)[]): readonly number[] => [
  ...new Set(ids.filter((id): id is number => typeof id === 'number')),
]
const byId = <R extends { readonly id: number }>(rows: readonly R[]) => new Map(rows.map(row => [row.id, row]))

/** Default packing of items, else their first. */
async function defaultPackings(context: Context, of: 'material' | 'product', ids: readonly number[]) {
  const rows =
    of === 'material'
      ? await rowsOf(context, 'materialspec')
          .select(['id', 'materialId as itemId'])
          .where('materialId', '=', anyOf(ids))
          .where('isDeleted', '=', false)
          .orderBy('isDefault', 'desc')
          .orderBy('id')
          .execute()
      : await rowsOf(context, 'productspec')
          .select(['id', 'productId as itemId'])
          .where('productId', '=', anyOf(ids))
          .where('isDeleted', '=', false)
          .orderBy('isDefault', 'desc')
          .orderBy('id')
          .execute()
  const first = new Map<number, number>()
  for (const { id, itemId } of rows) if (!first.has(itemId)) first.set(itemId, id)
  const entity = of === 'material' ? entities.materialspec : entities.productspec
  const packings = byId((await loadMany(context, entity, [...first.values()])) as readonly Packing[])
  return new Map([...first].map(([itemId, id]) => [itemId, packings.get(id)]))
}

interface Items {
  readonly materials: ReadonlyMap<number, RowOf<typeof entities.material>>
  readonly products: ReadonlyMap<number, RowOf<typeof entities.product>>
  readonly kilograms: ReadonlyMap<number, Big>
  readonly packings: { readonly [K in 'material' | 'product']: ReadonlyMap<number, Packing | undefined> }
}

const masses: Readonly<Record<string, string>> = { KGM: '1', GRM: '0.001', TNE: '1000' }

async function kilogramsOf(context: Context, lots: readonly Lot[]): Promise<ReadonlyMap<number, Big>> {
  const units = await loadMany(context, entities.unit, unique(lots.map(lot => lot.unitId)))
  return new Map(
    units.flatMap(({ id, uneceCode }) => {
      const factor = masses[uneceCode ?? '']
      return factor === undefined ? [] : [[id, decimal(factor)] as const]
    }),
  )
}

async function itemsOf(context: Context, lots: readonly Lot[]): Promise<Items> {
  const [materialIds, productIds] = [unique(lots.map(lot => lot.materialId)), unique(lots.map(lot => lot.productId))]
  return {
    materials: byId(await loadMany(context, entities.material, materialIds)),
    products: byId(await loadMany(context, entities.product, productIds)),
    kilograms: await kilogramsOf(context, lots),
    packings: {
      material: await defaultPackings(context, 'material', materialIds),
      product: await defaultPackings(context, 'product', productIds),
    },
  }
}

export interface LotGoods {
  readonly lotNo: string
  readonly values: LabelValues
  readonly ofPackage: LabelValues
  readonly elements: LabelSubject['elements']
  readonly further: LabelSubject['further']
}

function goodsOf(context: Context, lot: Lot, items: Items, chosen?: Packing): LotGoods {
  const material = items.materials.get(lot.materialId ?? 0)
  const product = items.products.get(lot.productId ?? 0)
  const item = material ?? product
  const packing =
    chosen ?? items.packings[lot.materialId ? 'material' : 'product'].get(lot.materialId ?? lot.productId ?? 0)
  const gtin = packing?.barcode ?? product?.gtin
  const allergens = entities.material.fields.allergens.enumeration?.name
  const elements = elementsOfGoods({
    gtin,
    itemCode: item?.code ?? '',
    lotNo: lot.lotNo,
    expiryDate: lot.expiryDate,
  })
  const factor = items.kilograms.get(lot.unitId ?? 0)
  const netWeight = factor && packing ? decimal(packing.baseQtyPerPackage).times(factor).toFixed() : null
  const values: LabelValues = {
    itemName: item?.name,
    itemNameEn: item?.nameEn,
    itemCode: item?.code,
    spec: packing?.specName,
    packageUnit: packing?.packageUnitId$label,
    lotNo: lot.lotNo,
    supplierLotNo: lot.supplierLotNo,
    supplierName: lot.supplyId$label,
    produceDate: lot.produceDate,
    expiryDate: lot.expiryDate,
    receivedOn: lot.firstInAt ? dayIn(context.timeZone, lot.firstInAt) : null,
    quantity: plain(lot.onHandQty),
    unit: lot.unitId$label,
    gtin: elements.find(({ ai }) => ai === '01')?.value,
    storageCondition: item?.storageCondition,
    storageLocation: lot.locationNames,
    allergens: item?.allergens ? inWords(context, allergens, item.allergens) : null,
    qualityStatus: lot.qualityStatus
      ? inWords(context, entities.stocklot.fields.qualityStatus.enumeration?.name, [lot.qualityStatus])
      : null,
    docNo: lot.sourceDocNo,
  }
  return {
    lotNo: lot.lotNo,
    values,
    ofPackage: { quantity: plain(packing?.baseQtyPerPackage) },
    elements,
    further: furtherOfGoods({ expiryDate: lot.expiryDate, produceDate: lot.produceDate, netWeight }),
  }
}

/** @throws AppError notFound */
export async function goodsOfLots(
  context: Context,
  ids: readonly number[],
  packings: ReadonlyMap<number, Packing> = new Map(),
): Promise<ReadonlyMap<number, LotGoods>> {
  const lots = await loadAll(context, entities.stocklot, unique(ids))
  const items = await itemsOf(context, lots)
  return new Map(lots.map(lot => [lot.id, goodsOf(context, lot, items, packings.get(lot.id))]))
}

const subjectOf = (id: number, packages: number, goods: LotGoods, more: LabelValues = {}): LabelSubject => ({
  entity: 'stocklot',
  id,
  title: goods.lotNo,
  packages,
  values: { ...goods.values, ...more },
  ofPackage: goods.ofPackage,
  elements: goods.elements,
  further: goods.further,
  lotNo: goods.lotNo,
})

export async function lotSubjects(context: Context, asked: readonly LabelRecord[]): Promise<readonly LabelSubject[]> {
  const goods = await goodsOfLots(
    context,
    asked.map(({ id }) => id),
  )
  return asked.flatMap(({ id, count }) => {
    const lot = goods.get(id)
    return lot ? [subjectOf(id, count ?? 1, lot)] : []
  })
}

/** Whole packages: a begun one has a label too. */
const packagesOf = (quantity: string | null | undefined): number =>
  Math.max(1, Math.min(1_000_000, Math.ceil(Number(decimal(quantity ?? '1')))))

/** Lots of a receipt, or of some of its lines. */
export async function receiptSubjects(
  context: Context,
  asked: readonly LabelRecord[],
  by: 'id' | 'parentId',
): Promise<readonly LabelSubject[]> {
  const ids = asked.map(({ id }) => id)
  if (by === 'parentId') await loadAll(context, entities.materialstorein, ids)
  const { rows: found } = await context.tx
    .selectFrom('materialstoreinline')
    .select('id')
    .where(by, '=', anyOf(ids))
    .where('lotId', 'is not', null)
    .orderBy('parentId')
    .orderBy('lineNo')
    .execute()
    .then(rows => ({ rows }))
  const lines = await loadAll(
    context,
    entities.materialstorein.lines.lines,
    found.map(({ id }) => id),
  )
  const packings = byId(await loadMany(context, entities.materialspec, unique(lines.map(line => line.materialSpecId))))
  const packingOfLot = new Map(
    lines.flatMap(line => {
      const packing = packings.get(line.materialSpecId)
      return line.lotId && packing ? [[line.lotId, packing] as const] : []
    }),
  )
  const goods = await goodsOfLots(
    context,
    lines.flatMap(line => line.lotId ?? []),
    packingOfLot,
  )
  return lines.flatMap(line => {
    const lot = goods.get(line.lotId ?? 0)
    if (!lot || !line.lotId) return []
    const count = by === 'id' ? asked.find(({ id }) => id === line.id)?.count : undefined
    return [subjectOf(line.lotId, count ?? packagesOf(line.packageQty), lot, { quantity: plain(line.baseQty) })]
  })
}

export async function stockInSubjects(
  context: Context,
  asked: readonly LabelRecord[],
): Promise<readonly LabelSubject[]> {
  const documents = await loadAll(
    context,
    entities.productstorein,
    asked.map(({ id }) => id),
  )
  const packings = byId(await loadMany(context, entities.productspec, unique(documents.map(row => row.productSpecId))))
  const goods = await goodsOfLots(
    context,
    documents.flatMap(row => row.lotId ?? []),
    new Map(
      documents.flatMap(row => {
        const packing = packings.get(row.productSpecId)
        return row.lotId && packing ? [[row.lotId, packing] as const] : []
      }),
    ),
  )
  return documents.flatMap(row => {
    const lot = goods.get(row.lotId ?? 0)
    if (!lot || !row.lotId) return []
    const count = asked.find(({ id }) => id === row.id)?.count
    const more = { quantity: plain(row.baseQty), docNo: row.docNo }
    return [subjectOf(row.lotId, count ?? packagesOf(row.packageQty), lot, more)]
  })
}
