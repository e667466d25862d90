/** Scanned codes as list conditions. */
import type { Entity } from '#contract/schema/entity.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { chooseAction, matchOf } from '../../commands/scan/scanCommands.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Condition } from '../../data/records/row.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { isFilterable } from '../columns/columns.ts'
import { ask } from '../filter/query.ts'
import { activeAtom } from './view.ts'

function referring(entity: Entity, to: string, ids: readonly unknown[]): readonly Condition[] {
  if (ids.length === 0) return []
  const value = [...new Set(ids)]
  if (entity.name === to) return [{ field: 'id', op: 'in', value }]
  const name = Object.keys(entity.fields).find(
    each => entity.fields[each]?.to === to && isFilterable(entity.fields[each]),
  )
  return name === undefined ? [] : [{ field: name, op: 'in', value }]
}

/** Empty without such a field. */
export function conditionsOf(entity: Entity, match: ScanMatch): readonly Condition[] {
  const { code, lots, products, productSpecs, materialSpecs, locations } = match
  const byLot = referring(
    entity,
    'stocklot',
    lots.map(({ id }) => id),
  )
  if (byLot.length > 0) return byLot
  const byLocation = referring(
    entity,
    'stocklocation',
    locations.map(({ id }) => id),
  )
  if (byLocation.length > 0) return byLocation
  const byPallet = referring(
    entity,
    'pallet',
    match.pallets.map(({ id }) => id),
  )
  if (byPallet.length > 0 && entity.name !== 'pallet') return byPallet
  const { lotNo } = entity.fields
  if (code.lotNo !== undefined)
    return lots.length > 0 && lotNo && isFilterable(lotNo) ? [{ field: 'lotNo', op: 'eq', value: code.lotNo }] : []
  const productIds = [...products.map(({ id }) => id), ...productSpecs.map(({ productId }) => productId)]
  const byProduct = referring(entity, 'product', productIds)
  if (byProduct.length > 0) return byProduct
  return referring(
    entity,
    'material',
    materialSpecs.map(({ materialId }) => materialId),
  )
}

async function isNothing({ name }: Entity, where: readonly Condition[], signal: AbortSignal): Promise<boolean> {
  const { total } = await listRecords(name, { page: 1, size: 1, where }, signal)
  return total === 0
}

export function findingScan(entity: Entity, window: RowWindow): CommandHandler {
  return {
    run: async (args, context) => {
      const match = await matchOf(args, context)
      if ('status' in match) return match
      const where = conditionsOf(entity, match)
      if (where.length === 0 || (await isNothing(entity, where, context.signal))) return chooseAction(match, context)
      const [first] = entity.name === 'stocklot' ? match.lots : []
      if (first) store.set(activeAtom(entity.name), first.id)
      ask(window.query, { where, q: '' })
      return { status: 'ok', message: 'scan.found', values: { code: match.code.lotNo ?? match.code.text } }
    },
  }
}
