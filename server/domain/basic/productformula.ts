/** Product formulas: derived line values, approval. */
import { sql } from 'kysely'
import type { productformula } from '#contract/basic/productformula.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooksWithActions } from '../basis/hooks.ts'
import { copyFormula } from './copies.ts'
import { guardFormula } from './formulaChecks.ts'

interface Facts {
  readonly id: number
  readonly isPackaging: boolean
  /** Additives only. */
  readonly maxUsePerKg: string | null
}

/** Derives packaging flag and additive limit from the material; a manual limit may only be lower. */
async function fillLines(context: Context, row: Draft): Promise<void> {
  const lines = (Array.isArray(row.lines) ? row.lines : []) as Draft[]
  const { rows } = await sql<Facts>`
    select id, "materialType" in ('PACK_INNER', 'PACK_OUTER') as "isPackaging",
      case when "materialType" = 'ADDITIVE' then "maxUsePerKg" end as "maxUsePerKg"
    from material where id = any(${lines.map(line => Number(line?.materialId) || 0)}::bigint[])
      and "customerId" = ${context.customerId}`.execute(context.tx)
  const materials = new Map(rows.map(material => [material.id, material]))
  row.lines = lines.map(line => {
    const material = materials.get(Number(line?.materialId))
    return {
      ...line,
      isPackaging: material?.isPackaging ?? false,
      maxLimit: line?.maxLimit ?? material?.maxUsePerKg ?? null,
      ...(line?.itemType === 'PRODUCT' ? { materialId: null } : { semiProductId: null }),
    }
  })
}

/** Rejects direct self-reference; longer cycles are checked on approval. */
function guardSelf(row: Draft): void {
  const lines = row.lines as readonly Draft[]
  const own = lines.findIndex(line => line.semiProductId && line.semiProductId === row.productId)
  if (own >= 0) throw invalid({ [`lines.${own}.semiProductId`]: 'selfReference' })
}

/** Formula version, immutable once approved; another recipe is another version. */
export const productformulaRules: EntityHooksWithActions<typeof productformula> = {
  async beforeSave(context, row) {
    row.status ??= 'DRAFT'
    await fillLines(context, row)
    guardSelf(row)
  },
  async beforeRemove(_context, row) {
    if (row.status !== 'DRAFT') throw new AppError('formulaLocked')
  },
  actions: {
    async approve(context, row) {
      await guardFormula(context, row)
      return { approvedBy: context.userId, approvedAt: context.now }
    },
    retire: async () => undefined,
    async newVersion(context, row, given, documents) {
      await copyFormula(context, row, given.versionNo, documents)
      return undefined
    },
  },
}
