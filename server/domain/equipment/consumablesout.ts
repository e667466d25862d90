/** Consumables: receipts, issues, counts, corrected by reversal. */
import { sql } from 'kysely'
import type { consumables } from '#contract/basic/consumables.ts'
import type { consumablesout } from '#contract/equipment/consumablesout.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { touched } from '../../db/query/rowsOf.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee } from '../basis/people.ts'

interface Stock extends Pick<RowOf<typeof consumables>, 'id' | 'name' | 'unitId' | 'stockQty'> {
  readonly unit: string
}

async function hold(context: Context, id: number | null | undefined): Promise<Stock | undefined> {
  const { rows } = await sql<Stock>`
    select c.id, c.name, c."unitId", u.name as unit, c."stockQty" from consumables c join unit u on u.id = c."unitId"
    where c.id = ${id ?? 0} and c."customerId" = ${context.customerId} and not c."isDeleted"
    for no key update of c`.execute(context.tx)
  return rows[0]
}

/** @throws AppError consumablesShort with needed and available quantity */
async function change(context: Context, stock: Stock, by: string): Promise<void> {
  const { id, name, unit } = stock
  const left = decimal(stock.stockQty).plus(by)
  if (left.lt(0)) {
    const figures = { needed: decimal(by).neg().toFixed(4), available: decimal(stock.stockQty).toFixed(4) }
    throw new AppError('consumablesShort', { name, unit, ...figures })
  }
  await context.tx
    .updateTable('consumables')
    .set({ stockQty: left.toFixed(4), ...touched(context) })
    .where('id', '=', id)
    .execute()
}

/** Stock change of a row; a count states the balance. */
function changeBy({ direction, qty }: DraftOf<typeof consumablesout>, stock: Stock): string {
  if (direction === 'COUNT') return decimal(qty).minus(decimal(stock.stockQty)).toFixed(4)
  return decimal(qty)
    .times(direction === 'IN' ? 1 : -1)
    .toFixed(4)
}

export const consumablesoutRules: EntityHooksWithActions<typeof consumablesout> = {
  async prepare(context) {
    return [labelled('handlerId', await ownEmployee(context))]
  },
  async beforeSave(context, row) {
    const stock = await hold(context, row.consumablesId)
    if (!stock) return
    row.unitId = stock.unitId
    row.change = isEmpty(row.qty) ? null : changeBy(row, stock)
  },
  async afterSave(context, row) {
    const stock = await hold(context, row.consumablesId)
    if (stock) await change(context, stock, row.change ?? '0')
  },
  actions: {
    async reverse(context, row) {
      const stock = await hold(context, row.consumablesId)
      if (!stock) throw new AppError('notFound')
      await change(context, stock, decimal(row.change).neg().toFixed(4))
      return undefined
    },
  },
}
