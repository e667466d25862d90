/** State of one plan, for the workbench's single call. */
import { format } from '#contract/messages/index.ts'
import { getmaterialrecord } from '#contract/production/getmaterialrecord.ts'
import { materialmakeup } from '#contract/production/materialmakeup.ts'
import type { Blocking, PlanMaterial, PlanNotice, PlanOutcome, PlanState } from '#contract/production/planState.ts'
import { produceplan } from '#contract/production/produceplan.ts'
import { productstorein } from '#contract/production/productstorein.ts'
import { usematerialrecord } from '#contract/production/usematerialrecord.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Action, CreateFrom, Entity, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import { allows } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { list } from '../../db/query/list.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { load } from '../../db/records/store.ts'
import { guardPersons } from '../guards/persons.ts'
import { type Candidate, candidatesOf } from '../stock/fefo.ts'
import { additivesOf } from './additives.ts'
import { closeBlockers, controlsOf } from './closing.ts'
import { proposedLines } from './getmaterialrecord.ts'
import { planOutcome } from './outcome.ts'
import { outstanding, type PlanLine, planLinesOf, wipOf } from './plan.ts'

type Plan = RowOf<typeof produceplan> & Values

export async function materialsOf(context: Context, planId: number): Promise<PlanMaterial[]> {
  const lines = await planLinesOf(context, planId)
  const found = await candidatesOf(
    context,
    lines.map(({ materialId, semiProductId: productId, minIssueRemainDays: remainingDays }) => ({
      materialId,
      productId,
      remainingDays,
    })),
  )
  return lines.map((line, index) => withStore(line, found[index] ?? []))
}

function withStore(line: PlanLine, lots: readonly Candidate[]): PlanMaterial {
  const available = lots.reduce((sum, lot) => sum.plus(lot.quantity), decimal(0))
  const outstandingQty = outstanding(line)
  const short = decimal(outstandingQty).minus(available)
  const shortageQty = line.isLotTracked && short.gt(0) ? short.toFixed(4) : '0.0000'
  return { ...line, outstandingQty, availableQty: available.toFixed(4), shortageQty }
}

async function documentsOf(context: Context, entity: Entity, planId: number): Promise<readonly Values[]> {
  const where = [{ field: 'producePlanId', op: 'eq', value: planId }] as const
  return (await list(context, entity, { where, sort: [['id', 'asc']], size: 200 })).rows
}

async function outcome(context: Context, plan: Plan): Promise<PlanOutcome> {
  const { loss, lossRate, yieldRate, ...mass } = await planOutcome(context, plan.id)
  const standard = await rowsOf(context, 'productformula')
    .select(['lossRateMin', 'lossRateMax', 'yieldRate as standardYieldRate'])
    .where('id', '=', plan.formulaId ?? 0)
    .executeTakeFirst()
  return {
    used: mass.used.toFixed(4),
    scrapped: mass.scrapped.toFixed(4),
    output: mass.output.toFixed(4),
    byProduct: mass.byProduct.toFixed(4),
    loss: loss?.toFixed(4) ?? null,
    lossRate: lossRate?.toFixed(2) ?? null,
    yieldRate: yieldRate?.toFixed(2) ?? null,
    ...(standard ?? { lossRateMin: null, lossRateMax: null, standardYieldRate: null }),
  }
}

function nextOf(context: Context, plan: Plan): string[] {
  const may = (menu: string, button: string) => permits(context.grants, { menu, button })
  const createsFrom = Object.entries<CreateFrom>(produceplan.createsFrom ?? {})
    .filter(([, createFrom]) => allows(produceplan, createFrom.from, plan) && may(createFrom.entity, 'add'))
    .map(([name]) => name)
  const actions = Object.entries<Action>(produceplan.actions)
    .filter(([name, action]) => allows(produceplan, action.from, plan) && may(produceplan.name, action.button ?? name))
    .map(([name]) => name)
  return [...createsFrom, ...actions]
}

