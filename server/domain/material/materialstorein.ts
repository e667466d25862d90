/** Receipt of materials: what the law asks to be recorded on receipt, a lot per line, posted from the supplier. */
import { sql } from 'kysely'
import type { materialstorein } from '../../../src/contract/material/materialstorein.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { decimal, product } from '../../../src/contract/schema/decimal.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import type { Context } from '../../db/context.ts'
import { expiryOf } from '../dates.ts'
import { nextNumber } from '../numbering.ts'
import { labelled, ownEmployee } from '../people.ts'
import type { Draft, RulesWithActions } from '../rule.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { type Movement, post } from '../stock/ledger.ts'
import { createLot } from '../stock/lots.ts'
import { binOf, virtualPlaces } from '../stock/places.ts'
import { reverseDocument } from '../stock/reversal.ts'

type Receipt = RowOf<typeof materialstorein>

interface MaterialFacts {
  readonly id: number
  readonly baseUnitId: number
  readonly shelfLifeValue: number | null
  readonly shelfLifeUnit: string | null
  readonly isInspected: boolean
}

async function materialsOf(context: Context, lines: readonly Draft[]): Promise<Map<number, MaterialFacts>> {
  const { rows } = await sql<MaterialFacts>`
    select id, "baseUnitId", "shelfLifeValue", "shelfLifeUnit", "isInspected" from material
    where id = any(${lines.map(line => Number(line.materialId) || 0)}) and "customerId" = ${context.customerId}
  `.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

interface SpecFacts {
  readonly id: number
  readonly materialId: number
  readonly factor: string
}

async function specsOf(context: Context, lines: readonly Draft[]): Promise<Map<number, SpecFacts>> {
  const { rows } = await sql<SpecFacts>`
    select id, "materialId", "baseQtyPerPackage" as factor from materialspec
    where id = any(${lines.map(line => Number(line.materialSpecId) || 0)})
      and "customerId" = ${context.customerId}`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** Another number of packages counts anew, unless the weighed quantity was changed with it. */
function recounted(line: Draft, before: Receipt | null): Draft {
  const old = before?.lines.find(each => each.id === line.id)
  const isRecount = old && !decimal(old.packageQty).eq(decimal(line.packageQty)) && old.baseQty === line.baseQty
  return isRecount ? { ...line, baseQty: null } : line
}

async function fillLines(context: Context, row: Draft, before: Receipt | null): Promise<void> {
  const lines = ((row.lines as Draft[] | undefined) ?? []).map(line => recounted(line, before))
  const [materials, specs] = [await materialsOf(context, lines), await specsOf(context, lines)]
  row.lines = lines.map((line, index) => {
    const [facts, spec] = [materials.get(Number(line.materialId)), specs.get(Number(line.materialSpecId))]
    if (!facts) return line
    if (spec && spec.materialId !== facts.id) throw invalid({ [`lines.${index}.materialSpecId`]: 'reference' })
    const expiry = (day: unknown) => expiryOf(String(day), facts.shelfLifeValue, facts.shelfLifeUnit)
    return {
      ...line,
      unitId: facts.baseUnitId,
      baseQty: line.baseQty ?? product(line.packageQty, spec?.factor, 4),
      // The printed label wins over the computed date (domain.md §2.8).
      expiryDate: line.expiryDate ?? (line.produceDate ? expiry(line.produceDate) : null),
    }
  })
}

async function guardSupplier(context: Context, receipt: Receipt): Promise<void> {
  if (receipt.supplyId === null) return
  const { rows } = await sql<{ name: string; approved: boolean }>`
    select name, "approvalStatus" = 'APPROVED'
      and ("licenseExpireDate" is null or "licenseExpireDate" >= ${context.today}::date) as approved
    from supply where id = ${receipt.supplyId}`.execute(context.tx)
  if (!rows[0]?.approved) throw new AppError('supplierNotApproved', { supplier: rows[0]?.name ?? '' })
}

function guardDates(context: Context, receipt: Receipt, materials: ReadonlyMap<number, MaterialFacts>): void {
  receipt.lines.forEach((line, index) => {
    if (line.produceDate > context.today) throw invalid({ [`lines.${index}.produceDate`]: 'future' })
    if (!line.expiryDate && materials.get(line.materialId)?.shelfLifeValue)
      throw invalid({ [`lines.${index}.expiryDate`]: 'required' })
    if (decimal(line.baseQty).lte(0)) throw invalid({ [`lines.${index}.baseQty`]: 'positive' })
    if (materials.get(line.materialId)?.isInspected && receipt.storeInType === 'PURCHASE' && !line.certificateNo)
      throw invalid({ [`lines.${index}.certificateNo`]: 'required' })
  })
}

const placeOf = ({ lineNo }: Receipt['lines'][number]) => `lines.${(lineNo ?? 1) - 1}.locationId`

async function submit(context: Context, receipt: Receipt): Promise<Draft> {
  const materials = await materialsOf(context, receipt.lines as unknown as Draft[])
  guardBusinessTime(context, receipt.storeInDate)
  guardDates(context, receipt, materials)
  await guardSupplier(context, receipt)
  const virtual = await virtualPlaces(context)
  const opening = receipt.storeInType === 'OPENING'
  const movements: Movement[] = []
  const lines: Draft[] = []
  for (const line of receipt.lines) {
    const lotNo = await nextNumber(context, 'L')
    const lotId = await createLot(context, {
      lotNo,
      materialId: line.materialId,
      supplierLotNo: line.supplierLotNo,
      supplyId: receipt.supplyId,
      produceDate: line.produceDate,
      expiryDate: line.expiryDate,
      sourceDocNo: receipt.docNo ?? '',
      qualityStatus: materials.get(line.materialId)?.isInspected ? 'PENDING' : 'RELEASED',
      certificateNo: line.certificateNo,
    })
    movements.push({
      moveType: opening ? 'ADJ' : 'RCV',
      lotId,
      fromLocationId: opening ? virtual.ADJUST : virtual.SUPPLIER,
      toLocationId: await binOf(context, receipt.warehouseId, line.locationId, placeOf(line)),
      quantity: line.baseQty ?? '0',
      bizTime: receipt.storeInDate,
      docType: 'materialstorein',
      docNo: receipt.docNo ?? '',
      docLineNo: line.lineNo ?? 0,
      supplyId: receipt.supplyId,
    })
    lines.push({ ...line, lotId, lotNo })
  }
  await post(context, movements)
  return { lines }
}

export const materialstoreinRules: RulesWithActions<typeof materialstorein> = {
  async prepare(context) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from warehouse where "customerId" = ${context.customerId} and not "isDeleted"
        and "itemType" is distinct from 'PRODUCT' and status = 'ENABLED' order by code limit 1`.execute(context.tx)
    return [
      { ...labelled('warehouseId', rows[0] ?? null), ...labelled('receiverId', await ownEmployee(context)), lines: [] },
    ]
  },
  async beforeSave(context, row, before) {
    await fillLines(context, row, before)
  },
  actions: {
    submit,
    reverse: async (context, receipt, given) =>
      void (await reverseDocument(context, 'materialstorein', receipt.docNo ?? '', String(given.reason), true)),
  },
}
