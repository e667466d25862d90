/** Production plan: scaled from a formula, frozen on release, finished after output, then closed. */

import { sql } from 'kysely'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { awayFromZero, decimal, product } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { isEmpty } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { areLinesLeftOut, type Draft, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineFaults.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { refuseUnfinished } from './closing.ts'
import { outcomeColumns, planOutcome } from './outcome.ts'
import { wipOf } from './plan.ts'
import { release } from './release.ts'
import { formulaOf, requirements } from './scaling.ts'
import { scrapRest } from './scrap.ts'

type ProducePlan = RowOf<typeof produceplan>

const nothingYet = { issuedQty: '0', makeUpQty: '0', usedQty: '0', returnedQty: '0', wipQty: '0' }

/** Rescales the formula's lines on every save; `packed` is the quantity in whole packages. */
async function scaleLines(context: Context, row: Draft, packed: string): Promise<void> {
  const isScaled = row.formulaId && (row.planType === 'NORMAL' || row.planType === 'TRIAL')
  if (!isScaled || decimal(row.plannedQty).lte(0)) return typedLines(context, row)
  const formula = await formulaOf(context, Number(row.formulaId))
  row.lines = requirements(formula, String(row.plannedQty), packed).map(line => ({ ...line, ...nothingYet }))
}

/** Uniqueness of items, as figures are per item; formula duplicates are summed instead. */
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

/** Manual lines (rework, trial, blend) in the item's base unit, figures at zero. */
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
 * Derives packages from the quantity (last one may be partial), or the reverse.
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

/** @throws AppError nothingProduced; repeated on closing, since receipts may be reversed meanwhile */
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
