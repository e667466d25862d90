import { sql } from 'kysely'
import type { techflow } from '#contract/basic/techflow.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { nextVersion } from './copies.ts'

async function usersOf(context: Context, step: RowOf<typeof techflow>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name from producttechflow t join product p on p.id = t."productId" and not p."isDeleted"
    where t."techFlowId" = ${step.id} and t."customerId" = ${context.customerId} order by 1 limit 5`.execute(context.tx)
  return rows.map(row => row.name)
}

export const techflowRules: EntityHooksWithActions<typeof techflow> = {
  actions: {
    /** Key steps need a limit, otherwise nothing could ever deviate. */
    async approve(_context, step) {
      if (step.isKeyControl && isEmpty(step.limitMin) && isEmpty(step.limitMax)) throw invalid({ limitMin: 'required' })
      return undefined
    },
    async retire(context, step) {
      const products = await usersOf(context, step)
      if (products.length > 0) throw new AppError('inUse', { referrers: products.join(', ') })
      return undefined
    },
    revise: async (_context, step) => ({ versionNo: nextVersion(step.versionNo, new Set()) }),
  },
}
