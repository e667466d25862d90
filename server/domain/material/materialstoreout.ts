/** Material withdrawals other than issue (domain.md §2.1). */

import { materialstoreout } from '#contract/material/materialstoreout.ts'
import { materialstoreoutline } from '#contract/material/materialstoreoutline.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { followed } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { areLinesLeftOut, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { approve, clearApproval, demandApproval } from '../stock/approval.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lotRequirements } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { factsOfLines, lotsOfLines, takeOut } from '../stock/withdrawal.ts'

type StockOut = RowOf<typeof materialstoreout>

/** Movement type, target and lot requirement by kind. */
const kinds = {
  SUPPLIER_RETURN: { moveType: 'SRT', place: 'SUPPLIER', asks: lotRequirements.return },
  SCRAP: { moveType: 'SCR', place: 'SCRAP', asks: lotRequirements.scrap },
  SAMPLE: { moveType: 'TST', place: 'LAB', asks: lotRequirements.test },
  TRANSFER_OUT: { moveType: 'TRF', place: null, asks: null },
} as const satisfies Record<StockOut['outType'], object>

async function guardSupplier(context: Context, supplyId: number | null, lots: readonly Lot[]): Promise<void> {
  if (lots.every(lot => lot.supplyId === supplyId)) return
  const supply = await rowsOf(context, 'supply')
    .select('name')
    .where('id', '=', supplyId ?? 0)
    .executeTakeFirst()
  const supplier = supply?.name ?? ''
  onEachLine(lots, lot => {
    if (lot.supplyId !== supplyId) throw new AppError('lotOfOtherSupplier', { lotNo: lot.lotNo, supplier })
  })
}

async function submit(context: Context, out: StockOut): Promise<undefined> {
  guardBusinessTime(context, out.outDate)
  if (out.outType === 'SCRAP') demandApproval(out)
  const lots = await lotsOfLines(context, out)
  onEachLine(lots, lot => {
    if (lot.materialId === null) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
  })
  const returned = out.outType === 'SUPPLIER_RETURN'
  if (returned) await guardSupplier(context, out.supplyId, lots)
  const { moveType, place, asks } = kinds[out.outType]
  if (asks) onEachLine(lots, lot => assertUsable(context, lot, asks))
  await takeOut(context, out, lots, {
    moveType,
    docType: materialstoreout.name,
    bizTime: out.outDate,
    to: place === null ? null : (await virtualLocations(context))[place],
    supplyId: returned ? out.supplyId : null,
  })
}

async function fillLines(context: Context, row: DraftOf<typeof materialstoreout>): Promise<void> {
  const facts = await factsOfLines(context, row)
  row.lines = (row.lines ?? []).map((line, index) => {
    const lot = facts[index]
    return {
      ...line,
      ...followed(materialstoreoutline, line, { lotId: { ...lot } }),
      availableQty: lot?.available ?? null,
    }
  })
}

export const materialstoreoutRules: EntityHooksWithActions<typeof materialstoreout> = {
  async prepare(context) {
    return [labelled('handlerId', await ownEmployee(context))]
  },
  async beforeSave(context, row, before) {
    if (!areLinesLeftOut(row, before)) await fillLines(context, row)
    clearApproval(materialstoreout, row, before)
  },
  actions: {
    submit,
    approve: (context, out) => approve(context, 'materialstoreout', out),
    reverse: async (context, out, given) =>
      void (await reverseDocument(context, materialstoreout.name, out.docNo ?? '', given.reason)),
  },
}
