/** Mass outcome: output, by-product, scrap, loss (domain.md §2.6, §2.9). */
import { sql } from 'kysely'
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { percentOf } from './rates.ts'

/** Plan masses in kg; lots without a mass are excluded. */
export interface Outcome {
  readonly used: Decimal
  /** Scrap from WIP, never charged. */
  readonly scrapped: Decimal
  readonly output: Decimal
  readonly byProduct: Decimal
  /** Negative for absorbed water. Null without weighable lots. */
  readonly loss: Decimal | null
  readonly lossRate: Decimal | null
  /** Output in percent of charged mass. */
  readonly yieldRate: Decimal | null
}

type Sums = Readonly<Record<'used' | 'scrapped' | 'output' | 'byProduct', string | null>>

/** Yield and loss by the plan's sums. WIP scrap is never charged. */
export async function planOutcome(context: Context, planId: number): Promise<Outcome> {
  const { rows } = await sql<Sums>`
    select sum(s.output * s."kgNumerator" / s."kgDenominator") as output,
      sum(s."byProduct" * s."kgNumerator" / s."kgDenominator") as "byProduct",
      sum(s.scrapped * s."kgNumerator" / s."kgDenominator") as scrapped,
      sum(s.used * s."kgNumerator" / s."kgDenominator") as used
    from planmasssum s where s."producePlanId" = ${planId}`.execute(context.tx)
  const sums = rows[0]
  const [used, scrapped, output, byProduct] = [sums?.used, sums?.scrapped, sums?.output, sums?.byProduct].map(decimal)
  const figures = { used, scrapped, output, byProduct } as Pick<Outcome, 'used' | 'scrapped' | 'output' | 'byProduct'>
  if (figures.output.lte(0) || figures.used.lte(0)) return { ...figures, loss: null, lossRate: null, yieldRate: null }
  const loss = figures.used.minus(figures.output).minus(figures.byProduct)
  const share = (part: Decimal) => part.div(figures.used).times(100)
  return { ...figures, loss, lossRate: share(loss), yieldRate: share(figures.output) }
}

export function outcomeColumns({ output, used, yieldRate, loss }: Outcome) {
  return { yieldRate: yieldRate && percentOf(output, used), lossQty: loss?.toFixed(4) ?? null }
}

export async function refreshOutcome(context: Context, planId: number): Promise<void> {
  const { yieldRate, lossQty } = outcomeColumns(await planOutcome(context, planId))
  await sql`
    update produceplan set "yieldRate" = ${yieldRate}::numeric, "lossQty" = ${lossQty}::numeric, "updatedAt" = now(),
      "rowVersion" = "rowVersion" + 1
    where id = ${planId} and ("yieldRate" is distinct from ${yieldRate}::numeric
      or "lossQty" is distinct from ${lossQty}::numeric)`.execute(context.tx)
}
