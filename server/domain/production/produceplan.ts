/** Production plan: scaled from a formula, frozen on release, then closed. */
import { sql } from 'kysely'
import type { PlanLot } from '#contract/production/planState.ts'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { awayFromZero, decimal, product } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { areLinesLeftOut, type Draft, type EntityHooksWithActions } from '../basis/hooks.ts'
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

function chosen(planNo: string, lots: readonly PlanLot[], given: Values): readonly PlanLot[] {
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
async function scrapRest(context: Context, row: RowOf<typeof produceplan>, given: Values): Promise<undefined> {
  await signerOf(context, 'scrapRest', row.leaderId)
  const plan = await lockPlan(context, row.id, ['ISSUING', 'PRODUCING', 'FINISHED'])
  const lots = chosen(plan.docNo, await wipOf(context, plan.id), given)
  if (lots.length === 0) throw new AppError('wrongState', row)
  await lockLots(
    context,
    lots.map(lot => lot.lotId),
  )
  const { WIP, SCRAP } = await virtualLocations(context)
  const [reason, producePlanId, docNo] = [String(given.reason), plan.id, plan.docNo]
  await postLines(
    context,
    { moveType: 'SCR', docType: 'produceplan', docNo, bizTime: context.now, producePlanId, reason },
    lots.map(({ lotId, quantity }) => ({ lotId, fromLocationId: WIP, toLocationId: SCRAP, quantity })),
  )
}

// Release of a plan: preconditions for taking material (domain.md §2.3).

type StoredPlan = RowOf<typeof produceplan>

interface FormulaState {
  readonly productId: number
  readonly status: string
  readonly inForce: boolean
}

/** Formula required for normal plans, valid wherever named. */
async function guardFormula(context: Context, plan: StoredPlan): Promise<void> {
  if (plan.planType !== 'NORMAL' && !plan.formulaId) return
  const { rows } = await sql<FormulaState>`
    select "productId", status, "effectiveFrom" <= ${plan.produceDate}::date
      and ("effectiveTo" is null or "effectiveTo" >= ${plan.produceDate}::date) as "inForce"
    from productformula where id = ${plan.formulaId} and "customerId" = ${context.customerId}`.execute(context.tx)
  const formula = rows[0]
  // Trials may use unapproved formulas.
  const approved = formula?.status === 'APPROVED' || (plan.planType === 'TRIAL' && formula?.status === 'DRAFT')
  if (!formula || !approved || !formula.inForce || formula.productId !== plan.productId)
    throw new AppError('formulaNotInForce')
}

function guardTypedLines(plan: StoredPlan): void {
  const fieldErrors: Record<string, string> = {}
  plan.lines.forEach((line, index) => {
    if (!line.materialId && !line.semiProductId) fieldErrors[`lines.${index}.materialId`] = 'required'
    if (!plan.formulaId && decimal(line.requiredQty).lte(0)) fieldErrors[`lines.${index}.requiredQty`] = 'positive'
  })
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

/** Lot number given, else the next free: users type ahead. */
async function lotNumber(context: Context, plan: StoredPlan): Promise<string> {
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
async function release(context: Context, plan: StoredPlan): Promise<Draft> {
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

type ProducePlan = RowOf<typeof produceplan>

const nothingYet = { issuedQty: '0', makeUpQty: '0', usedQty: '0', returnedQty: '0', wipQty: '0' }

/** Rescales the formula's lines on every save, by whole packages. */
async function scaleLines(context: Context, row: Draft, packed: string): Promise<void> {
  const isScaled = row.formulaId && (row.planType === 'NORMAL' || row.planType === 'TRIAL')
  if (!isScaled || decimal(row.plannedQty).lte(0)) return typedLines(context, row)
  const formula = await formulaOf(context, Number(row.formulaId))
  row.lines = requirements(formula, String(row.plannedQty), packed).map(line => ({ ...line, ...nothingYet }))
}

/** Uniqueness of items, as figures are per item. */
function refuseTwice(lines: readonly Draft[]): void {
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
async function typedLines(context: Context, row: Draft): Promise<void> {
  const lines = (Array.isArray(row.lines) ? row.lines : []) as Draft[]
  if (!lines.every(line => typeof line === 'object' && line !== null)) return
  const idsOf = (name: string) => lines.map(line => Number(line[name]) || 0)
  const { rows } = await sql<{ key: string; unitId: number }>`
    select 'MATERIAL:' || id as key, "baseUnitId" as "unitId" from material where id = any(${idsOf('materialId')}::bigint[])
    union all
    select 'PRODUCT:' || id, "baseUnitId" from product where id = any(${idsOf('semiProductId')}::bigint[])
  `.execute(context.tx)
  const units = new Map(rows.map(({ key, unitId }) => [key, unitId]))
  const typed = lines.map((line): Draft => {
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
async function fillPackages(context: Context, row: Draft): Promise<string> {
  const { rows } = await sql<{ factor: string; productId: number }>`
    select "baseQtyPerPackage" as factor, "productId" from productspec
    where id = ${Number(row.productSpecId) || 0} and "customerId" = ${context.customerId}`.execute(context.tx)
  const spec = rows[0]
  if (!spec) return String(row.plannedQty ?? '0')
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

async function finish(context: Context, plan: ProducePlan): Promise<Draft> {
  guardProduced(plan)
  return { actualEnd: context.now, ...outcomeColumns(await planOutcome(context, plan.id)) }
}

/** Requires empty WIP: issued material returned, or scrapped with approval. */
async function cancel(context: Context, plan: ProducePlan): Promise<undefined> {
  const left = await wipOf(context, plan.id)
  if (left.length > 0) throw new AppError('workInProgressLeft', { lots: left.map(lot => lot.lotNo).join(', ') })
}

/** Closes a plan against further postings (domain.md §2.3). */
async function close(context: Context, plan: ProducePlan, given: Values): Promise<Draft> {
  guardProduced(plan)
  const said = isEmpty(given.lossReason) ? plan.lossReason : String(given.lossReason)
  const outcome = outcomeColumns(await planOutcome(context, plan.id))
  await refuseUnfinished(context, { ...plan, lossReason: said })
  return { ...outcome, lossReason: said }
}

const scaledBy = ['productId', 'productSpecId', 'formulaId', 'planType', 'plannedQty', 'plannedPackages'] as const

const isRescaled = (row: Draft, before: ProducePlan | null): boolean =>
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
