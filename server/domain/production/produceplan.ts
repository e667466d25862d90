/** Production plan: scaled from a formula, frozen on release, then closed. */
import { sql } from 'kysely'
import type { PlanLot } from '#contract/production/planState.ts'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { awayFromZero, decimal, product } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { type ArgumentsOf, areLinesLeftOut, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { nextNumber } from '../basis/numbering.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { guardEquipment } from '../guards/devices.ts'
import { guardPersons } from '../guards/persons.ts'
import { postLines } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { lockLots } from '../stock/lots.ts'
import { refuseOverLimit } from './additives.ts'
import { refuseUnfinished } from './closing.ts'
import { outcomeColumns, planOutcome } from './outcome.ts'
import { lockPlan, wipOf } from './plan.ts'
import { formulaOf, requirements } from './scaling.ts'
import { makeStandingLots } from './water.ts'

// In-process scrap: WIP that can neither be charged nor returned (domain.md §0.5.2).

type ProducePlan = RowOf<typeof produceplan>
type PlanDraft = DraftOf<typeof produceplan>
type Scrapping = ArgumentsOf<typeof produceplan, 'scrapRest'>

function chosen(planNo: string, lots: readonly PlanLot[], given: Scrapping): readonly PlanLot[] {
  if (!given.lotId) {
    if (given.qty) throw invalid({ lotId: 'required' })
    return lots
  }
  const lot = lots.find(each => each.lotId === given.lotId)
  if (!lot) throw new AppError('lotNotInPlan', { lotNo: `#${given.lotId}`, planNo })
  return [{ ...lot, quantity: given.qty ? decimal(given.qty).toFixed(4) : lot.quantity }]
}

/**
 * Scraps WIP of a plan (SCR); the caller approves.
 * @throws AppError noEmployee, samePerson, lotNotInPlan, shortOfStock; wrongState for empty WIP
 */
async function scrapRest(context: Context, row: ProducePlan, given: Scrapping): Promise<undefined> {
  await signerOf(context, 'scrapRest', row.leaderId)
  const plan = await lockPlan(context, row.id, ['ISSUING', 'PRODUCING', 'FINISHED'])
  const lots = chosen(plan.docNo, await wipOf(context, plan.id), given)
  if (lots.length === 0) throw new AppError('wrongState', row)
  await lockLots(
    context,
    lots.map(lot => lot.lotId),
  )
  const { WIP, SCRAP } = await virtualLocations(context)
  const [{ reason }, { id: producePlanId, docNo }] = [given, plan]
  await postLines(
    context,
    { moveType: 'SCR', docType: 'produceplan', docNo, bizTime: context.now, producePlanId, reason },
    lots.map(({ lotId, quantity }) => ({ lotId, fromLocationId: WIP, toLocationId: SCRAP, quantity })),
  )
}

// Release of a plan: preconditions for taking material (domain.md §2.3).

/** Formula required for normal plans, valid wherever named. */
async function guardFormula(context: Context, plan: ProducePlan): Promise<void> {
  if (plan.planType !== 'NORMAL' && !plan.formulaId) return
  const formula = await rowsOf(context, 'productformula')
    .select(['productId', 'status', 'effectiveFrom', 'effectiveTo'])
    .where('id', '=', plan.formulaId ?? 0)
    .executeTakeFirst()
  const { status, effectiveFrom = '', effectiveTo } = formula ?? {}
  // Trials may use unapproved formulas.
  const approved = status === 'APPROVED' || (plan.planType === 'TRIAL' && status === 'DRAFT')
  const inForce = effectiveFrom <= plan.produceDate && (effectiveTo ?? plan.produceDate) >= plan.produceDate
  if (!approved || !inForce || formula?.productId !== plan.productId) throw new AppError('formulaNotInForce')
}

function guardTypedLines(plan: ProducePlan): void {
  const fieldErrors: Record<string, string> = {}
  plan.lines.forEach((line, index) => {
    if (!line.materialId && !line.semiProductId) fieldErrors[`lines.${index}.materialId`] = 'required'
    if (!plan.formulaId && decimal(line.requiredQty).lte(0)) fieldErrors[`lines.${index}.requiredQty`] = 'positive'
  })
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

/** Lot number given, else the next free: users type ahead. */
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

/** @throws AppError formulaNotInForce, additiveOverLimit, lotTaken, or of people and equipment */
async function release(context: Context, plan: ProducePlan) {
  await guardFormula(context, plan)
  guardTypedLines(plan)
  // Noon UTC is the same calendar day in all relevant time zones.
  await guardPersons(context, [plan.leaderId, ...(plan.operatorIds ?? [])], `${plan.produceDate}T12:00:00.000Z`)
  await guardEquipment(context, plan.equipmentIds ?? [])
  await refuseOverLimit(context, plan.id, 'needed')
  await makeStandingLots(
    context,
    plan.lines.flatMap(line => line.materialId ?? []),
  )
  return { lotNo: await lotNumber(context, plan) }
}

const nothingYet = { issuedQty: '0', makeUpQty: '0', usedQty: '0', returnedQty: '0', wipQty: '0' }

/** Rescales the formula's lines on every save, by whole packages. */
async function scaleLines(context: Context, row: PlanDraft, packed: string): Promise<void> {
  const { formulaId, planType, plannedQty } = row
  const isScaled = formulaId && plannedQty && (planType === 'NORMAL' || planType === 'TRIAL')
  if (!isScaled || decimal(plannedQty).lte(0)) return typedLines(context, row)
  const formula = await formulaOf(context, formulaId)
  row.lines = requirements(formula, plannedQty, packed).map(line => ({ ...line, ...nothingYet }))
}

/** Uniqueness of items, as figures are per item. */
function refuseTwice(lines: NonNullable<PlanDraft['lines']>): void {
  const seen = new Set<string>()
  onEachLine(lines, ({ materialId, semiProductId }, index) => {
    if (isEmpty(materialId) && isEmpty(semiProductId)) return
    const key = `${materialId}:${semiProductId}`
    if (seen.has(key))
      throw invalid({ [`lines.${index}.${isEmpty(materialId) ? 'semiProductId' : 'materialId'}`]: 'taken' })
    seen.add(key)
  })
}

/** Manual lines (rework, trial, blend) in the item's base unit. */
async function typedLines(context: Context, row: PlanDraft): Promise<void> {
  const lines = row.lines ?? []
  const idsOf = (name: 'materialId' | 'semiProductId') => lines.map(line => line[name] ?? 0)
  const { rows } = await sql<{ key: string; unitId: number }>`
    select 'MATERIAL:' || id as key, "baseUnitId" as "unitId" from material where id = any(${idsOf('materialId')}::bigint[])
    union all
    select 'PRODUCT:' || id, "baseUnitId" from product where id = any(${idsOf('semiProductId')}::bigint[])
  `.execute(context.tx)
  const units = new Map(rows.map(({ key, unitId }) => [key, unitId]))
  const typed = lines.map(line => {
    const isProduct = line.itemType === 'PRODUCT'
    const item = isProduct ? { materialId: null } : { semiProductId: null }
    const unitId = units.get(`${line.itemType}:${isProduct ? line.semiProductId : line.materialId}`) ?? null
    return { ...line, ...item, ...nothingYet, requiredQty: line.requiredQty ?? '0', unitId }
  })
  refuseTwice(typed)
  row.lines = typed
}

/**
 * Derives packages from the quantity, or the reverse.
 * @returns quantity the packages hold
 */
async function fillPackages(context: Context, row: PlanDraft): Promise<string> {
  const spec = await rowsOf(context, 'productspec')
    .select(['baseQtyPerPackage as factor', 'productId'])
    .where('id', '=', row.productSpecId ?? 0)
    .executeTakeFirst()
  if (!spec) return row.plannedQty ?? '0'
  if (row.productId && spec.productId !== row.productId) throw invalid({ productSpecId: 'reference' })
  if (!isEmpty(row.plannedQty) && decimal(spec.factor).gt(0))
    row.plannedPackages = decimal(row.plannedQty).div(spec.factor).round(0, awayFromZero).toNumber()
  else if (row.plannedPackages) row.plannedQty = product(row.plannedPackages, spec.factor, 4)
  return product(row.plannedPackages, spec.factor, 4) ?? '0'
}

/** @throws AppError nothingProduced; again on closing, as receipts may be reversed */
function guardProduced({ producedQty }: ProducePlan): void {
  if (decimal(producedQty).lte(0)) throw new AppError('nothingProduced')
}

async function finish(context: Context, plan: ProducePlan) {
  guardProduced(plan)
  return { actualEnd: context.now, ...outcomeColumns(await planOutcome(context, plan.id)) }
}

/** Requires empty WIP: issued material returned, or scrapped with approval. */
async function cancel(context: Context, plan: ProducePlan): Promise<undefined> {
  const left = await wipOf(context, plan.id)
  if (left.length > 0) throw new AppError('workInProgressLeft', { lots: left.map(lot => lot.lotNo).join(', ') })
}

/** Closes a plan against further postings (domain.md §2.3). */
async function close(context: Context, plan: ProducePlan, given: ArgumentsOf<typeof produceplan, 'close'>) {
  guardProduced(plan)
  const lossReason = given.lossReason || plan.lossReason
  const outcome = outcomeColumns(await planOutcome(context, plan.id))
  await refuseUnfinished(context, { ...plan, lossReason })
  return { ...outcome, lossReason }
}

const scaledBy = ['productId', 'productSpecId', 'formulaId', 'planType', 'plannedQty', 'plannedPackages'] as const

const isRescaled = (row: PlanDraft, before: ProducePlan | null): boolean =>
  scaledBy.some(name => (row[name] ?? null) !== (before?.[name] ?? null))

export const produceplanRules: EntityHooksWithActions<typeof produceplan> = {
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
  async beforeSave(context, row, before) {
    const packed = await fillPackages(context, row)
    if (!areLinesLeftOut(row, before) || isRescaled(row, before)) await scaleLines(context, row, packed)
  },
  // Reopening has its own permission; the reason goes to the audit trail.
  actions: { release, finish, cancel, scrapRest, close, reopen: async () => undefined },
}
