/** Material receipts: statutory record, one lot per line. */
import { sql } from 'kysely'
import type { material } from '#contract/material/material.ts'
import type { materialstorein } from '#contract/material/materialstorein.ts'
import { materialstoreinline } from '#contract/material/materialstoreinline.ts'
import { format } from '#contract/messages/index.ts'
import { AppError, type FieldErrors, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { together } from '../../db/connection/pipeline.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { type ArgumentsOf, areLinesLeftOut, type EntityHooksWithActions, followedLine } from '../basis/hooks.ts'
import { errorsOfLines, onEachLine } from '../basis/lineErrors.ts'
import { nextNumber } from '../basis/numbering.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { plantDay } from '../guards/day.ts'
import { guardPersons } from '../guards/persons.ts'
import { heldForSupplier } from '../guards/supplier.ts'
import { openInspection, withdrawInspection } from '../quality/openInspection.ts'
import { settingOf } from '../settings/settings.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { type PostingLine, postLines } from '../stock/ledger.ts'
import { binsOfLines, virtualLocations } from '../stock/locations.ts'
import { changeStatus, createLot, type Lot, lockLots } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'

type Receipt = RowOf<typeof materialstorein>
type ReceiptLine = Receipt['lines'][number]
type ReceiptDraft = DraftOf<typeof materialstorein>
type LineDraft = DraftOf<typeof materialstoreinline>

type LineReferences = Pick<LineDraft, 'materialId' | 'materialSpecId'>

async function readMaterials(context: Context, ids: readonly number[]) {
  const rows = await rowsOf(context, 'material')
    .select(['id', 'baseUnitId', 'shelfLifeValue', 'shelfLifeUnit', 'isInspected'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

interface Read {
  readonly ids: string
  readonly materials: ReturnType<typeof readMaterials>
}

/** Per-transaction cache: a posting asks thrice for the same materials. */
const materialCache = new WeakMap<Database, Read>()

function materialsOf(context: Context, lines: readonly LineReferences[]): ReturnType<typeof readMaterials> {
  const wanted = [...new Set(lines.map(line => line.materialId ?? 0))].sort((left, right) => left - right)
  const ids = wanted.join()
  const before = materialCache.get(context.tx)
  if (before?.ids === ids) return before.materials
  const materials = readMaterials(context, wanted)
  if (context.tx.isTransaction) materialCache.set(context.tx, { ids, materials })
  return materials
}

type MaterialFacts = Pick<RowOf<typeof material>, 'shelfLifeValue' | 'isInspected'>

async function specsOf(context: Context, lines: readonly LineReferences[]) {
  const rows = await rowsOf(context, 'materialspec')
    .select(['id', 'materialId', 'baseQtyPerPackage'])
    .where('id', '=', anyOf(lines.map(line => line.materialSpecId ?? 0)))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

async function fillLines(context: Context, row: ReceiptDraft, before: Receipt | null): Promise<void> {
  const lines = row.lines ?? []
  const known = [...lines, ...(before?.lines ?? [])]
  const [materials, specs, rule] = await together(
    context.tx,
    () => materialsOf(context, known),
    () => specsOf(context, known),
    () => settingOf(context, 'expiryRule'),
  )
  const chosenBy = ({ materialId, materialSpecId }: LineReferences) => ({
    materialId: { ...materials.get(materialId ?? 0) },
    materialSpecId: { ...specs.get(materialSpecId ?? 0) },
  })
  row.lines = onEachLine(lines, (line, index) => {
    const { materialId: facts, materialSpecId: spec } = chosenBy(line)
    if (!facts.id) return line
    if (spec.id && spec.materialId !== facts.id) throw invalid({ [`lines.${index}.materialSpecId`]: 'reference' })
    // Printed label wins over the computed date (domain.md §2.8).
    return followedLine(materialstoreinline, before, line, chosenBy, rule)
  })
}

function lineErrors(line: LineDraft, facts: MaterialFacts | undefined, isPurchase: boolean): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  if (!line.expiryDate && facts?.shelfLifeValue) fieldErrors.expiryDate = 'required'
  if (!isEmpty(line.baseQty) && decimal(line.baseQty).lte(0)) fieldErrors.baseQty = 'positive'
  if (facts?.isInspected && isPurchase && !line.certificateNo) fieldErrors.certificateNo = 'required'
  return fieldErrors
}

async function postingErrors(context: Context, { lines = [], storeInType }: ReceiptDraft): Promise<FieldErrors> {
  const materials = await materialsOf(context, lines)
  const isPurchase = storeInType === 'PURCHASE'
  return errorsOfLines(lines, line => lineErrors(line, materials.get(line.materialId ?? 0), isPurchase))
}

const failedChecks = (line: ReceiptLine) => [line.appearanceCheck, line.labelCheck, line.packageCheck].includes('FAIL')

async function hold(context: Context, lotIds: readonly number[], reason: string, docNo: string): Promise<void> {
  const lots = await lockLots(context, lotIds)
  for (const lot of lots.values())
    if (lot.qualityStatus === 'PENDING' || lot.qualityStatus === 'RELEASED')
      await changeStatus(context, lot, 'HOLD', reason, lot.certificateNo, docNo)
}

async function submit(context: Context, receipt: Receipt) {
  const materials = await materialsOf(context, receipt.lines)
  const isInspected = (materialId: number) => materials.get(materialId)?.isInspected ?? false
  const docNo = receipt.docNo ?? ''
  guardBusinessTime(context, receipt.storeInDate)
  const [, bins] = await together(
    context.tx,
    () => guardPersons(context, [receipt.receiverId, receipt.inspectorId], receipt.storeInDate),
    () =>
      binsOfLines(
        context,
        receipt.warehouseId,
        receipt.lines.map(({ locationId }, index) => ({ locationId, at: `lines.${index}.locationId` })),
      ),
  )
  const day = plantDay(context, receipt.storeInDate)
  // Opening stock needs no supplier check, being received long ago.
  const supplyId = receipt.storeInType === 'PURCHASE' ? receipt.supplyId : null
  const [isBarred, lots] = await together(
    context.tx,
    () => heldForSupplier(context, supplyId, day, bins),
    () => lotsFor(context, receipt, isInspected),
  )
  const virtual = await virtualLocations(context)
  const opening = receipt.storeInType === 'OPENING'
  const moveType = opening ? 'ADJ' : 'RCV'
  const head = { moveType, bizTime: receipt.storeInDate, docType: 'materialstorein', docNo } as const
  const posted = receipt.lines.map((line, index): PostingLine => {
    return {
      lotId: lots[index]?.id ?? 0,
      fromLocationId: opening ? virtual.ADJUST : virtual.SUPPLIER,
      toLocationId: bins[index] ?? 0,
      quantity: line.baseQty,
      docLineNo: line.lineNo ?? 0,
    }
  })
  const received = receipt.lines.map((line, index) => ({ line, lotId: lots[index]?.id ?? 0 }))
  const inspected = new Map(
    lots.flatMap((lot, index) => (isInspected(receipt.lines[index]?.materialId ?? 0) ? [[lot.id, lot]] : [])),
  )
  const open = async () => {
    for (const { id, isNew } of inspected.values()) await openInspection(context, 'IQC', id, docNo, isNew)
  }
  await together(context.tx, () => postLines(context, { ...head, supplyId: receipt.supplyId }, posted), open)
  const failed = received.filter(({ line }) => failedChecks(line)).map(({ lotId }) => lotId)
  if (failed.length > 0) await hold(context, failed, format(context.locale, 'failedAtReceipt', { docNo }), docNo)
  if (isBarred)
    await hold(
      context,
      posted.map(each => each.lotId),
      format(context.locale, 'barredSupplier'),
      docNo,
    )
  return { lines: receipt.lines.map((line, index) => ({ ...line, lotId: lots[index]?.id, lotNo: lots[index]?.lotNo })) }
}

async function reverse(
  context: Context,
  receipt: Receipt,
  { reason }: ArgumentsOf<typeof materialstorein, 'reverse'>,
): Promise<undefined> {
  const docNo = receipt.docNo ?? ''
  await reverseDocument(context, 'materialstorein', docNo, reason, true)
  await withdrawInspection(context, docNo)
}

export const materialstoreinRules: EntityHooksWithActions<typeof materialstorein> = {
  async prepare(context) {
    const warehouse = await rowsOf(context, 'warehouse')
      .select(['id', 'name'])
      .where('isDeleted', '=', false)
      .where('itemType', 'is distinct from', 'PRODUCT')
      .where('status', '=', 'ENABLED')
      .orderBy(
        eb => eb('itemType', '=', 'MATERIAL'),
        order => order.desc().nullsLast(),
      )
      .orderBy('code')
      .limit(1)
      .executeTakeFirst()
    return [
      {
        ...labelled('warehouseId', warehouse ?? null),
        ...labelled('receiverId', await ownEmployee(context)),
        lines: [],
      },
    ]
  },
  async beforeSave(context, row, before) {
    if (!areLinesLeftOut(row, before)) await fillLines(context, row, before)
  },
  postingErrors,
  actions: {
    submit,
    reverse,
  },
}

// Lots of a receipt: new, or of the same delivery (domain.md §2.5).

/** Identity of goods: supplier lot numbers repeat. */
const supplierLotKey = (line: Pick<ReceiptLine, 'materialId' | 'supplierLotNo' | 'produceDate'>) =>
  `${line.materialId}:${line.produceDate}:${line.supplierLotNo}`

/** Existing lots of the named supplier lots, without reversed receipts. */
async function knownLots(context: Context, receipt: Receipt): Promise<ReadonlyMap<string, string>> {
  const goods = receipt.lines.map(({ materialId, supplierLotNo, produceDate }) => ({
    materialId,
    supplierLotNo,
    produceDate,
  }))
  // JSON: planned once, whatever the number of lines.
  const { rows } = await sql<{ materialId: number; supplierLotNo: string; produceDate: string; lotNo: string }>`
    select l."materialId", l."supplierLotNo", l."produceDate", max(l."lotNo") as "lotNo" from stocklot l
    join (select distinct * from json_to_recordset(${JSON.stringify(goods)}::json)
      as c("materialId" bigint, "supplierLotNo" text, "produceDate" date) limit (select ${goods.length}::int)) u
      on u."materialId" = l."materialId" and u."supplierLotNo" = l."supplierLotNo" and u."produceDate" = l."produceDate"
    where l."customerId" = ${context.customerId} and l."supplyId" = ${receipt.supplyId}::bigint
      and not exists (select 1 from materialstorein r where r."docNo" = l."sourceDocNo"
        and r."customerId" = l."customerId" and r.status = 'REVERSED')
    group by 1, 2, 3`.execute(context.tx)
  return new Map(rows.map(row => [supplierLotKey(row), row.lotNo]))
}

function guardChosen(receipt: Receipt, line: ReceiptLine, lot: Lot | undefined, at: string): Lot {
  if (!lot || lot.materialId !== line.materialId || lot.supplyId !== receipt.supplyId)
    throw invalid({ [`${at}.lotId`]: 'reference' })
  const differing = (['supplierLotNo', 'produceDate', 'expiryDate'] as const).find(field => lot[field] !== line[field])
  if (differing) throw invalid({ [`${at}.${differing}`]: 'lotDiffers' })
  return lot
}

interface LotOfLine {
  readonly id: number
  readonly lotNo: string
  readonly isNew: boolean
}

/**
 * Lot per line: chosen, new, or an earlier line's. Known goods require a choice, never a guess.
 * @throws AppError supplierLotKnown with the lot; invalid for a mismatching choice
 */
async function lotsFor(
  context: Context,
  receipt: Receipt,
  isInspected: (materialId: number) => boolean,
): Promise<LotOfLine[]> {
  const chosen = await lockLots(
    context,
    receipt.lines.flatMap(line => line.lotId ?? []),
  )
  const known = receipt.supplyId === null ? new Map<string, string>() : await knownLots(context, receipt)
  const made = new Map<string, { readonly id: number; readonly lotNo: string; readonly line: ReceiptLine }>()
  const lots: LotOfLine[] = []
  for (const [index, line] of receipt.lines.entries()) {
    const at = `lines.${index}`
    if (line.lotId !== null) {
      const { id, lotNo } = guardChosen(receipt, line, chosen.get(line.lotId), at)
      lots.push({ id, lotNo, isNew: false })
      continue
    }
    const before = line.isNewLot ? undefined : made.get(supplierLotKey(line))
    if (before && before.line.expiryDate !== line.expiryDate) throw invalid({ [`${at}.expiryDate`]: 'lotDiffers' })
    if (before) {
      lots.push({ id: before.id, lotNo: before.lotNo, isNew: true })
      continue
    }
    const received = known.get(supplierLotKey(line))
    if (received !== undefined && !line.isNewLot)
      throw new AppError('supplierLotKnown', { supplierLotNo: line.supplierLotNo, lotNo: received })
    const lotNo = await nextNumber(context, 'L')
    const id = await createLot(context, {
      lotNo,
      materialId: line.materialId,
      supplierLotNo: line.supplierLotNo,
      supplyId: receipt.supplyId,
      produceDate: line.produceDate,
      expiryDate: line.expiryDate,
      sourceDocNo: receipt.docNo ?? '',
      qualityStatus: isInspected(line.materialId) ? 'PENDING' : 'RELEASED',
      certificateNo: line.certificateNo,
    })
    made.set(supplierLotKey(line), { id, lotNo, line })
    lots.push({ id, lotNo, isNew: true })
  }
  return lots
}
