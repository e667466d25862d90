/** Nonconformities: found, decided by a second person, closed after disposal (domain.md §2.3). */
import { sql } from 'kysely'
import type { unqualifiedproduct } from '#contract/quality/unqualifiedproduct.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooksWithActions } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'
import { changeStatus, type Lot } from '../stock/lots.ts'
import { end, leaves } from './disposal.ts'
import { contain, failedSafety, isPartial, lotOf, type Nonconformity, nameOf } from './nonconformity.ts'

/** Fixed fields after containment; further findings need a new nonconformity. */
const contained = ['lotId', 'qty', 'isolateLocationId', 'foundById'] as const

async function fill(context: Context, row: Draft): Promise<void> {
  const { rows } = await sql<Lot>`
    select * from stocklot where id = ${Number(row.lotId) || 0} and "customerId" = ${context.customerId}`.execute(
    context.tx,
  )
  const lot = rows[0]
  if (!lot) return
  Object.assign(row, { itemType: lot.itemType, unitId: lot.unitId, itemName: await nameOf(context, lot) })
}

async function decide(context: Context, row: Nonconformity, given: Values): Promise<Draft> {
  const approverId = await signerOf(context, 'nonconformity', row.foundById)
  const lot = await lotOf(context, row)
  const disposition = String(given.disposition)
  const [bought, made] = [lot.materialId !== null, lot.productId !== null]
  if ((disposition === 'SUPPLIER_RETURN' && !bought) || (disposition === 'REWORK' && !made))
    throw invalid({ disposition: 'option' })
  const goesOn = disposition === 'CONCESSION' || disposition === 'DOWNGRADE'
  if (goesOn && (lot.qualityStatus === 'REJECTED' || (await failedSafety(context, lot.id))))
    throw new AppError('concessionOfSafety')
  if (goesOn && !given.reason) throw invalid({ reason: 'required' })
  if (!isPartial(row) && lot.qualityStatus === 'HOLD' && leaves(disposition) && disposition !== 'REWORK')
    await changeStatus(context, lot, 'REJECTED', [row.docNo, given.reason].filter(Boolean).join(' '))
  return { disposition, approverId, dispositionTime: context.now, dispositionNote: given.reason ?? null }
}

export const unqualifiedproductRules: EntityHooksWithActions<typeof unqualifiedproduct> = {
  async beforeSave(context, row, before) {
    // Numeric comparison: 10 equals 10.0000.
    const changed = before && contained.find(field => Number(row[field] ?? 0) !== Number(before[field] ?? 0))
    if (changed) throw invalid({ [changed]: 'fixed' })
    await fill(context, row)
  },
  async afterSave(context, row, before) {
    if (!before) await contain(context, row)
  },
  actions: {
    decide,
    async close(context, row, given, documents) {
      await signerOf(context, 'nonconformity', row.foundById)
      const linked = typeof given.movementDocNo === 'string' && given.movementDocNo !== '' ? given.movementDocNo : null
      return { movementDocNo: await end(context, row, linked, documents) }
    },
  },
}
