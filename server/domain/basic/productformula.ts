/** Product formulas: derived line values, approval. */
import { sql } from 'kysely'
import type { productformula } from '#contract/basic/productformula.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { copyFormula } from './copies.ts'
import { isConvertible, kilogramsOf } from './mass.ts'

type FormulaDraft = DraftOf<typeof productformula>

/** Packaging flag and additive limit of the material; stricter limits stay. */
async function fillLines(context: Context, row: FormulaDraft): Promise<void> {
  const lines = row.lines ?? []
  const rows = await rowsOf(context, 'material')
    .select(['id', 'materialType', 'maxUsePerKg'])
    .where('id', '=', anyOf(lines.map(line => line.materialId ?? 0)))
    .execute()
  const materials = new Map(rows.map(material => [material.id, material]))
  row.lines = lines.map(line => {
    const { materialType, maxUsePerKg = null } = materials.get(line.materialId ?? 0) ?? {}
    return {
      ...line,
      isPackaging: materialType === 'PACK_INNER' || materialType === 'PACK_OUTER',
      maxLimit: line.maxLimit ?? (materialType === 'ADDITIVE' ? maxUsePerKg : null),
      ...(line.itemType === 'PRODUCT' ? { materialId: null } : { semiProductId: null }),
    }
  })
}

/** Rejects direct self-reference; longer cycles are checked on approval. */
function guardSelf({ lines = [], productId }: FormulaDraft): void {
  const own = lines.findIndex(line => line.semiProductId && line.semiProductId === productId)
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

// Preconditions of formula approval: mass balance, additive limits, no cycles.

type Formula = RowOf<typeof productformula>

/** Tolerance in percent between ingredients and output (domain.md §2.5). */
const tolerance = 2

/** Line with its mass; null if not convertible. */
interface Weighed {
  readonly lineNo: number
  readonly itemName: string
  readonly isPackaging: boolean
  readonly lossRate: string | null
  readonly kg: string | null
  readonly isConvertible: boolean
  /** Limit in grams per kilogram, additives only. */
  readonly limit: string | null
}

const density = sql`coalesce(m.density, p.density)`

async function weigh(context: Context, id: number): Promise<Weighed[]> {
  const { rows } = await sql<Weighed>`
    select f."lineNo", coalesce(m.name, p.name) as "itemName", f."isPackaging", f."lossRate",
      f.amount * ${kilogramsOf('u', density)} as kg,
      ${isConvertible('u', 'base', density)} as "isConvertible",
      case when m."materialType" = 'ADDITIVE' then least(f."maxLimit", m."maxUsePerKg") end as limit
    from productformulaline f join unit u on u.id = f."unitId"
    left join material m on m.id = f."materialId" left join product p on p.id = f."semiProductId"
    left join unit base on base.id = coalesce(m."baseUnitId", p."baseUnitId")
    where f."parentId" = ${id} order by f."lineNo"`.execute(context.tx)
  return rows
}

async function baseKilograms(context: Context, formula: Formula): Promise<Decimal | null> {
  const { rows } = await sql<{ kg: string | null; isConvertible: boolean }>`
    select ${formula.baseQty}::numeric * ${kilogramsOf('u', sql`p.density`)} as kg,
      ${isConvertible('u', 'base', sql`p.density`)} as "isConvertible"
    from product p join unit base on base.id = p."baseUnitId" join unit u on u.id = ${formula.baseUnitId}
    where p.id = ${formula.productId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  if (rows[0] && !rows[0].isConvertible) throw invalid({ baseUnitId: 'notConvertible' })
  return rows[0]?.kg == null ? null : decimal(rows[0].kg)
}

/** Mass balance: gross (base × 100 ÷ yield), or share of base. */
function guardMass(formula: Formula, base: Decimal, lines: readonly Weighed[]): void {
  if (!formula.isMassBalanced || lines.some(line => !line.isPackaging && line.kg === null)) return
  const total = lines.filter(line => !line.isPackaging).reduce((sum, line) => sum.plus(decimal(line.kg)), decimal(0))
  const gross = base.times(100).div(formula.yieldRate)
  const [low, high] = gross.lt(base) ? [gross, base] : [base, gross]
  const [least, most] = [low.times(100 - tolerance).div(100), high.times(100 + tolerance).div(100)]
  if (total.gte(least) && total.lte(most)) return
  throw new AppError('massNotBalanced', {
    total: total.toFixed(4),
    least: least.toFixed(4),
    most: most.toFixed(4),
  })
}

function guardAdditives(formula: Formula, base: Decimal, lines: readonly Weighed[]): void {
  const sums = new Map<string, Decimal>()
  for (const line of lines) {
    if (line.limit === null || line.kg === null) continue
    const needed = decimal(line.kg).times(100).div(formula.yieldRate).times(decimal(line.lossRate).div(100).plus(1))
    const sum = (sums.get(line.itemName) ?? decimal(0)).plus(needed)
    sums.set(line.itemName, sum)
    const perKg = sum.times(1000).div(base)
    if (perKg.gt(line.limit))
      throw new AppError('additiveOverLimit', { item: line.itemName, perKg: perKg.toFixed(4), limit: line.limit })
  }
}

/** Rejects formulas that need their own product, even indirectly. */
async function guardCycle(context: Context, formula: Formula): Promise<void> {
  const { rows } = await sql<{ product: string }>`
    with recursive needed as (
      select l."semiProductId" as id from productformulaline l
      where l."parentId" = ${formula.id} and l."semiProductId" is not null
      union
      select l."semiProductId" from needed n
      join productformula f on f."productId" = n.id and f.status = 'APPROVED'
      join productformulaline l on l."parentId" = f.id and l."semiProductId" is not null
    )
    select p.name as product from needed n join product p on p.id = n.id
    where n.id = ${formula.productId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  if (rows[0]) throw new AppError('formulaCycle', { product: rows[0].product })
}

/** @throws AppError invalid, formulaCycle, massNotBalanced, additiveOverLimit */
async function guardFormula(context: Context, formula: Formula): Promise<void> {
  const lines = await weigh(context, formula.id)
  if (lines.length === 0) throw invalid({ lines: 'required' })
  const wrong = lines.find(line => !line.isConvertible)
  if (wrong) throw invalid({ [`lines.${wrong.lineNo - 1}.unitId`]: 'notConvertible' })
  await guardCycle(context, formula)
  const base = await baseKilograms(context, formula)
  if (base === null || base.lte(0)) return
  guardMass(formula, base, lines)
  guardAdditives(formula, base, lines)
}
