/** Material requirements: formula scaled to the planned quantity (domain.md §2.6). */
import { sql } from 'kysely'
import type { productformulaline } from '#contract/basic/productformulaline.ts'
import { invalid } from '#contract/schema/answer.ts'
import { awayFromZero, decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'

type StoredLine = RowOf<typeof productformulaline>
type ItemOfLine = Pick<StoredLine, 'itemType' | 'materialId' | 'semiProductId' | 'unitId'>

export interface FormulaLine extends ItemOfLine, Pick<StoredLine, 'amount' | 'lossRate' | 'substituteGroup'> {
  readonly isPackaging: boolean
  readonly numerator: string
  readonly denominator: string
  readonly countsPieces: boolean
  readonly decimals: number
}

export interface Formula {
  readonly baseQty: string
  readonly yieldRate: string
  readonly lines: readonly FormulaLine[]
}

export interface Requirement extends ItemOfLine {
  readonly formulaAmount: string
  readonly requiredQty: string
}

/** Conversion between units of one type (domain.md §2.6). */
const byFraction = sql`(own."factorNumerator"::numeric * base."factorDenominator")
  / (own."factorDenominator"::numeric * base."factorNumerator")`

export async function formulaOf(context: Context, formulaId: number): Promise<Formula> {
  const head = await sql<{ baseQty: string; yieldRate: string }>`
    select f."yieldRate", f."baseQty" * case
        when own.id = base.id then 1
        when own."unitType" = base."unitType" then ${byFraction}
        when own."unitType" = 'VOLUME' and base."unitType" = 'MASS' then ${byFraction} * coalesce(p.density, 1)
        when own."unitType" = 'MASS' and base."unitType" = 'VOLUME' then ${byFraction} / coalesce(p.density, 1)
        else 1 end as "baseQty"
    from productformula f join product p on p.id = f."productId"
    join unit own on own.id = f."baseUnitId" join unit base on base.id = p."baseUnitId"
    where f.id = ${formulaId} and f."customerId" = ${context.customerId}`.execute(context.tx)
  if (!head.rows[0]) throw invalid({ formulaId: 'missing' })
  const { rows } = await sql<FormulaLine>`
    select f."itemType", f."materialId", f."semiProductId", f.amount, f."lossRate", base.id as "unitId",
      coalesce(m."materialType" in ('PACK_INNER', 'PACK_OUTER'), false) as "isPackaging",
      base."unitType" = 'COUNT' as "countsPieces", base.decimals,
      f."substituteGroup",
      -- Between mass and volume the item's density (kg per litre) leads from one to the other.
      (u."factorNumerator"::numeric * base."factorDenominator")
        * case when u."unitType" = 'VOLUME' and base."unitType" = 'MASS' then coalesce(m.density, p.density, 1) else 1 end
        as numerator,
      (u."factorDenominator"::numeric * base."factorNumerator")
        * case when u."unitType" = 'MASS' and base."unitType" = 'VOLUME' then coalesce(m.density, p.density, 1) else 1 end
        as denominator
    from productformulaline f
    left join material m on m.id = f."materialId"
    left join product p on p.id = f."semiProductId"
    join unit u on u.id = f."unitId"
    join unit base on base.id = coalesce(m."baseUnitId", p."baseUnitId")
    where f."parentId" = ${formulaId} order by f."lineNo"`.execute(context.tx)
  return { ...head.rows[0], lines: rows }
}

/**
 * Scales a formula: amount → base unit × planned ÷ formula base × 100 ÷ yield × (1 + loss). Packaging follows
 * `packedQty`, whatever the yield. Rounds half up to the unit's decimals, pieces up. Of substitutes only the first is
 * required.
 */
export function requirements(formula: Formula, plannedQty: string, packedQty = plannedQty): Requirement[] {
  const groups = new Set<string>()
  const isSubstitute = ({ substituteGroup: group }: FormulaLine) => {
    if (!group) return false
    const known = groups.has(group)
    groups.add(group)
    return known
  }
  return mergeItems(
    formula.lines.map(line => {
      const wanted = isSubstitute(line) ? '0' : line.isPackaging ? packedQty : plannedQty
      return requirement(formula, line, wanted)
    }),
  )
}

/** Sums duplicate items: plan figures are per item. */
function mergeItems(lines: readonly Requirement[]): Requirement[] {
  const merged = new Map<string, Requirement>()
  for (const line of lines) {
    const key = `${line.materialId}:${line.semiProductId}`
    const sum = (name: 'formulaAmount' | 'requiredQty') => decimal(merged.get(key)?.[name]).plus(line[name]).toFixed(4)
    merged.set(key, { ...line, formulaAmount: sum('formulaAmount'), requiredQty: sum('requiredQty') })
  }
  return [...merged.values()]
}

function requirement(formula: Formula, line: FormulaLine, plannedQty: string): Requirement {
  const inBase = decimal(line.amount).times(line.numerator).div(line.denominator)
  const yielded = line.isPackaging ? decimal(1) : decimal(100).div(formula.yieldRate)
  const loss = decimal(line.lossRate).div(100).plus(1)
  const exact = inBase.times(plannedQty).div(formula.baseQty).times(yielded).times(loss)
  return {
    itemType: line.itemType,
    materialId: line.materialId,
    semiProductId: line.semiProductId,
    formulaAmount: inBase.toFixed(4),
    requiredQty: (line.countsPieces ? exact.round(0, awayFromZero) : exact.round(line.decimals)).toFixed(4),
    unitId: line.unitId,
  }
}
