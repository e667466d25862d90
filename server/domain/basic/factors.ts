/** Conversion factors, frozen once used: a change would rewrite posted quantities. */
import { productspec } from '#contract/basic/productspec.ts'
import { unit } from '#contract/basic/unit.ts'
import { materialspec } from '#contract/material/materialspec.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal, isDecimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { refuseIfUsed } from '../../db/records/references.ts'
import type { EntityHooks } from '../basis/hooks.ts'

const same = (left: unknown, right: unknown) =>
  isDecimal(left) && isDecimal(right) ? decimal(left).eq(decimal(right)) : String(left ?? '') === String(right ?? '')

/** @throws AppError factorLocked with the first use */
async function guard<F extends string>(
  context: Context,
  entity: Entity,
  row: { readonly [K in F]?: unknown },
  before: ({ readonly id: number } & { readonly [K in F]: unknown }) | null,
  frozen: readonly F[],
) {
  if (!before || frozen.every(name => same(row[name], before[name]))) return
  try {
    await refuseIfUsed(context, entity, [before.id])
  } catch (error) {
    if (!(error instanceof AppError) || error.refusal !== 'inUse') throw error
    throw new AppError('factorLocked', error.data)
  }
}

export const productspecRules: EntityHooks<typeof productspec> = {
  bulkSafe: true,
  beforeSave: (context, row, before) => guard(context, productspec, row, before, ['baseQtyPerPackage', 'innerQty']),
}

export const materialspecRules: EntityHooks<typeof materialspec> = {
  bulkSafe: true,
  beforeSave: (context, row, before) => guard(context, materialspec, row, before, ['baseQtyPerPackage']),
}

export const unitRules: EntityHooks<typeof unit> = {
  beforeSave: (context, row, before) =>
    guard(context, unit, row, before, ['unitType', 'factorNumerator', 'factorDenominator']),
}
