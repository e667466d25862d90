/** Records that labels are printed of, in the caller's scope. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import { type LabelPurpose, sourcesOfPurpose } from '#contract/label/labelFields.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { total } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import { palletline } from '#contract/stock/palletline.ts'
import type { Context } from '../../db/connection/context.ts'
import { loadMany } from '../../db/records/store.ts'
import { wallTimeIn } from '../basis/dates.ts'
import { elementsOfContent, elementsOfEquipment, elementsOfPlace, own } from './codes.ts'
import { goodsOfLots, lotSubjects, receiptSubjects, stockInSubjects } from './lotSubjects.ts'
import { type LabelRecord, type LabelSubject, loadAll, plain } from './subject.ts'

type Source = (context: Context, asked: readonly LabelRecord[]) => Promise<readonly LabelSubject[]>

const idsOf = (asked: readonly LabelRecord[]) => asked.map(({ id }) => id)

const packagesOf = (asked: readonly LabelRecord[], id: number) => asked.find(each => each.id === id)?.count ?? 1

async function numbersOf({ tx, customerId }: Context) {
  const row = await tx
    .selectFrom('customer')
    .select(['gln', 'gs1Prefix'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  return { gln: row?.gln ?? null, gs1Prefix: row?.gs1Prefix ?? null }
}

const locationSubjects: Source = async (context, asked) => {
  const { gln } = await numbersOf(context)
  const rows = await loadAll(context, entities.stocklocation, idsOf(asked))
  const warehouses = await loadMany(
    context,
    entities.warehouse,
    rows.flatMap(row => row.warehouseId ?? []),
  )
  const glnOf = new Map(warehouses.map(row => [row.id, row.gln]))
  return rows.map(row => ({
    entity: 'stocklocation',
    id: row.id,
    title: row.name,
    packages: packagesOf(asked, row.id),
    values: { code: row.code, name: row.name, warehouse: row.warehouseId$label },
    elements: elementsOfPlace(
      { own: row.gln, warehouse: glnOf.get(row.warehouseId ?? 0), organisation: gln },
      row.code,
    ),
  }))
}

const equipmentSubjects: Source = async (context, asked) => {
  const { gs1Prefix } = await numbersOf(context)
  const rows = await loadAll(context, entities.equipment, idsOf(asked))
  return rows.map(row => ({
    entity: 'equipment',
    id: row.id,
    title: row.name,
    packages: packagesOf(asked, row.id),
    values: {
      code: row.code,
      name: row.name,
      model: row.model,
      workshop: row.workshop,
      responsible: row.responsibleId$label,
      nextMaintainDate: row.nextMaintainDate,
    },
    elements: elementsOfEquipment(gs1Prefix, row.code),
  }))
}

const sampleSubjects: Source = async (context, asked) => {
  const rows = await loadAll(context, entities.retainsample, idsOf(asked))
  const goods = await goodsOfLots(
    context,
    rows.map(row => row.lotId),
  )
  return rows.map(row => {
    const lot = goods.get(row.lotId)
    const elements = [...(lot?.elements ?? []), ...own('sampleNo', row.docNo ?? '')]
    return {
      entity: 'retainsample',
      id: row.id,
      title: row.docNo ?? '',
      packages: packagesOf(asked, row.id),
      values: {
        ...lot?.values,
        docNo: row.docNo,
        quantity: row.sampleQty,
        unit: row.unitId$label,
        sampleTime: wallTimeIn(context.timeZone, row.sampleTime).slice(0, 16).replace('T', ' '),
        retainUntil: row.retainUntil,
        sampler: row.samplerId$label,
        storageLocation: row.storageLocation,
        storageCondition: row.storageCondition ?? lot?.values.storageCondition,
      },
      elements,
      further: lot?.further,
    }
  })
}

interface Content {
  readonly said: string
  readonly lines: readonly RowOf<typeof palletline>[]
}

/** `金标生抽 500mL×12瓶 40 件；…` */
async function contentOf(context: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Content>> {
  const { rows: found } = await sql<{ id: number; parentId: number }>`
    select id, "parentId" from palletline where "parentId" = any(${ids}::bigint[]) order by "lineNo"`.execute(
    context.tx,
  )
  const lines = await loadMany(
    context,
    palletline,
    found.map(({ id }) => id),
  )
  const content = new Map<number, Content>()
  lines.forEach((line, at) => {
    const id = found[at]?.parentId ?? 0
    const said = [line.productId$label, line.productSpecId$label, plain(line.packageQty)].filter(Boolean).join(' ')
    const known = content.get(id)
    content.set(id, { said: [known?.said, said].filter(Boolean).join('; '), lines: [...(known?.lines ?? []), line] })
  })
  return content
}

/** Elements of pallets with one kind of package. */
async function contentElements(context: Context, content: ReadonlyMap<number, Content>) {
  const whole = [...content.values()].flatMap(({ lines }) => lines)
  const unique = (ids: readonly number[]) => [...new Set(ids)]
  const specs = await loadMany(context, entities.productspec, unique(whole.map(line => line.productSpecId)))
  const lots = await loadMany(context, entities.stocklot, unique(whole.map(line => line.lotId)))
  return (id: number) => {
    const { lines = [] } = content.get(id) ?? {}
    const [specIds, lotIds] = [unique(lines.map(line => line.productSpecId)), unique(lines.map(line => line.lotId))]
    const spec = specIds.length === 1 ? specs.find(each => each.id === specIds[0]) : undefined
    const lot = lotIds.length === 1 ? lots.find(each => each.id === lotIds[0]) : undefined
    const packages = total(lines, 'packageQty', 2) ?? ''
    return spec?.barcode ? elementsOfContent({ gtin: spec.barcode, packages, ...(lot ? { lot } : {}) }) : []
  }
}

const palletSubjects: Source = async (context, asked) => {
  const rows = await loadAll(context, entities.pallet, idsOf(asked))
  const content = await contentOf(context, idsOf(asked))
  const furtherOf = await contentElements(context, content)
  return rows.map(row => ({
    entity: 'pallet',
    id: row.id,
    title: row.sscc ?? '',
    packages: packagesOf(asked, row.id),
    values: {
      sscc: row.sscc,
      content: content.get(row.id)?.said,
      quantity: plain(row.totalPackages),
      shipTo: row.dealerId$label,
      storageLocation: row.locationId$label,
    },
    elements: row.sscc ? [{ ai: '00', value: row.sscc }] : [],
    further: furtherOf(row.id),
  }))
}

/** Sources by entity: an entity with labels is added here and in `sourcesOfPurpose`. */
const sources: Readonly<Record<string, { readonly page: string; readonly read: Source }>> = {
  stocklot: { page: 'stocklot', read: lotSubjects },
  materialstorein: { page: 'materialstorein', read: (context, asked) => receiptSubjects(context, asked, 'parentId') },
  materialstoreinline: { page: 'materialstorein', read: (context, asked) => receiptSubjects(context, asked, 'id') },
  productstorein: { page: 'productstorein', read: stockInSubjects },
  retainsample: { page: 'retainsample', read: sampleSubjects },
  stocklocation: { page: 'stocklocation', read: locationSubjects },
  equipment: { page: 'equipment', read: equipmentSubjects },
  pallet: { page: 'pallet', read: palletSubjects },
}

export interface ChosenLabels {
  readonly purpose: LabelPurpose
  readonly entity?: string | null | undefined
  readonly records?:
    | readonly { readonly id?: number; readonly count?: number | '' | null | undefined }[]
    | null
    | undefined
}

/**
 * Subjects in the order of the records.
 * @throws AppError invalid, notPermitted, notFound, noLabels
 */
export async function subjectsOf(
  context: Context,
  { purpose, entity, records }: ChosenLabels,
): Promise<readonly LabelSubject[]> {
  const name = entity || sourcesOfPurpose[purpose][0] || ''
  const source = sourcesOfPurpose[purpose].includes(name) ? sources[name] : undefined
  if (!source) throw invalid({ entity: 'option' })
  if (!permits(context.grants, { menu: source.page })) throw new AppError('notPermitted', { menu: source.page })
  const asked = (records ?? []).flatMap(({ id, count }) => (id ? [{ id, count: count || undefined }] : []))
  if (asked.length === 0) throw invalid({ records: 'required' })
  const subjects = await source.read(context, asked)
  if (subjects.length === 0) throw new AppError('noLabels')
  return subjects
}
