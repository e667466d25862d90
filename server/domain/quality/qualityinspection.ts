/** Lot inspection: sampled, tested, released by a second person (domain.md §2.3). */
import { format } from '#contract/messages/index.ts'
import type { qualityinspection } from '#contract/quality/qualityinspection.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { ArgumentsOf, EntityHooksWithActions } from '../basis/hooks.ts'
import { nextNumber } from '../basis/numbering.ts'
import { ownEmployee, signerOf } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'
import { guardInstruments } from '../guards/devices.ts'
import { guardNoOpenCase } from '../guards/openCases.ts'
import { guardPersons } from '../guards/persons.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { postLines } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'
import { placesOfLot } from '../stock/onHand.ts'
import { checkedResults, verdictOf } from './inspectionVerdict.ts'
import { openAfterFailure } from './nonconformity.ts'
import { openInspectionOf, templateFor } from './openInspection.ts'

type Inspection = RowOf<typeof qualityinspection>
type InspectionDraft = DraftOf<typeof qualityinspection>

async function begin(context: Context, row: InspectionDraft): Promise<void> {
  const lotId = row.lotId ?? 0
  const open = lotId && row.inspectType !== 'RETEST' ? await openInspectionOf(context, lotId) : null
  // Single open inspection per lot and type; retests are deliberate exceptions.
  if (open && open.inspectType === row.inspectType) throw invalid({ lotId: 'inspected' })
  const template = await templateFor(context, row.inspectType ?? '', lotId)
  row.standardNo ??= template.standardNo
  if (!row.items?.length) row.items = template.items
}

/** Sample origin and quantity are fixed after the sample left stock. */
function refuseMoved(row: InspectionDraft, before: Inspection): void {
  if (before.status === 'PENDING') return
  // Numeric comparison: 0.5 equals 0.5000.
  const moved = (['lotId', 'sampleQty', 'locationId'] as const).find(
    field => !decimal(row[field]).eq(decimal(before[field])),
  )
  if (moved) throw invalid({ [moved]: 'fixed' })
}

async function guardMeasured(context: Context, items: InspectionDraft['items'] = [], sampleTime: string) {
  const instruments = items.filter(item => !isEmpty(item.resultValue)).map(item => item.detecEquipmentId)
  await guardInstruments(context, instruments, plantDay(context, sampleTime))
}

async function test(context: Context, inspection: Inspection) {
  const inspectorId = inspection.inspectorId ?? (await ownEmployee(context))?.id
  if (!inspectorId) throw new AppError('noEmployee')
  await guardPersons(context, [inspectorId], context.now)
  // Receipt-opened inspections carry the receipt's time until sampling is recorded.
  const sampleTime = inspection.sampleTime === inspection.createdAt ? context.now : inspection.sampleTime
  await consumeSample(context, inspection, sampleTime)
  return { inspectorId, sampleTime }
}

async function judge(context: Context, inspection: Inspection) {
  const begun = inspection.status === 'PENDING' ? await test(context, inspection) : null
  if (isEmpty(inspection.standardNo)) throw invalid({ standardNo: 'required' })
  await guardMeasured(context, inspection.items, begun?.sampleTime ?? inspection.sampleTime)
  const verdict = verdictOf(inspection.items)
  const certificateNo = verdict === 'PASS' ? await nextNumber(context, 'HG') : null
  return { ...begun, verdict, certificateNo }
}

async function release(
  context: Context,
  inspection: Inspection,
  { reason }: ArgumentsOf<typeof qualityinspection, 'release'>,
) {
  const releaserId = await signerOf(context, 'release', inspection.inspectorId)
  const signed = { releaserId, reviewerId: releaserId, releaseTime: context.now }
  if (inspection.lotId === null) return signed
  const lot = (await lockLots(context, [inspection.lotId])).get(inspection.lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  const docNo = inspection.docNo ?? ''
  const said = [docNo, reason].filter(Boolean).join(' ')
  if (inspection.verdict === 'FAIL') {
    await openAfterFailure(context, inspection, lot, said)
    return signed
  }
  if (!['PENDING', 'HOLD', 'RELEASED'].includes(lot.qualityStatus ?? '')) {
    const status = format(context.locale, `LotQuality.${lot.qualityStatus}`)
    throw new AppError('lotNotUsable', { lotNo: lot.lotNo, status })
  }
  if (lot.qualityStatus === 'HOLD' && !reason) throw invalid({ reason: 'required' })
  await guardNoOpenCase(context, lot, docNo)
  // Materials keep the supplier's certificate, products take that of the latest inspection.
  const certificateNo =
    lot.itemType === 'PRODUCT' ? inspection.certificateNo : (lot.certificateNo ?? inspection.certificateNo)
  await changeStatus(context, lot, 'RELEASED', said, certificateNo)
  return signed
}

async function close(_context: Context, inspection: Inspection): Promise<undefined> {
  const failed = inspection.verdict === 'FAIL' || inspection.items.some(item => item.verdict === 'FAIL')
  if (failed) throw new AppError('wrongState', inspection)
}

async function refuseSampled(context: Context, inspection: Inspection): Promise<void> {
  const posted = rowsOf(context, 'stockledger').where('docType', '=', 'qualityinspection').select('id')
  const isPosted = await posted.where('docNo', '=', inspection.docNo).limit(1).executeTakeFirst()
  // Receipt-opened or posted inspections are undeletable; close them with a reason.
  if (isPosted || inspection.sourceDocNo) throw new AppError('wrongState', inspection)
}

export const qualityinspectionRules: EntityHooksWithActions<typeof qualityinspection> = {
  async beforeSave(context, row, before) {
    if (before) refuseMoved(row, before)
    else await begin(context, row)
    row.items = checkedResults(row.items ?? [])
    if (!row.sampleTime) return
    await guardPersons(context, [row.inspectorId], row.sampleTime)
    await guardMeasured(context, row.items, row.sampleTime)
  },
  beforeRemove: refuseSampled,
  actions: {
    test,
    judge,
    release,
    close,
  },
}

/**
 * Posts the sample to the laboratory, once; any lot status is allowed. Source: named bin, else the one with most.
 * @throws AppError shortOfStock, backdatedTooFar; invalid without a bin
 */
async function consumeSample(
  context: Context,
  inspection: RowOf<typeof qualityinspection>,
  bizTime: string,
): Promise<void> {
  const { lotId, docNo, sampleQty } = inspection
  if (lotId === null || decimal(sampleQty).lte(0)) return
  guardBusinessTime(context, bizTime)
  await lockLots(context, [lotId])
  const { LAB } = await virtualLocations(context)
  const wanted = inspection.locationId ?? (await placesOfLot(context, lotId))[0]?.locationId
  if (wanted === undefined) throw invalid({ locationId: 'required' })
  const fromLocationId = await binOf(context, 0, wanted)
  const line = { lotId, fromLocationId, toLocationId: LAB, quantity: sampleQty }
  await postLines(context, { moveType: 'TST', docType: 'qualityinspection', docNo, bizTime }, [line])
}
