/** Retained samples. Saving posts a stock-out; removing reverses it (domain.md §0.5.8). */
import { sql } from 'kysely'
import { addMonths } from '#contract/calendar.ts'
import { format } from '#contract/messages/index.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import type { retainsample } from '#contract/sale/retainsample.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal, total } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { load, write } from '../../db/records/store.ts'
import { defaultPacking } from '../basic/packing.ts'
import type { ArgumentsOf, EntityHooksWithActions } from '../basis/hooks.ts'
import { nextNumber } from '../basis/numbering.ts'
import { labelled, ownEmployee, signature } from '../basis/people.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { postLines } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { lockLots } from '../stock/lots.ts'
import { type BinOfLot, placesOfLot } from '../stock/onHand.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { factsOfLines } from '../stock/withdrawal.ts'

type Sample = RowOf<typeof retainsample>
type SampleDraft = DraftOf<typeof retainsample>

const isNew = (line: Sample['observations'][number], before: Sample | null) =>
  !before?.observations.some(known => known.id === line.id)

/** Posted sample consumption is fixed; more needs another observation. */
function guardObservations(row: SampleDraft, before: Sample | null): void {
  const lines = row.observations ?? []
  for (const known of before?.observations ?? []) {
    const index = lines.findIndex(line => line.id === known.id)
    const used = decimal(known.usedQty)
    if (index < 0 && used.gt(0)) throw invalid({ observations: 'fixed' })
    if (index >= 0 && !used.eq(decimal(lines[index]?.usedQty)))
      throw invalid({ [`observations.${index}.usedQty`]: 'fixed' })
  }
  if (decimal(total(lines, 'usedQty', 4)).gt(decimal(row.sampleQty)))
    throw invalid({ [`observations.${lines.length - 1}.usedQty`]: 'moreThanSample' })
}

/** Retention date may be extended, never below the rule for routine samples. */
function fillDate(row: SampleDraft, lot: LotFacts): void {
  const least = retainedUntil(lot)
  row.retainUntil ||= least
  if (row.purpose === 'ROUTINE' && row.retainUntil < least) throw invalid({ retainUntil: 'retainTooShort' })
}

async function fillNew(context: Context, row: SampleDraft, lot: LotFacts): Promise<void> {
  if (row.productId && lot.productId !== row.productId) throw invalid({ lotId: 'reference' })
  guardBusinessTime(context, row.sampleTime)
  row.sampleQty ??= lot.retainSampleQty
  row.produceDate = lot.produceDate
  row.unitId = lot.unitId
  const place = await storageOfSample(context, lot.id, row)
  if (place) Object.assign(row, place)
}

/** @throws AppError sampleKept: one routine sample per lot */
async function guardRoutine(context: Context, sample: Sample, lotNo: string): Promise<void> {
  if (sample.purpose !== 'ROUTINE') return
  const ofLot = rowsOf(context, 'retainsample').where('lotId', '=', sample.lotId).where('purpose', '=', 'ROUTINE')
  const other = await ofLot.select('docNo').where('id', '<>', sample.id).limit(1).executeTakeFirst()
  if (other) throw new AppError('sampleKept', { lotNo, docNo: other.docNo })
}

async function takeForTests(context: Context, sample: Sample, before: Sample | null): Promise<void> {
  const taken = sample.observations.filter(line => isNew(line, before) && decimal(line.usedQty).gt(0))
  if (taken.length === 0) return
  await lockLots(context, [sample.lotId])
  const { SAMPLE, LAB } = await virtualLocations(context)
  await postLines(
    context,
    { moveType: 'TST', docType: 'retainsample', docNo: sample.docNo, bizTime: context.now },
    taken.map(({ usedQty: quantity, lineNo }) => ({
      lotId: sample.lotId,
      fromLocationId: SAMPLE,
      toLocationId: LAB,
      quantity,
      docLineNo: lineNo ?? 0,
    })),
  )
}

async function dispose(context: Context, sample: Sample, given: ArgumentsOf<typeof retainsample, 'dispose'>) {
  const reason = given.reason || null
  if (sample.retainUntil && sample.retainUntil >= context.today && !reason)
    throw invalid({ reason: 'beforeRetainUntil' })
  const disposalById = await signature(context)
  const left = decimal(sample.sampleQty).minus(decimal(sample.usedQty))
  if (left.gt(0)) {
    await lockLots(context, [sample.lotId])
    const { SAMPLE, SCRAP } = await virtualLocations(context)
    const { lotId, docNo } = sample
    const head = { moveType: 'SCR', docType: 'retainsample', docNo, bizTime: context.now, reason } as const
    const line = { lotId, fromLocationId: SAMPLE, toLocationId: SCRAP, quantity: left.toFixed(4) }
    await postLines(context, head, [line])
  }
  return { disposalTime: context.now, disposalMethod: given.disposalMethod ?? 'DESTROY', disposalById }
}

async function prepare(context: Context, given: SampleDraft): Promise<readonly SampleDraft[]> {
  const sampler = labelled('samplerId', await ownEmployee(context))
  const lot = await sampleLotFacts(context, given.lotId)
  if (!lot) return [sampler]
  return [
    {
      ...sampler,
      ...labelled('productId', { id: lot.productId, name: lot.product }),
      ...labelled('lotId', { id: lot.id, name: lot.lotNo }),
      produceDate: lot.produceDate,
      sampleQty: lot.retainSampleQty,
      ...labelled('unitId', { id: lot.unitId, name: lot.unit }),
      retainUntil: retainedUntil(lot),
      storageCondition: lot.storageCondition,
    },
  ]
}

