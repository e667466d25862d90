/** Lines to pick for a plan, with the names of their bins. */
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { proposedLines } from './getmaterialrecord.ts'

export async function pickLines(context: Context, planId: number): Promise<readonly Values[]> {
  const lines = await proposedLines(context, planId)
  const bins = await rowsOf(context, 'stocklocation')
    .select(['id', 'name'])
    .where('id', '=', anyOf(lines.map(({ locationId }) => locationId ?? 0)))
    .execute()
  const named = new Map(bins.map(({ id, name }) => [id, name]))
  return lines.map(line => ({ ...line, locationId$label: named.get(line.locationId ?? 0) }))
}