function outOfOrder(uses: readonly Values[]): number {
  const reached = new Map<unknown, number>()
  let count = 0
  for (const use of uses.filter(each => each.status === 'SUBMITTED' && each.correctionOfId === null)) {
    const { techStepNo: step, batchSeq } = use
    if (typeof step !== 'number') continue
    const latest = reached.get(batchSeq) ?? 0
    if (step < latest) count += 1
    reached.set(batchSeq, Math.max(latest, step))
  }
  return count
}

/** Plan members without a health certificate, whatever the setting. */
async function unhealthy(context: Context, plan: Plan): Promise<readonly string[]> {
  try {
    const persons = [plan.leaderId, ...(plan.operatorIds ?? [])]
    return (await guardPersons(context, persons, `${plan.produceDate}T12:00:00.000Z`)).map(({ name }) => name)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [String((error.data as Values).name)]
  }
}

interface Facts {
  readonly materials: readonly PlanMaterial[]
  readonly uses: readonly Values[]
  readonly additives: PlanState['additives']
}

async function noticesOf(context: Context, plan: Plan, facts: Facts): Promise<PlanNotice[]> {
  const short = facts.materials.filter(line => decimal(line.shortageQty).gt(0)).map(line => line.itemName)
  const isBegun = facts.uses.some(use => use.status === 'SUBMITTED')
  const isUnused = (line: PlanMaterial) => line.isLotTracked && decimal(line.usedQty).lte(0)
  const unused = facts.materials.filter(isUnused).map(line => line.itemName)
  const over = facts.additives.filter(share => share.isOver).map(share => share.itemName)
  const ill = await unhealthy(context, plan)
  const waiting = await rowsOf(context, 'stocklot')
    .select('lotNo')
    .where('producePlanId', '=', plan.id)
    .where('qualityStatus', '=', 'PENDING')
    .execute()
  const about = (code: PlanNotice['code'], names: readonly string[], count = names.length) => ({
    code,
    count,
    message: format(context.locale, `planNotice.${code}`, { names: names.join(', '), count }),
  })
  return [
    about('shortage', plan.status === 'FINISHED' ? [] : short),
    about('notUsed', isBegun ? unused : []),
    about('stepsOutOfOrder', [], outOfOrder(facts.uses)),
    about('additiveOver', over),
    about('healthExpired', ill),
    about(
      'inspectionOpen',
      waiting.map(lot => lot.lotNo),
    ),
  ].filter(notice => notice.count > 0)
}

async function blockersOf(context: Context, plan: Plan): Promise<Blocking[]> {
  if (plan.status === 'CLOSED' || plan.status === 'CANCELLED') return []
  const blockers = await closeBlockers(context, plan)
  return blockers.map(({ values, ...each }) => ({
    ...each,
    message: format(context.locale, `error.${each.code}`, values),
  }))
}

/**
 * The state of a plan for the caller.
 * @throws AppError notFound
 */
export async function planStateOf(context: Context, planId: number): Promise<PlanState> {
  const plan = (await load(context, produceplan, planId)) as unknown as Plan
  const [materials, uses] = [await materialsOf(context, planId), await documentsOf(context, usematerialrecord, planId)]
  const additives = await additivesOf(context, planId, 'used')
  return {
    plan: plan as unknown as Values,
    materials,
    proposal: plan.status === 'DRAFT' ? [] : await proposedLines(context, planId),
    lots: await wipOf(context, planId),
    issues: await documentsOf(context, getmaterialrecord, planId),
    makeUps: await documentsOf(context, materialmakeup, planId),
    uses,
    receipts: await documentsOf(context, productstorein, planId),
    controls: await controlsOf(context, plan),
    additives,
    outcome: await outcome(context, plan),
    next: nextOf(context, plan),
    blockers: await blockersOf(context, plan),
    notices: await noticesOf(context, plan, { materials, uses, additives }),
  }
}
