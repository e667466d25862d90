/** Row count by condition, so that counters match lists. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../connection/context.ts'
import { all, scope } from '../schema/columns.ts'
import { countOf } from './count.ts'
import { type ListCondition, whereOf } from './where.ts'

export async function countMatching(
  context: Context,
  entity: Entity,
  conditions: readonly ListCondition[],
): Promise<number> {
  const where = all([scope(context, entity), ...whereOf(context, entity, conditions)])
  return (await countOf(context, entity, where, { filtered: conditions.length > 0, searched: false })).total
}
