/** What became of the mass a plan took: output, by-product, scrap, and what is left as its loss (domain.md §2.6, §2.9). */
import { sql } from 'kysely'
import { type Decimal, decimal } from '../../../src/contract/schema/decimal.ts'
import type { Context } from '../../db/context.ts'
import { stands } from '../stock/standing.ts'
import { percentOf } from './rates.ts'

/** Kilograms of a plan; lots that are not kept by mass (bottles, cases) do not count. */
export interface Outcome {
  readonly used: Decimal
  /** Thrown away from the work in progress, so never charged. */
  readonly scrapped: Decimal
  readonly output: Decimal
  readonly byProduct: Decimal
  /** What was charged and came out as nothing; negative when water was taken up. Null while nothing can be weighed. */
  readonly loss: Decimal | null
  /** Loss in percent of what was charged. */
  readonly lossRate: Decimal | null
  /** Output in percent of what was charged. */
  readonly yieldRate: Decimal | null
}

type Sums = Readonly<Record<'used' | 'scrapped' | 'output' | 'byProduct', string | null>>

/**
 * Yield and loss from the standing rows of the ledger. Scrap leaves the work in progress before it is charged: it stands
 * on both sides of the balance (taken = used + scrapped = output + by-product + scrapped + loss), so the loss is free of it.
 */
export async function outcomeOf(context: Context, planId: number): Promise<Outcome> {
  const { rows } = await sql<Sums>`
    select sum(m.kg) filter (where m."moveType" = 'OUT') as output,
      sum(m.kg) filter (where m."moveType" = 'BYP') as "byProduct",
      sum(m.kg) filter (where m."moveType" = 'SCR' and m."docType" = 'produceplan') as scrapped,
      sum(case when m.place = 'PROCESS' then m.kg else -m.kg end) filter (where m."moveType" in ('USE', 'USA')) as used
    from (
      select g."moveType", g."docType", t."locationType" as place,
        g.quantity * l."kgNumerator" / l."kgDenominator" as kg
      from stockledger g join stocklot l on l.id = g."lotId" and l."isMass"
      join stocklocation t on t.id = g."toLocationId"
      where g."producePlanId" = ${planId} and ${stands}
    ) m`.execute(context.tx)
  const sums = rows[0]
  const [used, scrapped, output, byProduct] = [sums?.used, sums?.scrapped, sums?.output, sums?.byProduct].map(decimal)
  const figures = { used, scrapped, output, byProduct } as Pick<Outcome, 'used' | 'scrapped' | 'output' | 'byProduct'>
  if (sums?.output == null || figures.used.lte(0)) return { ...figures, loss: null, lossRate: null, yieldRate: null }
  const loss = figures.used.minus(figures.output).minus(figures.byProduct)
  const share = (part: Decimal) => part.div(figures.used).times(100)
  return { ...figures, loss, lossRate: share(loss), yieldRate: share(figures.output) }
}

/** Yield and loss as the plan's own columns hold them. */
export function outcomeColumns({ output, used, yieldRate, loss }: Outcome) {
  return { yieldRate: yieldRate && percentOf(output, used), lossQty: loss?.toFixed(4) ?? null }
}

/** Keeps yield and loss of a plan current; called whenever its figures are refreshed. */
export async function refreshOutcome(context: Context, planId: number): Promise<void> {
  const { yieldRate, lossQty } = outcomeColumns(await outcomeOf(context, planId))
  await sql`
    update produceplan set "yieldRate" = ${yieldRate}::numeric, "lossQty" = ${lossQty}::numeric, "updatedAt" = now(),
      "rowVersion" = "rowVersion" + 1
    where id = ${planId} and ("yieldRate" is distinct from ${yieldRate}::numeric
      or "lossQty" is distinct from ${lossQty}::numeric)`.execute(context.tx)
}
