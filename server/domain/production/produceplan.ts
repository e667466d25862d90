/** A production plan: scaled from its formula, frozen when released, finished when something was produced. */
import { sql } from 'kysely'
import type { produceplan } from '../../../src/contract/production/produceplan.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { decimal, product } from '../../../src/contract/schema/decimal.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import type { Context } from '../../db/context.ts'
import { nextNumber } from '../numbering.ts'
import { labelled, ownEmployee } from '../people.ts'
import type { Draft, RulesWithActions } from '../rule.ts'
import { wipOf } from './plan.ts'
import { formulaOf, requirements } from './scaling.ts'
import { makeStandingLots } from './water.ts'

type ProducePlan = RowOf<typeof produceplan>

interface FormulaState {
  readonly productId: number
  readonly status: string
  readonly inForce: boolean
}

/** Lines of a normal plan follow from its formula whenever the plan is saved. */
async function scaleLines(context: Context, row: Draft): Promise<void> {
  if (row.planType !== 'NORMAL' || !row.formulaId || decimal(row.plannedQty).lte(0)) return
  const formula = await formulaOf(context, Number(row.formulaId))
  row.lines = requirements(formula, String(row.plannedQty)).map((line, index) => ({
    ...line,
    lineNo: index + 1,
    issuedQty: '0',
    makeUpQty: '0',
    usedQty: '0',
    returnedQty: '0',
    wipQty: '0',
  }))
}

/** Packages follow from the quantity, or the quantity from the packages where only those were given. */
async function fillPackages(context: Context, row: Draft): Promise<void> {
  const { rows } = await sql<{ factor: string; productId: number }>`
    select "baseQtyPerPackage" as factor, "productId" from productspec
    where id = ${Number(row.productSpecId) || 0}`.execute(context.tx)
  const spec = rows[0]
  if (!spec) return
  if (row.productId && spec.productId !== row.productId) throw invalid({ productSpecId: 'reference' })
  if (row.plannedQty && decimal(spec.factor).gt(0))
    row.plannedPackages = decimal(row.plannedQty).div(spec.factor).toDecimalPlaces(0).toNumber()
  else if (row.plannedPackages) row.plannedQty = product(row.plannedPackages, spec.factor, 4)
}

async function release(context: Context, plan: ProducePlan): Promise<Draft> {
  if (plan.planType === 'NORMAL') {
    const { rows } = await sql<FormulaState>`
      select "productId", status, "effectiveFrom" <= ${plan.produceDate}::date
        and ("effectiveTo" is null or "effectiveTo" >= ${plan.produceDate}::date) as "inForce"
      from productformula where id = ${plan.formulaId}`.execute(context.tx)
    const formula = rows[0]
    if (formula?.status !== 'APPROVED' || !formula.inForce || formula.productId !== plan.productId)
      throw new AppError('formulaNotInForce')
  }
  await makeStandingLots(
    context,
    plan.lines.flatMap(line => line.materialId ?? []),
  )
  return { lotNo: await lotNumber(context, plan) }
}

/** The lot number a person gave the plan, or the next that is free: somebody may have typed one out of the row before. */
async function lotNumber(context: Context, plan: ProducePlan): Promise<string> {
  for (;;) {
    const lotNo = plan.lotNo || (await nextNumber(context, 'P', 3))
    const taken = await sql`
      select 1 from produceplan where "productId" = ${plan.productId} and "lotNo" = ${lotNo} and id <> ${plan.id}
      union all
      select 1 from stocklot where "productId" = ${plan.productId} and "lotNo" = ${lotNo}
      limit 1`.execute(context.tx)
    if (taken.rows.length === 0) return lotNo
    if (plan.lotNo) throw new AppError('lotTaken', { lotNo })
  }
}

interface Outcome {
  readonly output: string | null
  readonly used: string | null
}

/** Yield and loss by mass: what came out over what was charged, in kilograms (domain.md §2.6). */
async function finish(context: Context, plan: ProducePlan): Promise<Draft> {
  if (decimal(plan.producedQty).lte(0)) throw new AppError('nothingProduced')
  const { rows } = await sql<Outcome>`
    select sum(g.quantity * l."kgNumerator" / l."kgDenominator") filter (where g."moveType" in ('OUT', 'BYP')) as output,
      sum(g.quantity * l."kgNumerator" / l."kgDenominator" * case when t."locationType" = 'PROCESS' then 1 else -1 end)
        filter (where g."moveType" in ('USE', 'USA')) as used
    from stockledger g join stocklot l on l.id = g."lotId" and l."isMass"
    join stocklocation t on t.id = g."toLocationId"
    where g."producePlanId" = ${plan.id} and g."reversalOfSeq" is null
      and not exists (select 1 from stockledger r where r."producePlanId" = g."producePlanId" and r."reversalOfSeq" = g.id)
  `.execute(context.tx)
  const { output, used } = rows[0] ?? { output: null, used: null }
  const measured = output !== null && used !== null && decimal(used).gt(0)
  return {
    actualEnd: context.now,
    yieldRate: measured ? decimal(output).div(used).times(100).toFixed(2) : null,
    lossQty: measured ? decimal(used).minus(output).toFixed(4) : null,
  }
}

async function cancel(context: Context, plan: ProducePlan): Promise<undefined> {
  const left = await wipOf(context, plan.id)
  if (left.length > 0) throw new AppError('workInProgressLeft', { lots: left.map(lot => lot.lotNo).join(', ') })
}

export const produceplanRules: RulesWithActions<typeof produceplan> = {
  async prepare(context) {
    const start = `${context.now.slice(0, 13)}:00:00.000Z`
    return [
      {
        ...labelled('leaderId', await ownEmployee(context)),
        planStart: start,
        planEnd: new Date(Date.parse(start) + 8 * 3_600_000).toISOString(),
      },
    ]
  },
  async beforeSave(context, row) {
    await fillPackages(context, row)
    await scaleLines(context, row)
  },
  actions: { release, finish, cancel },
}
