import { sql } from 'kysely'
import type { productformula } from '../../../src/contract/basic/productformula.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Draft, RulesWithActions } from '../rule.ts'

/** A formula version: once approved it is never changed; another recipe is another version. */
export const productformulaRules: RulesWithActions<typeof productformula> = {
  async beforeSave(context, row) {
    row.status ??= 'DRAFT'
    const lines = (row.lines as Draft[] | undefined) ?? []
    const packaging = await sql<{ id: number }>`
      select id from material where id = any(${lines.map(line => Number(line.materialId) || 0)})
        and "materialType" in ('PACK_INNER', 'PACK_OUTER')`.execute(context.tx)
    const ids = new Set(packaging.rows.map(material => material.id))
    row.lines = lines.map(line => ({
      ...line,
      isPackaging: ids.has(Number(line.materialId)),
      ...(line.itemType === 'PRODUCT' ? { materialId: null } : { semiProductId: null }),
    }))
  },
  async beforeRemove(_context, row) {
    if (row.status !== 'DRAFT') throw new AppError('formulaLocked')
  },
  actions: {
    approve: async context => ({ approvedBy: context.userId, approvedAt: context.now }),
    retire: async () => undefined,
  },
}