export const retainsampleRules: EntityHooksWithActions<typeof retainsample> = {
  prepare,
  async beforeSave(context, row, before) {
    const lot = await sampleLotFacts(context, row.lotId)
    if (!before && lot) await fillNew(context, row, lot)
    if (lot) fillDate(row, lot)
    guardObservations(row, before)
    row.usedQty = total(row.observations, 'usedQty', 4)
    row.status = decimal(row.usedQty).gt(0) ? 'PARTLY_USED' : 'RETAINED'
  },
  async afterSave(context, sample, before) {
    if (!before) {
      const lot = (await lockLots(context, [sample.lotId])).get(sample.lotId)
      await guardRoutine(context, sample, lot?.lotNo ?? '')
      await stockOut(context, sample)
    }
    await takeForTests(context, sample, before)
  },
  async beforeRemove(context, sample: Sample) {
    const { docNo, usedQty: used, unitId$label: unit = '' } = sample
    if (decimal(used).gt(0)) throw new AppError('sampleUsed', { docNo, used, unit })
    await reverseStockOut(context, sample)
  },
  actions: { dispose },
}

// Facts of a retained sample: lot, retention period, source bin.

interface LotFacts {
  readonly id: number
  readonly lotNo: string
  readonly productId: number
  readonly product: string
  readonly produceDate: string
  readonly expiryDate: string | null
  readonly unitId: number
  readonly unit: string
  readonly retainSampleQty: string | null
  readonly storageCondition: string | null
}

async function sampleLotFacts(context: Context, lotId: number | null = null): Promise<LotFacts | undefined> {
  const { rows } = await sql<LotFacts>`
    select l.id, l."lotNo", l."productId", p.name as product, l."produceDate", l."expiryDate", l."unitId",
      u.name as unit, p."retainSampleQty", left(p."storageCondition", 50) as "storageCondition"
    from stocklot l join product p on p.id = l."productId" join unit u on u.id = l."unitId"
    where l.id = ${lotId} and l."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

const maxMonths = 24

/** Retention until expiry, at most two years after production (domain.md §2.8). */
function retainedUntil({ produceDate, expiryDate }: LotFacts): string {
  const twoYears = addMonths(produceDate, maxMonths)
  return expiryDate !== null && expiryDate <= twoYears ? expiryDate : twoYears
}

/**
 * Source bin of a sample: the named one, else one with sufficient stock. Undefined for an unknown bin, reported on
 * storing.
 * @throws AppError invalid without stock there
 */
async function storageOfSample(context: Context, lotId: number, row: SampleDraft): Promise<SampleDraft | undefined> {
  if (row.locationId) return named(context, row.locationId, row.warehouseId)
  const isWanted = (bin: BinOfLot) => !row.warehouseId || bin.warehouseId === row.warehouseId
  const rank = (bin: BinOfLot) =>
    (decimal(bin.quantity).gte(decimal(row.sampleQty)) ? 0 : 2) + (bin.isQuarantine ? 1 : 0)
  const [bin] = (await placesOfLot(context, lotId)).filter(isWanted).sort((left, right) => rank(left) - rank(right))
  if (!bin) throw invalid({ [row.warehouseId ? 'warehouseId' : 'lotId']: 'noStockHere' })
  return { locationId: bin.locationId, warehouseId: bin.warehouseId }
}

async function named(context: Context, locationId: number, warehouseId: SampleDraft['warehouseId']) {
  const bins = rowsOf(context, 'stocklocation').where('id', '=', locationId)
  const bin = await bins.select(['warehouseId', 'locationType']).executeTakeFirst()
  if (!bin) return undefined
  const elsewhere = warehouseId && bin.warehouseId !== warehouseId
  if (bin.locationType !== 'STORAGE' || elsewhere) throw invalid({ locationId: 'reference' })
  return { warehouseId: bin.warehouseId }
}

// Product stock-out written for a retained sample (domain.md §2.1, row SMP).

async function stockOut(context: Context, sample: Sample): Promise<void> {
  const docNo = await nextNumber(context, productstoreout.fields.docNo.numbered ?? 'PO')
  const reason = `${format(context.locale, 'ProductOutType.RETAIN_SAMPLE')} ${sample.docNo}`
  const line = {
    lotId: sample.lotId,
    productSpecId: await defaultPacking(context, sample.productId),
    qty: sample.sampleQty,
    unitId: sample.unitId,
    locationId: sample.locationId,
  }
  // Quantities before the withdrawal, as on manual lines.
  const [facts] = await factsOfLines(context, { warehouseId: sample.warehouseId, lines: [line] })
  const document = await write(context, productstoreout, {
    docNo,
    outType: 'RETAIN_SAMPLE',
    outTime: sample.sampleTime,
    warehouseId: sample.warehouseId,
    handlerId: sample.samplerId,
    reason,
    status: 'SUBMITTED',
    lines: [{ ...line, availableQty: facts?.available ?? null }],
  })
  const head = { moveType: 'SMP', docType: productstoreout.name, docNo, bizTime: sample.sampleTime, reason } as const
  await postLines(context, head, [
    {
      lotId: sample.lotId,
      fromLocationId: sample.locationId ?? 0,
      toLocationId: (await virtualLocations(context)).SAMPLE,
      quantity: sample.sampleQty,
      docLineNo: 1,
    },
  ])
  const taken = { productStoreOutId: document.id }
  await context.tx.updateTable('retainsample').set(taken).where('id', '=', sample.id).execute()
}

/**
 * Reverses a sample's stock-out.
 * @throws AppError blockedByUse
 */
async function reverseStockOut(context: Context, sample: Sample): Promise<void> {
  const { id, docNo } = await load(context, productstoreout, sample.productStoreOutId ?? 0)
  await reverseDocument(context, productstoreout.name, docNo ?? '', sample.docNo ?? '')
  await write(context, productstoreout, { id, status: 'REVERSED' })
}
